#!/usr/bin/env python3
"""Draws the picture of docs/operators/measure.md: measure.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from matplotlib.patches import Ellipse

SIDE = 160  # of the corner that is shown


def ellipses(table):
    """The ellipse of each object that has its covariance; columns run right, rows down."""
    angles = np.degrees(np.arctan2(2 * table["covariance-0-1"], table["covariance-1-1"] - table["covariance-0-0"])) / 2
    for x, y, long, short, angle in zip(table["centroid-1"], table["centroid-0"], table["axis_length-0"],
                                        table["axis_length-1"], angles):
        yield Ellipse((x, y), long, short, angle=angle, fill=False, color="white")


def main(output):
    image = preamar.generate("tissue", 1024)
    labels, _ = preamar.label(preamar.generate("tissue-bin", 1024))
    table = preamar.measure(labels, image)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(10.2, 3.4))
    left.imshow(image[:SIDE, :SIDE], cmap="gray", interpolation="nearest")
    left.set_title("intensity")
    middle.imshow(np.where(labels > 0, 20 + labels * 37 % 80, 0)[:SIDE, :SIDE], cmap="nipy_spectral", interpolation="nearest")
    for ellipse in ellipses({name: column[table["size"] > 30] for name, column in table.items()}):
        middle.add_patch(ellipse)
    middle.set_xlim(0, SIDE)
    middle.set_ylim(SIDE, 0)
    middle.set_title("labels, and the axes of those measured")
    for panel in (left, middle):
        panel.set_axis_off()
    right.scatter(table["size"], table["intensity_mean"], s=4)
    right.set(xscale="log", xlabel="size", ylabel="intensity_mean")
    figure.tight_layout()
    figure.savefig(output, dpi=80)


if __name__ == "__main__":
    main(*sys.argv[1:])
