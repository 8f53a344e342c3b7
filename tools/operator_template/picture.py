#!/usr/bin/env python3
"""Draws the picture of docs/operators/sample_operator.md: sample_operator.py OUTPUT."""
import sys

import preamar
from scenes import nuclei
from sheet import draw


def main(output):
    image = nuclei()
    result = preamar.sample_operator(image, above=100)
    draw(output, [("image", image, {}), ("sample_operator", result, {"vmax": 1})])


if __name__ == "__main__":
    main(*sys.argv[1:])
