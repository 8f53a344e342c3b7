#!/usr/bin/env python3
"""Divides the pore space of a scanned volume into pores, and finds the throats that connect them.

    pores.py rock.ome.zarr FOLDER --memory 1G

Writes to FOLDER: space.ome.zarr, the connected components of the pore space; pores.ome.zarr, a label per pore; pores.csv,
their measurements; and throats.csv, pairs of neighbouring pores with the area between them in voxel faces.
"""
import argparse
import pathlib

import numpy as np
import preamar


def find_pores(rock, folder, memory=None):
    """Runs all steps; returns the numbers of components and of pores."""
    folder = pathlib.Path(folder)
    steps = preamar.Pipeline()
    scan = steps.read(rock, name="scan")
    dark = steps.invert(steps.gaussian(scan, sigma=1))
    space = steps.threshold(dark, value=steps.otsu(dark).value)
    components = steps.label(space, connectivity=1, name="components")
    depth = steps.distance(space)
    peaks = steps.h_maxima(depth, h=1, extended=True)
    markers = steps.label(steps.and_(peaks, space), name="markers")
    pores = steps.watershed(steps.invert(depth), markers, mask=space)
    table = steps.measure(pores, depth, properties=["size", "centroid", "intensity_max"])
    steps.write(components, folder / "space.ome.zarr")
    steps.write(pores, folder / "pores.ome.zarr")
    steps.write(table, folder / "pores.csv")
    found = steps.run(memory=memory).found
    return found["components"]["count"], found["markers"]["count"]


def find_throats(pores):
    """Pairs of pores that share voxel faces, and the number of these faces."""
    pairs = []
    for axis in range(pores.ndim):
        ahead = np.moveaxis(pores, axis, 0)
        one, other = ahead[:-1], ahead[1:]
        shared = (one != other) & (one > 0) & (other > 0)
        pairs.append(np.sort(np.stack([one[shared], other[shared]], axis=1), axis=1))
    return np.unique(np.concatenate(pairs), axis=0, return_counts=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rock")
    parser.add_argument("folder")
    parser.add_argument("--memory", help="limit such as 1G (default: 3/4 of the memory)")
    given = parser.parse_args()
    components, pores = find_pores(given.rock, given.folder, given.memory)
    pairs, faces = find_throats(preamar.read_image(pathlib.Path(given.folder) / "pores.ome.zarr"))
    np.savetxt(pathlib.Path(given.folder) / "throats.csv", np.column_stack([pairs, faces]), "%d", ",",
               header="pore,other,faces", comments="")
    print(f"{components} components of the pore space, {pores} pores, {len(pairs)} throats")


if __name__ == "__main__":
    main()
