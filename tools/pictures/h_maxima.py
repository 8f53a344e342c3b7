#!/usr/bin/env python3
"""Draws the picture of docs/operators/h_maxima.md with a Python that has preamar: h_maxima.py OUTPUT."""
import sys

import preamar
import scenes
from sheet import draw, marked

ROW = 40


def main(output):
    image = scenes.nuclei(128, seed=11)
    maxima, cut = preamar.regional_maxima(image), preamar.h_maxima(image, h=25)
    extended = preamar.h_maxima(image, h=25, extended=True)
    panels = [("image", image, {}), ("regional_maxima", marked(image, maxima, (1, 0.3, 0.2), wider=0), {}),
              ("h_maxima, h = 25, extended", marked(image, extended, (1, 0.3, 0.2), wider=0), {})]
    draw(output, panels, row=ROW, profiles=[("image", image), ("h_maxima, h = 25", cut)])


if __name__ == "__main__":
    main(*sys.argv[1:])
