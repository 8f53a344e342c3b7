#!/usr/bin/env python3
"""Draws the picture of docs/operators/subtract.md with a Python that has preamar: subtract.py OUTPUT."""
import sys

import numpy as np
import preamar
from scenes import vessels
from sheet import draw


def main(output):
    thin = vessels()
    ground = np.broadcast_to(np.linspace(0, 120, thin.shape[1]), thin.shape).astype(np.uint8)
    image = (0.5 * thin + ground).astype(np.uint8)
    images = [image, ground, preamar.subtract(image, ground)]
    names = ("image", "other", "subtract")
    draw(output, [(name, shown, {}) for name, shown in zip(names, images)], row=96, profiles=list(zip(names, images)))


if __name__ == "__main__":
    main(*sys.argv[1:])
