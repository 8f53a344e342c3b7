#!/usr/bin/env python3
"""Draws the picture of docs/operators/watershed.md with a Python that has preamar: watershed.py OUTPUT."""
import sys

import numpy as np
import preamar
from objects import nuclei, separated
from sheet import coloured, panels, save, show


def main(output):
    image, mask = nuclei()
    depth, markers, labels = separated(mask)
    before, after = preamar.label(mask)[1], int(labels.max())
    figure, axes = panels(5, 2.7)
    show(axes[0], "image", image)
    show(axes[1], f"threshold: {before} components", coloured(preamar.label(mask)[0]))
    show(axes[2], "distance, and its maxima", depth, vmin=0, vmax=depth.max())
    table = preamar.measure(markers, properties="centroid")
    axes[2].scatter(table["centroid-1"], table["centroid-0"], s=12, color="tab:red")
    show(axes[3], f"watershed: {after} nuclei", coloured(labels))
    boundary = mask & (preamar.watershed(-depth, markers, mask, line=True) == 0)
    picture = np.repeat(image[..., None], 3, axis=2) / 255
    picture[boundary] = (1, 0.9, 0)
    show(axes[4], "with line", picture)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
