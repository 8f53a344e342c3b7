#!/usr/bin/env python3
"""Draws the picture of docs/operators/compare_edges.md with a Python that has preamar: compare_edges.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from filters import panels, save, show
from gaussian import noisy_nuclei

SIDE = 64  # pixels of the corner that is shown
OPTIONS = {"sigma": 1.2, "low": 9, "high": 21}


def main(output):
    noisy = noisy_nuclei()
    expected, found = (preamar.canny(image, **OPTIONS)[:SIDE, :SIDE] for image in (scenes.nuclei(128, seed=8), noisy))
    colours = np.zeros((SIDE, SIDE, 3))
    for pixels, colour in (
        (found & expected, (1, 1, 1)),
        (expected & ~found, (0.3, 0.6, 1)),
        (found & ~expected, (1, 0.6, 0)),
    ):
        colours[pixels] = colour
    pco, pnd, pfa = preamar.compare_edges(found, expected)

    figure, axes = panels(4)
    show(axes[0], "noisy image", noisy[:SIDE, :SIDE])
    show(axes[1], "expected:\nedges without noise", expected)
    show(axes[2], "found:\nedges with noise", found)
    show(axes[3], f"correct {pco:.0%} (white), missed\n{pnd:.0%} (blue), false {pfa:.0%} (orange)", colours)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
