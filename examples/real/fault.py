#!/usr/bin/env python3
"""Fills the depressions of the elevation model of a fault and measures the deep ones. A part without data is cut out.

    fault.py fault.npz OUTPUT, with the model that tools/real_data/fetch writes
"""
import sys

import numpy as np
import preamar

DEEP = 10  # metres


def read_model(file):
    """Metres as a masked array, and the area of a cell in hectares."""
    model = np.load(file)
    elevation = model["elevation"]
    y, x = np.mgrid[: elevation.shape[0], : elevation.shape[1]]
    void = ((x - 250) / 60) ** 2 + ((y - 140) / 35) ** 2 < 1
    metres = 111_200 * np.array([model["dy"], model["dx"] * np.cos(np.radians(model["ymin"]))])
    return np.ma.masked_array(elevation, void), metres.prod() / 10_000


def find_depressions(elevation):
    """The filled model, how much was filled, and a label per depression that is deep somewhere."""
    filled = preamar.fill_depressions(elevation)
    depth = filled - elevation
    deep = preamar.reconstruct((depth >= DEEP).filled(False), (depth > 0).filled(False))
    return filled, depth, preamar.label(deep)[0]


def main(file, output):
    elevation, hectares = read_model(file)
    _, depth, labels = find_depressions(elevation)
    preamar.write_image(output, labels)
    table = preamar.measure(labels, depth.filled(0), properties=["size", "intensity_max"])
    largest = table["size"].argmax()
    print(f"{labels.max()} depressions of {DEEP} m and more; the largest has {table['size'][largest] * hectares:.0f} hectares "
          f"and is {table['intensity_max'][largest]} m deep")


if __name__ == "__main__":
    main(*sys.argv[1:])
