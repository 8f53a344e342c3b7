#!/usr/bin/env python3
"""Draws the picture of docs/operators/gradient.md with a Python that has preamar: gradient.py OUTPUT."""
import sys

import preamar
from filters import panels, save, show, show_direction
from gaussian import noisy_nuclei


def main(output):
    image = noisy_nuclei()[:96, :96].copy()
    fine = preamar.gradient(image, sigma=0.7)
    coarse, direction = preamar.gradient(image, sigma=2, direction=True)
    figure, axes = panels(4)
    show(axes[0], "nuclei with noise", image)
    show(axes[1], "magnitude, sigma 0.7", fine, "magma")
    show(axes[2], "magnitude, sigma 2", coarse, "magma")
    show_direction(axes[3], "direction, sigma 2", direction, coarse)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
