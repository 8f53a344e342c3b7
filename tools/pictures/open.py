#!/usr/bin/env python3
"""Draws the picture of docs/operators/open.md: open.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    images = made_by(preamar, "tissue", 1024, ("open", "--radius", 4), ("close", "--radius", 4))
    draw(output, list(zip(("image", "open", "close"), images)), row=60, profiles=("image", "open", "close"))


if __name__ == "__main__":
    main(*sys.argv[1:])
