#!/usr/bin/env python3
"""Draws the picture of docs/operators/label.md: label.py PREAMAR OUTPUT."""
import sys

from sheet import coloured, draw, made_by


def main(preamar, output):
    mask, corners, faces = made_by(preamar, "tissue-bin", 1024, ("label",), ("label", "--connectivity", 1))
    draw(output, [("image", mask), ("label", coloured(corners)), ("connectivity 1", coloured(faces))])


if __name__ == "__main__":
    main(*sys.argv[1:])
