#!/usr/bin/env python3
"""Draws the picture of docs/operators/polygons.md with a Python that has preamar: polygons.py OUTPUT."""
import sys

import preamar
from objects import nuclei, separated
from sheet import coloured, panels, save, show

PART = (24, 72)  # of the image that outlines are shown of


def draw(axis, outlines):
    """Draws all rings; the centre of the first pixel is at 0.5."""
    for feature in outlines["features"]:
        geometry = feature["geometry"]
        parts = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
        for part in parts:
            for ring in part:
                axis.plot([x - 0.5 for x, _ in ring], [y - 0.5 for _, y in ring], color="white", linewidth=1.2)
    axis.set(xlim=(PART[0] - 0.5, PART[1] - 0.5), ylim=(PART[1] - 0.5, PART[0] - 0.5))


def main(output):
    image, mask = nuclei()
    labels = separated(mask)[2]
    figure, axes = panels(3, 3.4)
    show(axes[0], "image", image)
    show(axes[1], "exact outlines", coloured(labels))
    draw(axes[1], preamar.polygons(labels))
    show(axes[2], "simplify=1", coloured(labels))
    draw(axes[2], preamar.polygons(labels, simplify=1))
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
