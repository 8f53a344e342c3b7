#!/usr/bin/env python3
"""Draws the picture of docs/operators/hysteresis.md: hysteresis.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    image, out = made_by(preamar, "tissue", 1024, ("hysteresis", "--low", 165, "--high", 190))
    draw(output, [("image", image), ("above 165", image > 165), ("above 190", image > 190), ("hysteresis", out)])


if __name__ == "__main__":
    main(*sys.argv[1:])
