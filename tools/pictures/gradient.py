#!/usr/bin/env python3
"""Draws the picture of docs/operators/gradient.md: gradient.py OUTPUT."""
import sys

import numpy as np
import preamar
from filters import draw


def main(output):
    image = preamar.generate("photo", 512)[:160, :160]
    fine = preamar.gradient(image, sigma=1)
    coarse, direction = preamar.gradient(image, sigma=3, direction=True)
    draw(output, [("image", image, "gray", 255), ("sigma 1", fine, "gray", fine.max() / 2),
                  ("sigma 3", coarse, "gray", coarse.max() / 1.5), ("direction, sigma 3", direction, "twilight", np.pi)])


if __name__ == "__main__":
    main(*sys.argv[1:])
