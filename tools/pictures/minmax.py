#!/usr/bin/env python3
"""Draws the picture of docs/operators/minmax.md: minmax.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar

SIDE = 128  # of the corner that is looked at


def main(output):
    image = preamar.generate("photo", 1024)[:SIDE, :SIDE]
    figure, axis = plt.subplots(figsize=(4.2, 3.4))
    axis.imshow(image, cmap="gray", vmin=0, vmax=255, interpolation="nearest")
    for level, colour in zip(preamar.minmax(image), ("tab:blue", "tab:red")):
        row, column = np.argwhere(image == level)[0]
        axis.plot(column, row, "o", markersize=12, fillstyle="none", markeredgewidth=2, color=colour, label=level)
    axis.set_axis_off()
    axis.legend(loc="center left", bbox_to_anchor=(1, 0.5), frameon=False)
    figure.tight_layout()
    figure.savefig(output, dpi=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
