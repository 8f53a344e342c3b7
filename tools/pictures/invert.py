#!/usr/bin/env python3
"""Draws the picture of docs/operators/invert.md with a Python that has preamar: invert.py OUTPUT."""
import sys

import numpy as np
import preamar
from scenes import vessels
from sheet import draw


def main(output):
    image = (230 - 0.8 * vessels()).astype(np.uint8)
    images = [image, preamar.invert(image)]
    names = ("image", "invert")
    draw(output, [(name, shown, {}) for name, shown in zip(names, images)], row=96, profiles=list(zip(names, images)))


if __name__ == "__main__":
    main(*sys.argv[1:])
