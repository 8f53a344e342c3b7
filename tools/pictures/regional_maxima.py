#!/usr/bin/env python3
"""Draws the picture of docs/operators/regional_maxima.md with a Python that has preamar: regional_maxima.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from sheet import draw, marked
from scipy import ndimage


def main(output):
    smooth = ndimage.gaussian_filter(scenes.nuclei(128, seed=11).astype(np.float32), 3)
    maxima, minima = preamar.regional_maxima(smooth), preamar.regional_minima(smooth)
    draw(output, [("smoothed nuclei", smooth, {}), ("regional_maxima", marked(smooth, maxima, (1, 0.3, 0.2)), {}),
                  ("regional_minima", marked(smooth, minima, (0.3, 0.7, 1)), {})])


if __name__ == "__main__":
    main(*sys.argv[1:])
