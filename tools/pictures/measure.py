#!/usr/bin/env python3
"""Draws the picture of docs/operators/measure.md with a Python that has preamar: measure.py OUTPUT."""
import sys

import numpy as np
import preamar
from matplotlib.patches import Ellipse
from objects import nuclei, separated
from sheet import coloured, panels, save, show


def ellipses(table):
    """The ellipse of each object that has its covariance; columns run right, rows down."""
    angles = np.degrees(np.arctan2(2 * table["covariance-0-1"], table["covariance-1-1"] - table["covariance-0-0"])) / 2
    for x, y, long, short, angle in zip(table["centroid-1"], table["centroid-0"], table["axis_length-0"],
                                        table["axis_length-1"], angles):
        yield Ellipse((x, y), long, short, angle=angle, fill=False, color="white")


def main(output):
    image, mask = nuclei()
    labels = separated(mask)[2]
    table = preamar.measure(labels, image)
    figure, axes = panels(3, 3.4)
    show(axes[0], "image (intensity)", image)
    show(axes[1], "labels, with centroids and ellipses", coloured(labels))
    for ellipse in ellipses(table):
        axes[1].add_patch(ellipse)
    axes[1].scatter(table["centroid-1"], table["centroid-0"], s=6, color="white")
    axes[1].set(xlim=(-0.5, 127.5), ylim=(127.5, -0.5))
    axes[2].scatter(table["size"], table["intensity_mean"], s=16, c=coloured(table["label"][None])[0])
    axes[2].set(xlabel="size (pixels)", ylabel="intensity_mean")
    axes[2].set_title("one row of the table per nucleus", fontsize=10)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
