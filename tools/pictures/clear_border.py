#!/usr/bin/env python3
"""Draws the picture of docs/operators/clear_border.md with a Python that has preamar: clear_border.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from scipy import ndimage
from sheet import coloured, draw
from skimage.segmentation import watershed


def labels_of(image):
    """A label per nucleus: the watershed of the distance inside the mask."""
    mask = ndimage.binary_fill_holes(ndimage.gaussian_filter(image, 1) > 80)
    distance = ndimage.gaussian_filter(ndimage.distance_transform_edt(mask), 1)
    peaks = (distance == ndimage.maximum_filter(distance, 11)) & mask
    return watershed(-distance, ndimage.label(peaks)[0], mask=mask).astype(np.uint16)


def main(output):
    image = scenes.nuclei(192)
    labels = np.ascontiguousarray(labels_of(image)[16:176, 16:176])
    cleared = preamar.clear_border(labels)
    draw(output, [("image", image[16:176, 16:176], {}), ("labels", coloured(labels), {}), ("clear_border", coloured(cleared), {})])


if __name__ == "__main__":
    main(*sys.argv[1:])
