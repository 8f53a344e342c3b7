#!/usr/bin/env python3
"""Draws the picture of docs/operators/threshold.md: threshold.py OUTPUT."""
import sys

import preamar
from sheet import draw


def main(output):
    image = preamar.generate("tissue", 1024)
    draw(output, [("image", image)] + [(f"above {level}", preamar.threshold(image, level)) for level in (120, 165, 190)])


if __name__ == "__main__":
    main(*sys.argv[1:])
