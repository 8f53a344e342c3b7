#!/usr/bin/env python3
"""Finds the nuclei of a fluorescence image, bright and dim ones, and separates those that touch.

    nuclei.py nuclei.tif LABELS, with the image that tools/real_data/fetch writes
"""
import sys

import numpy as np
import preamar


def find_nuclei(image):
    """Labels of the nuclei."""
    light = np.log1p(image.astype(np.float32))  # dividing cells are three times as bright as others
    above = preamar.top_hat(preamar.gaussian(light, 1), 20)  # a disk wider than a nucleus
    mask = preamar.remove_small_objects(preamar.fill_holes(above > preamar.otsu(above)), 30)
    depth = preamar.distance(mask)
    markers, _ = preamar.label(preamar.h_maxima(depth, 0.5, extended=True) & mask)
    return preamar.watershed(-depth, markers, mask=mask)


def main(image, output):
    labels = find_nuclei(preamar.read_image(image))
    preamar.write_image(output, labels)
    print(f"{labels.max()} nuclei")


if __name__ == "__main__":
    main(*sys.argv[1:])
