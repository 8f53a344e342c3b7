#!/usr/bin/env python3
"""Draws the picture of docs/operators/top_hat.md: top_hat.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by


def main(preamar, output):
    images = made_by(preamar, "tissue", 1024, ("top_hat", "--radius", 8))
    draw(output, list(zip(("image", "top_hat"), images)), row=60, profiles=("image", "top_hat"))


if __name__ == "__main__":
    main(*sys.argv[1:])
