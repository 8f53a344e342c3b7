#!/usr/bin/env python3
"""Draws the picture of docs/operators/distance.md: distance.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar


def draw(panels, output):
    figure, axes = plt.subplots(1, len(panels), figsize=(3 * len(panels), 3.2))
    for axis, (title, image, colours) in zip(axes, panels):
        axis.imshow(image, cmap=colours, interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=80)


def main(output):
    image = preamar.generate("blobs", 160)
    distance, indices = preamar.distance(image, indices=True)
    stretched = preamar.distance(image, spacing=[1, 3])
    colours = np.random.default_rng(1).permutation(image.size)
    nearest = np.where(image, colours[indices], 0)
    draw([("image", image, "gray"), ("distance", distance, "magma"), ("spacing 1,3", stretched, "magma"),
          ("indices, coloured", nearest, "nipy_spectral")], output)


if __name__ == "__main__":
    main(*sys.argv[1:])
