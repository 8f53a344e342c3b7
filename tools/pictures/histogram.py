#!/usr/bin/env python3
"""Draws the picture of docs/operators/histogram.md with a Python that has preamar: histogram.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from scenes import nuclei


def main(output):
    image = nuclei()
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.6, 3.5), layout="constrained", width_ratios=(1, 1.6))
    left.imshow(image, cmap="gray", vmin=0, vmax=230, interpolation="nearest")
    left.set_title("image")
    left.set_axis_off()
    counts = preamar.histogram(image)
    right.stairs(counts, np.arange(257) - 0.5, fill=True, color="0.7")
    right.set(xlabel="grey level", ylabel="pixels per bin", xlim=(0, 220), title="histogram, 256 bins")
    height = counts.max()
    right.annotate("background", (45, 0.45 * height), (75, 0.8 * height), arrowprops={"arrowstyle": "->"})
    right.annotate("nuclei", (140, 0.13 * height), (150, 0.42 * height), arrowprops={"arrowstyle": "->"})
    figure.savefig(output, dpi=72)


if __name__ == "__main__":
    main(*sys.argv[1:])
