#!/usr/bin/env python3
"""Fills the depressions of an elevation model and measures the lakes that would stand in them.

    lakes.py terrain.tif FOLDER --memory 1G

Writes to FOLDER, all with the georeference of the terrain: filled.tif, the elevation without depressions; depth.tif, how
much was filled; lakes.tif, a label per lake deeper than 1 m. And lakes.csv, a table of the lakes.
"""
import argparse
import pathlib

import preamar


def find_lakes(terrain, folder, memory=None):
    """Runs all steps; returns the number of lakes."""
    folder = pathlib.Path(folder)
    steps = preamar.Pipeline()
    elevation = steps.read(terrain, name="elevation")
    filled = steps.fill_depressions(elevation)
    depth = steps.subtract(filled, elevation)
    lakes = steps.label(steps.threshold(depth, value=1))
    table = steps.measure(lakes, depth, properties=["size", "centroid", "intensity_mean", "intensity_max"])
    steps.write(filled, folder / "filled.tif")
    steps.write(depth, folder / "depth.tif")
    steps.write(lakes, folder / "lakes.tif")
    steps.write(table, folder / "lakes.csv")
    return steps.run(memory=memory).found["label"]["count"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("terrain")
    parser.add_argument("folder")
    parser.add_argument("--memory", help="limit such as 1G (default: 3/4 of the memory)")
    given = parser.parse_args()
    print(find_lakes(given.terrain, given.folder, given.memory), "lakes")


if __name__ == "__main__":
    main()
