#!/usr/bin/env python3
"""Times four operators on 8192 x 8192 pixels of real texture and on the synthetic image of the benchmarks.

    texture.py [FOLDER], as for figures.py. The texture is a small real image, repeated by reflection. A time is the minimum
    of 25 calls, with a fresh result and one thread. It is processor time, and the calls on both images alternate: so the two
    are comparable even if the machine has other work.
"""
import pathlib
import sys
import time

import figures
import numpy as np
import preamar

SIDE, CALLS = 8192, 25


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


def seconds(operator, inputs, options):
    begun = time.process_time()
    getattr(preamar, operator)(*inputs, threads=1, **options)
    return time.process_time() - begun


def main(folder=figures.DEFAULT):
    print("| operator | real image | time | synthetic image | time |", "|---|---|---|---|---|", sep="\n")
    for operator, options, (real, real_inputs), (synthetic, synthetic_inputs) in cases(pathlib.Path(folder)):
        both = [[seconds(operator, inputs, options) for inputs in (real_inputs, synthetic_inputs)] for _ in range(CALLS)]
        one, other = (f"{1000 * least:.0f} ms" for least in np.min(both, axis=0))
        print(figures.row(operator, real, one, synthetic, other), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
