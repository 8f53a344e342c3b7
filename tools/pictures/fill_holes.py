#!/usr/bin/env python3
"""Draws the picture of docs/operators/fill_holes.md: fill_holes.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    images = made_by(preamar, "tissue", 1024, ("fill_holes",))
    draw(output, list(zip(("image", "fill_holes"), images)), row=60, profiles=("image", "fill_holes"))


if __name__ == "__main__":
    main(*sys.argv[1:])
