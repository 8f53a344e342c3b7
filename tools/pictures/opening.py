#!/usr/bin/env python3
"""Draws the picture of docs/operators/opening.md: open.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    images = made_by(preamar, "tissue", 1024, ("opening", "--radius", 4), ("closing", "--radius", 4))
    draw(output, list(zip(("image", "opening", "closing"), images)), row=60, profiles=("image", "opening", "closing"))


if __name__ == "__main__":
    main(*sys.argv[1:])
