#!/usr/bin/env python3
"""Draws the picture of docs/operators/otsu.md with a Python that has preamar: otsu.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from scenes import nuclei


def main(output):
    image = nuclei()
    level = preamar.otsu(image)
    figure, (left, middle, right) = plt.subplots(1, 3, figsize=(10.8, 3.5), layout="constrained", width_ratios=(1, 1.25, 1))
    left.imshow(image, cmap="gray", vmin=0, vmax=230, interpolation="nearest")
    left.set_title("image")
    middle.stairs(preamar.histogram(image), np.arange(257) - 0.5, fill=True, color="0.7")
    middle.axvline(level, color="tab:orange", linewidth=2)
    top = middle.get_ylim()[1]
    middle.text(level + 4, 0.93 * top, f"threshold {level:g}", color="tab:orange")
    middle.set(xlabel="grey level", ylabel="pixels", xlim=(0, 220), title="histogram: background and nuclei")
    right.imshow(preamar.threshold(image, level), cmap="gray", interpolation="nearest")
    right.set_title(f"pixels above {level:g}")
    for panel in (left, right):
        panel.set_axis_off()
    figure.savefig(output, dpi=72)


if __name__ == "__main__":
    main(*sys.argv[1:])
