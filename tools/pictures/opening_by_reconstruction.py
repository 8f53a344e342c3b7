#!/usr/bin/env python3
"""Draws the picture of docs/operators/opening_by_reconstruction.md with a Python that has preamar: opening_by_reconstruction.py OUTPUT."""
import sys

import numpy as np
import preamar
from sheet import draw
from scipy import ndimage


def nucleus_and_spots(side=96, seed=3):
    """A bright nucleus with pointed ends and a small bud, and bright spots around it, uint8."""
    random = np.random.default_rng(seed)
    y, x = np.mgrid[:side, :side] - side / 2.0
    along, across = 0.9 * x + 0.44 * y, 0.9 * y - 0.44 * x
    inside = (np.abs(along) / 44) ** 1.25 + (np.abs(across) / 21) ** 1.6 < 1
    inside |= np.hypot(along - 4, across + 19) < 5
    image = np.where(inside, 170.0, 30.0)
    for row, column in random.uniform(4, side - 4, (60, 2)):
        spot = np.hypot(y + side / 2 - row, x + side / 2 - column)
        if image[spot < 8].max() == 30:
            image[spot < random.uniform(1.5, 3)] = 180
    return np.clip(ndimage.gaussian_filter(image, 0.8), 0, 255).astype(np.uint8)


def main(output):
    image = nucleus_and_spots()
    opened = preamar.opening(image, radius=12, shape="disk")
    kept = preamar.opening_by_reconstruction(image, radius=12)
    change = {"cmap": "magma", "vmax": 150}
    draw(output, [("image", image, {}), ("opening", opened, {}), ("opening_by_reconstruction", kept, {}),
                  ("opening: removed", image - opened, dict(change)),
                  ("by reconstruction: removed", image - kept, dict(change))])


if __name__ == "__main__":
    main(*sys.argv[1:])
