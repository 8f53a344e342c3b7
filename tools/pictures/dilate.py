#!/usr/bin/env python3
"""Draws the picture of docs/operators/dilate.md with a Python that has preamar: dilate.py OUTPUT."""
import sys

import preamar
from scenes import nuclei
from sheet import draw


def main(output):
    image = nuclei(112)
    images = [image, preamar.dilate(image, 3), preamar.erode(image, 3)]
    names = ("image", "dilate, radius 3", "erode, radius 3")
    draw(output, [(name, shown, {}) for name, shown in zip(names, images)], row=56, profiles=list(zip(names, images)))


if __name__ == "__main__":
    main(*sys.argv[1:])
