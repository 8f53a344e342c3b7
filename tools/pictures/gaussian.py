#!/usr/bin/env python3
"""Draws the picture of docs/operators/gaussian.md: gaussian.py OUTPUT."""
import sys

import preamar
from filters import draw


def main(output):
    image = preamar.generate("photo", 512)[:160, :160]
    smooth = [(f"sigma {sigma}", preamar.gaussian(image, sigma=sigma), "gray", 255) for sigma in (1.5, 4)]
    draw(output, [("image", image, "gray", 255), *smooth,
                  ("sigma 4, spacing 1,4", preamar.gaussian(image, sigma=4, spacing=[1, 4]), "gray", 255)])


if __name__ == "__main__":
    main(*sys.argv[1:])
