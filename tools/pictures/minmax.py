#!/usr/bin/env python3
"""Draws the picture of docs/operators/minmax.md with a Python that has preamar: minmax.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from scenes import terrain


def main(output):
    image = terrain()
    figure, axis = plt.subplots(figsize=(5.4, 3.9), layout="constrained")
    shown = axis.imshow(image, cmap="terrain", interpolation="nearest")
    figure.colorbar(shown, ax=axis, label="elevation in m")
    for name, marker, level in zip(("minimum", "maximum"), "v^", preamar.minmax(image)):
        row, column = np.argwhere(image == level)[0]
        axis.plot(column, row, marker, markersize=9, color="black", markeredgecolor="white")
        on_left = column > image.shape[1] / 2
        axis.annotate(f"{name} {level:.1f} m", (column, row), (-8 if on_left else 8, 0), textcoords="offset points",
                      ha="right" if on_left else "left", va="center", weight="bold",
                      bbox={"facecolor": "white", "alpha": 0.7, "edgecolor": "none", "pad": 1.5})
    axis.set_axis_off()
    figure.savefig(output, dpi=72)


if __name__ == "__main__":
    main(*sys.argv[1:])
