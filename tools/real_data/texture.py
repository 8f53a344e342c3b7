#!/usr/bin/env python3
"""Times four operators on 8192 x 8192 pixels of real texture and on the synthetic image of the benchmarks.

    texture.py [FOLDER], as for figures.py. The texture is a small real image, repeated by reflection. Each time is the
    minimum of nine calls with a fresh result.
"""
import pathlib
import sys
import time

import figures
import numpy as np
import preamar

SIDE, CALLS = 8192, 9


def reflected(image):
    """An image of SIDE x SIDE: copies that mirror each other, so that no edge appears between them."""
    pair = np.block([[image, image[:, ::-1]], [image[::-1], image[::-1, ::-1]]])
    return np.tile(pair, [-(-SIDE // extent) for extent in pair.shape])[:SIDE, :SIDE].copy()


def cases(folder):
    """Operator, options, and name and inputs of the real and of the synthetic image."""
    photo = reflected(preamar.read_image(folder / "camera.png"))
    brown = preamar.read_image(folder / "ihc.png", channel="dab")
    brown = reflected(brown > preamar.otsu(brown))
    tissue = preamar.generate("tissue-bin", SIDE) != 0
    lowered = np.maximum(photo, 40) - 40
    yield "threshold", {"value": 128}, ("camera", [photo]), ("photo", [preamar.generate("photo", SIDE)])
    yield "reconstruct", {}, ("camera", [lowered, photo]), ("tissue-100-h", preamar.generate("tissue-100-h", SIDE))
    yield "label", {}, ("brown tissue", [brown]), ("tissue-bin", [tissue])
    yield "distance", {}, ("brown tissue", [brown]), ("tissue-bin", [tissue])


def milliseconds(operator, inputs, options, threads):
    seconds = []
    for _ in range(CALLS):
        begun = time.perf_counter()
        getattr(preamar, operator)(*inputs, threads=threads, **options)
        seconds.append(time.perf_counter() - begun)
    return 1000 * min(seconds)


def main(folder=figures.DEFAULT):
    print("| operator | real image | 1 thread | 2 threads | synthetic image | 1 thread | 2 threads |", "|---|---|---|---|---|---|---|", sep="\n")
    for operator, options, *images in cases(pathlib.Path(folder)):
        cells = [operator]
        for name, inputs in images:
            cells += [name, *(f"{milliseconds(operator, inputs, options, threads):.0f} ms" for threads in (1, 2))]
        print(figures.row(*cells), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
