#!/usr/bin/env python3
"""Draws the picture of docs/operators/remove_small_objects.md: remove_small_objects.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by, made_of


def main(preamar, output):
    _, mask = made_by(preamar, "tissue", 1024, ("hysteresis", "--low", 165, "--high", 166))
    objects, holes = made_of(preamar, mask, ("remove_small_objects", "--size", 64), ("remove_small_holes", "--size", 64))
    draw(output, [("image", mask), ("remove_small_objects", objects), ("remove_small_holes", holes)])


if __name__ == "__main__":
    main(*sys.argv[1:])
