#!/usr/bin/env python3
"""Finds the nuclei of tissue stained with haematoxylin and eosin.

    stained.py he.jpg LABELS, with the image that tools/real_data/fetch writes
"""
import sys

import preamar


def find_nuclei(stain):
    """Labels of the nuclei, from the amount of haematoxylin."""
    stain = preamar.opening_by_reconstruction(preamar.gaussian(stain, 1), 3)
    mask = preamar.opening(preamar.fill_holes(stain > preamar.otsu(stain)), 2)
    mask = preamar.remove_small_objects(mask, 30)
    depth = preamar.distance(mask)
    markers, _ = preamar.label(preamar.h_maxima(depth, 0.75, extended=True) & mask)
    return preamar.watershed(-depth, markers, mask=mask)


def main(image, output):
    labels = find_nuclei(preamar.read_image(image, channel="haematoxylin"))
    preamar.write_image(output, labels)
    print(f"{labels.max()} nuclei")


if __name__ == "__main__":
    main(*sys.argv[1:])
