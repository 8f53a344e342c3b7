#!/usr/bin/env python3
"""Draws the picture of docs/operators/valid.md with a Python that has preamar: valid.py OUTPUT."""
import sys

import matplotlib
import numpy as np
import preamar
import scenes
from sheet import draw

NODATA = -9999
SIGMA = 3


def with_hole(elevation):
    """The model without data in a lake of uneven outline."""
    y, x = np.mgrid[: elevation.shape[0], : elevation.shape[1]]
    angle = np.arctan2(y - 60, x - 70)
    lake = np.hypot(y - 60, x - 70) < 24 + 7 * np.sin(3 * angle) + 3 * np.cos(7 * angle)
    return np.where(lake, np.float32(NODATA), elevation)


def main(output):
    ground = scenes.terrain(128)
    elevation = with_hole(ground)
    valid = preamar.valid(elevation, nodata=NODATA)
    without = preamar.gaussian(elevation, SIGMA)
    smooth = preamar.and_(preamar.gaussian(elevation, SIGMA, valid=valid), valid, value=NODATA)
    colours = matplotlib.colormaps["terrain"].with_extremes(under="black", bad="black")
    heights = {"cmap": colours, "vmin": ground.min() - 30, "vmax": ground.max()}
    draw(output, [("elevation, no data in black", elevation, dict(heights)), ("valid", valid, {"vmax": 1.25}),
                  ("gaussian without valid", without, dict(heights)),
                  ("gaussian with valid", smooth, heights | {"bar": "metres"})])


if __name__ == "__main__":
    main(*sys.argv[1:])
