#!/usr/bin/env python3
"""Draws the picture of docs/operators/dilate.md: dilate.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    images = made_by(preamar, "tissue", 1024, ("dilate", "--radius", 4), ("erode", "--radius", 4))
    draw(output, list(zip(("image", "dilate", "erode"), images)), row=60, profiles=("image", "dilate", "erode"))


if __name__ == "__main__":
    main(*sys.argv[1:])
