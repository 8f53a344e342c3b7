#!/usr/bin/env python3
"""Draws the picture of docs/operators/threshold.md with a Python that has preamar: threshold.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import preamar
from scenes import nuclei

VALUE = 90


def main(output):
    image = nuclei()
    mask = preamar.threshold(image, VALUE)
    figure, axes = plt.subplots(1, 3, figsize=(9.6, 3.5), layout="constrained")
    for axis, (title, shown) in zip(axes, [("image", image), (f"pixels above {VALUE}", mask), ("outline of the mask", image)]):
        axis.imshow(shown, cmap="gray", vmin=0, vmax=1 if shown is mask else 230, interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    axes[2].contour(mask, levels=[0.5], colors="tab:orange", linewidths=1.2)
    figure.savefig(output, dpi=72)


if __name__ == "__main__":
    main(*sys.argv[1:])
