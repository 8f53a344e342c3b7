#!/usr/bin/env python3
"""Draws the picture of docs/operators/fill_holes.md with a Python that has preamar: fill_holes.py OUTPUT."""
import sys

import preamar
import scenes
from sheet import draw

ROW = 92


def main(output):
    image = scenes.nuclei(128)
    filled = preamar.fill_holes(image)
    change = filled.astype(int) - image
    panels = [("image", image, {}), ("fill_holes", filled, {}),
              ("change", change, {"cmap": "magma", "vmax": change.max(), "bar": "grey levels"})]
    draw(output, panels, row=ROW, profiles=[("image", image), ("fill_holes", filled)])


if __name__ == "__main__":
    main(*sys.argv[1:])
