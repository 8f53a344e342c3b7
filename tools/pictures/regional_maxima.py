#!/usr/bin/env python3
"""Draws the picture of docs/operators/regional_maxima.md: regional_maxima.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    image, maxima, minima = made_by(preamar, "tissue", 1024, ("regional_maxima",), ("regional_minima",))
    draw(output, [("image", image), ("regional_maxima", maxima), ("regional_minima", minima)], side=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
