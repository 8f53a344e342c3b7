#!/usr/bin/env python3
"""Draws the picture of docs/operators/sample_operator.md: sample_operator.py OUTPUT."""
import sys

import preamar
from sheet import draw


def main(output):
    image = preamar.generate("tissue", 1024)
    draw(output, [("image", image), ("sample_operator", preamar.sample_operator(image, above=165))])


if __name__ == "__main__":
    main(*sys.argv[1:])
