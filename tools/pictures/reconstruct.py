#!/usr/bin/env python3
"""Draws the picture of docs/operators/reconstruct.md with a Python that has preamar: reconstruct.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from sheet import draw
from scipy import ndimage

SEEDS = ((73, 30), (73, 77))  # row and column


def main(output):
    mask = ndimage.median_filter(scenes.nuclei(128, seed=11), 3)
    marker = np.zeros_like(mask)
    for row, column in SEEDS:
        near = np.s_[row - 3 : row + 4, column - 3 : column + 4]
        marker[near] = mask[near]
    out = preamar.reconstruct(marker, mask)
    draw(output, [("mask", mask, {}), ("marker: two seeds", marker, {}), ("reconstruct", out, {})], row=SEEDS[0][0],
         profiles=[("mask", mask), ("reconstruct", out), ("marker", marker)])


if __name__ == "__main__":
    main(*sys.argv[1:])
