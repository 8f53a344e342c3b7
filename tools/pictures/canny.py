#!/usr/bin/env python3
"""Draws the picture of docs/operators/canny.md: canny.py PREAMAR OUTPUT."""
import sys

from sheet import draw, made_by

OPTIONS = ("--sigma", 1.4, "--low", 4, "--high", 7)


def main(preamar, output):
    image, gradient, differential = made_by(
        preamar, "photo", 1024, ("canny", *OPTIONS), ("canny", *OPTIONS, "--method", "differential")
    )
    panels = [("image", image), ("gradient", gradient), ("differential", differential)]
    draw(output, [*panels, ("in one of both", gradient != differential)], side=200)


if __name__ == "__main__":
    main(*sys.argv[1:])
