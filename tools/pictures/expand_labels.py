#!/usr/bin/env python3
"""Draws the picture of docs/operators/expand_labels.md: expand_labels.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from matplotlib.colors import ListedColormap


def main(output):
    labels = np.zeros((120, 120), np.uint8)
    random = np.random.default_rng(4)
    for label in range(1, 16):
        y, x = random.integers(5, 115, 2)
        labels[y - 3 : y + 4, x - 3 : x + 4] = label
    panels = {"labels": labels, "distance 6": preamar.expand_labels(labels, distance=6),
              "distance 200": preamar.expand_labels(labels, distance=200)}
    colours = ListedColormap(np.vstack([[0, 0, 0, 1], plt.get_cmap("tab20")(range(15))]))
    figure, axes = plt.subplots(1, 3, figsize=(9, 3.2))
    for axis, (title, image) in zip(axes, panels.items()):
        axis.imshow(image, cmap=colours, vmin=0, vmax=15, interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=80)


if __name__ == "__main__":
    main(*sys.argv[1:])
