#!/usr/bin/env python3
"""Finds the nuclei of a slide stained with haematoxylin and eosin, within a memory limit.

    nuclei.py slide.tif FOLDER --memory 1G

Writes to FOLDER: slide.ome.zarr, the haematoxylin of the slide, with the labels of the nuclei in its group
labels/nuclei; nuclei.csv, their measurements; and nuclei.geojson, their outlines and measurements for
QuPath.
"""
import argparse
import pathlib

import preamar


def find_nuclei(slide, folder, memory=None):
    """Runs all steps; returns the number of nuclei."""
    folder = pathlib.Path(folder)
    image = folder / "slide.ome.zarr"
    preamar.run_in_blocks("opening_by_reconstruction", slide, channel="haematoxylin", channel_range=(0, 0.15),
                          radius=3, output=image, pyramid="mean", memory=memory)

    steps = preamar.Pipeline()
    stain = steps.read(image)
    overview = steps.read(image, level=1, name="overview")
    mask = steps.fill_holes(steps.threshold(stain, value=steps.otsu(overview).value))
    depth = steps.distance(mask)
    peaks = steps.h_maxima(depth, h=1, extended=True)
    markers = steps.label(steps.and_(peaks, mask), name="markers")
    nuclei = steps.watershed(steps.invert(depth), markers, mask=mask)
    table = steps.measure(nuclei, stain, properties=["size", "centroid", "elongation", "intensity_mean"])
    steps.write(nuclei, image / "labels" / "nuclei")
    steps.write(table, folder / "nuclei.csv")
    steps.write(steps.polygons(nuclei), folder / "nuclei.geojson", measurements=folder / "nuclei.csv")
    report = steps.run(pyramid="nearest", memory=memory)
    return report.found["markers"]["count"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slide")
    parser.add_argument("folder")
    parser.add_argument("--memory", help="limit such as 1G (default: 3/4 of the memory)")
    given = parser.parse_args()
    print(find_nuclei(given.slide, given.folder, given.memory), "nuclei")


if __name__ == "__main__":
    main()
