#!/usr/bin/env python3
"""Draws the picture of docs/operators/fill_depressions.md with a Python that has preamar: fill_depressions.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from sheet import draw


def main(output):
    elevation = scenes.terrain(128)
    filled = preamar.fill_depressions(elevation)
    depth = filled - elevation
    row = int(np.argmax(depth.sum(axis=1)))
    heights = {"cmap": "terrain", "vmin": elevation.min() - 30, "vmax": elevation.max()}
    panels = [("elevation", elevation, dict(heights)), ("fill_depressions", filled, dict(heights)),
              ("depth of the fill", depth, {"cmap": "Blues", "vmax": depth.max(), "bar": "metres"})]
    draw(output, panels, row=row, profiles=[("elevation", elevation), ("filled", filled)], ylabel="metres")


if __name__ == "__main__":
    main(*sys.argv[1:])
