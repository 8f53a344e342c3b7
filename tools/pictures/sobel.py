#!/usr/bin/env python3
"""Draws the picture of docs/operators/sobel.md with a Python that has preamar: sobel.py OUTPUT."""
import sys

import preamar
import scenes
from filters import panels, save, show, show_direction


def main(output):
    image = scenes.nuclei(128, seed=8)
    magnitude, direction = preamar.sobel(image, direction=True)
    figure, axes = panels(3)
    show(axes[0], "image", image)
    figure.colorbar(show(axes[1], "gradient magnitude", magnitude, "magma"), ax=axes[1], shrink=0.8)
    show_direction(axes[2], "direction towards brighter pixels", direction, magnitude)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
