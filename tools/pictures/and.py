#!/usr/bin/env python3
"""Draws the picture of docs/operators/and.md with a Python that has preamar: and.py OUTPUT."""
import sys

import preamar
from scenes import nuclei
from sheet import panels, save, show


def main(output):
    image = nuclei()
    mask = preamar.threshold(image, 90)
    figure, axes = panels(3)
    for axis, (title, shown) in zip(axes, [("image", image), ("mask", mask), ("and", preamar.and_(image, mask))]):
        show(axis, title, shown)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
