#!/usr/bin/env python3
"""Draws the picture of docs/operators/compare_edges.md: compare_edges.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar

SIDE = 128  # of the corner that is shown


def main(output):
    image = preamar.generate("photo", 1024)
    expected, found = (preamar.canny(image, sigma=sigma, low=4, high=7) for sigma in (1.4, 1.6))
    colours = np.zeros((*image.shape, 3))
    for pixels, colour in (
        (found & expected, (1, 1, 1)),
        (expected & ~found, (0.3, 0.6, 1)),
        (found & ~expected, (1, 0.6, 0)),
    ):
        colours[pixels] = colour
    numbers = preamar.compare_edges(found, expected)
    told = ", ".join(f"{name} {number:.3f}" for name, number in zip(("pco", "pnd (blue)", "pfa (orange)"), numbers))
    figure, axes = plt.subplots(1, 3, figsize=(11, 4))
    for axis, (title, panel) in zip(axes, [("expected", expected), ("found", found), (told, colours)]):
        axis.imshow(panel[:SIDE, :SIDE], cmap="gray", interpolation="nearest")
        axis.set_title(title, fontsize=10)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
