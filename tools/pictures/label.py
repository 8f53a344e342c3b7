#!/usr/bin/env python3
"""Draws the picture of docs/operators/label.md with a Python that has preamar: label.py OUTPUT."""
import sys

import preamar
from objects import nuclei, number
from sheet import coloured, panels, save, show


def main(output):
    image, mask = nuclei(seed=4)
    mask = preamar.opening(mask, radius=2)
    labels, count = preamar.label(mask)
    figure, axes = panels(3)
    show(axes[0], "image", image)
    show(axes[1], "mask", mask)
    show(axes[2], f"label: {count} connected components", coloured(labels))
    number(axes[2], labels)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
