#!/usr/bin/env python3
"""Draws the picture of docs/operators/geodesic_distance.md: geodesic_distance.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar


def main(output):
    mask = preamar.generate("blobs", 200)
    marker = np.zeros_like(mask)
    labels, sizes = np.argwhere(mask), mask.shape
    y, x = labels[np.abs(labels - np.array(sizes) * (0.95, 0.05)).sum(1).argmin()]
    marker[y, x] = 1
    panels = {"mask, and the marker": None}
    for weights in ("steps", "quasi_euclidean"):
        ways = preamar.geodesic_distance(marker, mask, weights=weights).astype(float)
        ways[ways == np.iinfo(np.uint32).max] = np.nan
        panels[weights] = ways
    figure, axes = plt.subplots(1, 3, figsize=(9, 3.2))
    for axis, (title, ways) in zip(axes, panels.items()):
        axis.imshow(mask, cmap="gray", interpolation="nearest")
        if ways is None:
            axis.plot(x, y, "o", color="tab:orange")
        else:
            axis.imshow(np.where(mask, 0.5, 0.0), cmap="gray", vmin=0, vmax=1, interpolation="nearest")
            axis.imshow(ways, cmap="prism", interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=80)


if __name__ == "__main__":
    main(*sys.argv[1:])
