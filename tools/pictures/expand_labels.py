#!/usr/bin/env python3
"""Draws the picture of docs/operators/expand_labels.md with a Python that has preamar: expand_labels.py OUTPUT."""
import sys

import numpy as np
import preamar
from objects import nuclei, separated
from sheet import coloured, panels, save, show


def main(output):
    image, mask = nuclei()
    labels = preamar.relabel(separated(preamar.erode(mask, radius=2))[2])[0]
    figure, axes = panels(4)
    show(axes[0], "image", image)
    show(axes[1], "labels", coloured(labels, image))
    show(axes[2], "expand_labels, distance = 4", coloured(preamar.expand_labels(labels, distance=4), image))
    show(axes[3], "distance = inf: Voronoi regions", coloured(preamar.expand_labels(labels, distance=np.inf)))
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
