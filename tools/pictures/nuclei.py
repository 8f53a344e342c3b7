#!/usr/bin/env python3
"""Draws the picture of the README, touching nuclei taken apart, with a Python that has preamar: nuclei.py OUTPUT."""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
import scenes
from sheet import coloured


def steps():
    """Title and picture of each step."""
    image = scenes.nuclei(seed=8)
    value = preamar.otsu(preamar.gaussian(image, 1))
    mask = preamar.fill_holes(preamar.gaussian(image, 1) > value)
    depth = preamar.distance(mask)
    markers, _ = preamar.label(preamar.h_maxima(depth, 0.5, extended=True) & mask)
    nuclei = preamar.watershed(-depth, markers, mask=mask)
    components, count = preamar.label(mask)
    yield "image", image
    yield "threshold, holes filled", mask
    yield f"label: {count} components", coloured(components)
    yield f"watershed: {len(np.unique(nuclei)) - 1} nuclei", coloured(nuclei)


def main(output):
    figure, axes = plt.subplots(1, 4, figsize=(12, 3.3))
    for axis, (title, picture) in zip(axes, steps()):
        axis.imshow(picture, cmap="gray", interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
