#!/usr/bin/env python3
"""Draws the picture of docs/operators/fill_depressions.md: fill_depressions.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    images = made_by(preamar, "photo", 1024, ("fill_depressions",))
    draw(output, list(zip(("elevation", "fill_depressions"), images)), row=60, profiles=("elevation", "fill_depressions"))


if __name__ == "__main__":
    main(*sys.argv[1:])
