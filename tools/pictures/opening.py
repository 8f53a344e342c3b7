#!/usr/bin/env python3
"""Draws the picture of docs/operators/opening.md with a Python that has preamar: opening.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from scenes import nuclei, vessels


def main(output):
    image = np.maximum(nuclei(), (0.9 * vessels()).astype(np.uint8))
    panels = [("nuclei and vessels", image), ("opening, radius 5", preamar.opening(image, 5)),
              ("closing, radius 4", preamar.closing(image, 4))]
    figure, axes = plt.subplots(1, 3, figsize=(9.6, 3.5), layout="constrained")
    for axis, (title, shown) in zip(axes, panels):
        axis.imshow(shown, cmap="gray", vmin=0, vmax=220, interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.savefig(output, dpi=72)


if __name__ == "__main__":
    main(*sys.argv[1:])
