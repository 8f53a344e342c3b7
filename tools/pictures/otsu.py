#!/usr/bin/env python3
"""Draws the picture of docs/operators/otsu.md: otsu.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar

SIDE = 256  # of the corner that is shown


def main(output):
    image = preamar.generate("tissue", 1024)
    level = preamar.otsu(image)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(10.8, 3.4), layout="constrained", width_ratios=(1, 1.3, 1))
    left.imshow(image[:SIDE, :SIDE], cmap="gray", vmin=0, vmax=255, interpolation="nearest")
    left.set_title("image")
    middle.stairs(preamar.histogram(image), np.arange(257), fill=True, color="0.7")
    middle.axvline(level, color="tab:red", label=f"level {level:g}")
    middle.set(xlabel="level", ylabel="pixels")
    middle.legend()
    right.imshow(preamar.threshold(image, level)[:SIDE, :SIDE], cmap="gray", interpolation="nearest")
    right.set_title("above the level")
    for panel in (left, right):
        panel.set_axis_off()
    figure.savefig(output, dpi=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
