#!/usr/bin/env python3
"""Draws the picture of docs/operators/relabel.md: relabel.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar


def show(axis, labels, title):
    axis.imshow(labels, cmap="nipy_spectral", interpolation="nearest")
    table = preamar.measure(labels, properties="centroid")
    for label, y, x in zip(table["label"], table["centroid-0"], table["centroid-1"]):
        axis.text(x, y, label, color="white", fontsize=8, ha="center", va="center")
    axis.set_title(title)
    axis.set_axis_off()


def main(output):
    labels, _ = preamar.label(preamar.generate("tissue-bin", 160))
    table = preamar.measure(labels, properties="size")
    labels = np.where(np.isin(labels, table["label"][table["size"] > 60]), labels, 0).astype(labels.dtype)
    numbered, count = preamar.relabel(labels)
    figure, (left, right) = plt.subplots(1, 2, figsize=(6.4, 3.4))
    show(left, labels, "labels, the small ones removed")
    show(right, numbered, f"relabel: 1 to {count}")
    figure.tight_layout()
    figure.savefig(output, dpi=80)


if __name__ == "__main__":
    main(*sys.argv[1:])
