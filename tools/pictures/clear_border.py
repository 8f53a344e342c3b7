#!/usr/bin/env python3
"""Draws the picture of docs/operators/clear_border.md: clear_border.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    image, cleared = made_by(preamar, "tissue-bin", 128, ("clear_border", "--kind", "binary"))
    draw(output, [("image", image), ("clear_border", cleared)])


if __name__ == "__main__":
    main(*sys.argv[1:])
