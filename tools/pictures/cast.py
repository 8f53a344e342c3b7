#!/usr/bin/env python3
"""Draws the picture of docs/operators/cast.md with a Python that has preamar: cast.py OUTPUT."""
import sys

import numpy as np
import preamar
from scenes import nuclei
from sheet import draw


def main(output):
    image = 2.4 * preamar.gaussian(nuclei().astype(np.float32), sigma=1.5) - 120
    saturated = preamar.cast(image, "uint8")
    ends = {"vmin": float(image.min()), "vmax": float(image.max())}
    draw(
        output,
        [("image, float32", image, ends), ("cast to uint8", saturated, ends)],
        row=96,
        profiles=[("image, float32", image), ("cast to uint8", saturated)],
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
