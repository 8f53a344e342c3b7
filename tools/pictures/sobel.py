#!/usr/bin/env python3
"""Draws the picture of docs/operators/sobel.md: sobel.py OUTPUT."""
import sys

import numpy as np
import preamar
from filters import draw


def main(output):
    image = preamar.generate("photo", 512)[:160, :160]
    slope, direction = preamar.sobel(image, direction=True)
    draw(output, [("image", image, "gray", 255), ("sobel", slope, "gray", slope.max() / 2),
                  ("direction", direction, "twilight", np.pi)])


if __name__ == "__main__":
    main(*sys.argv[1:])
