#!/usr/bin/env python3
"""Draws the picture of docs/operators/top_hat.md with a Python that has preamar: top_hat.py OUTPUT."""
import sys

import numpy as np
import preamar
from scenes import vessels
from sheet import draw


def main(output):
    thin = vessels()
    background = np.linspace(0, 120, thin.shape[1])[None, :]
    image = np.clip(0.6 * thin + background, 0, 255).astype(np.uint8)
    images = [image, preamar.opening(image, 8), preamar.top_hat(image, 8)]
    names = ("image", "opening, radius 8", "top_hat, radius 8")
    draw(output, [(name, shown, {}) for name, shown in zip(names, images)], row=96, profiles=list(zip(names, images)))


if __name__ == "__main__":
    main(*sys.argv[1:])
