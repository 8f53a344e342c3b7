#!/usr/bin/env python3
"""Draws the picture of the README, touching nuclei taken apart, with a Python that has preamar: nuclei.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from sheet import coloured, panels, save, show


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
    figure, axes = panels(4)
    for axis, (title, picture) in zip(axes, steps()):
        show(axis, title, picture)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
