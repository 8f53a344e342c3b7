#!/usr/bin/env python3
"""Draws the picture of docs/operators/canny.md with a Python that has preamar: canny.py OUTPUT."""
import sys

import numpy as np
import preamar
from filters import panels, save, show
from gaussian import noisy_nuclei

SIGMA, LOW, HIGH = 1.5, 5, 18
SIDE = 96  # pixels of the corner that is shown
STRONG, KEPT, DROPPED = (1, 1, 1), (1, 0.6, 0), (0.25, 0.45, 0.9)


def main(output):
    image = noisy_nuclei()
    weak, strong, edges = (
        preamar.canny(image, sigma=SIGMA, low=low, high=high) for low, high in ((LOW, LOW), (HIGH, HIGH), (LOW, HIGH))
    )
    colours = np.zeros((*image.shape, 3))
    for pixels, colour in ((weak, DROPPED), (edges, KEPT), (strong, STRONG)):
        colours[pixels] = colour

    figure, axes = panels(4)
    show(axes[0], "nuclei with noise", image[:SIDE, :SIDE])
    show(axes[1], "gradient magnitude", preamar.gradient(image, sigma=SIGMA)[:SIDE, :SIDE], "magma")
    show(axes[2], "strong (white), weak\nkept (orange), dropped (blue)", colours[:SIDE, :SIDE])
    show(axes[3], "edges", edges[:SIDE, :SIDE])
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
