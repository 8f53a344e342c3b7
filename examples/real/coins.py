#!/usr/bin/env python3
"""Counts the coins of a photograph whose background is brighter at the top than at the bottom: no threshold separates them.

    coins.py coins.png LABELS, with the image that tools/real_data/fetch writes
"""
import sys

import numpy as np
import preamar


def mark(image):
    """Markers: 1 where a pixel is surely background, 2 where it is surely coin; the levels are read off the image."""
    return np.where(image < 30, 1, np.where(image > 150, 2, 0)).astype(np.uint32)


def find_coins(image):
    """Labels of the coins: both markers grow until they meet at the edges."""
    coins = preamar.watershed(preamar.sobel(image), mark(image)) == 2
    return preamar.label(preamar.remove_small_objects(preamar.fill_holes(coins), 100))[0]


def main(image, output):
    labels = find_coins(preamar.read_image(image))
    preamar.write_image(output, labels)
    print(f"{labels.max()} coins")


if __name__ == "__main__":
    main(*sys.argv[1:])
