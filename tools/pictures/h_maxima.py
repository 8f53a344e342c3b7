#!/usr/bin/env python3
"""Draws the picture of docs/operators/h_maxima.md: h_maxima.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    image, cut, extended = made_by(preamar, "tissue", 1024, ("h_maxima", "--h", 25), ("h_maxima", "--h", 25, "--extended"))
    draw(output, [("image", image), ("h_maxima", cut), ("extended", extended)], row=60, profiles=("image", "h_maxima"))


if __name__ == "__main__":
    main(*sys.argv[1:])
