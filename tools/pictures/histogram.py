#!/usr/bin/env python3
"""Draws the picture of docs/operators/histogram.md: histogram.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar

SIDE = 256  # of the corner that is shown


def main(output):
    image = preamar.generate("tissue", 1024)
    figure, (left, right) = plt.subplots(1, 2, figsize=(8.2, 3.4), layout="constrained", width_ratios=(1, 1.6))
    left.imshow(image[:SIDE, :SIDE], cmap="gray", vmin=0, vmax=255, interpolation="nearest")
    left.set_title("image")
    left.set_axis_off()
    right.stairs(preamar.histogram(image), np.arange(257), fill=True, color="0.7", label="256 bins")
    right.stairs(preamar.histogram(image, bins=16) / 16, np.linspace(0, 255, 17), color="tab:red", label="16 bins, a 16th")
    right.set(xlabel="level", ylabel="pixels")
    right.legend()
    figure.savefig(output, dpi=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
