#!/usr/bin/env python3
"""Draws the picture of docs/operators/hysteresis.md with a Python that has preamar: hysteresis.py OUTPUT."""
import sys

import preamar
import scenes
from sheet import panels, save, show

LOW, HIGH = 57, 110


def main(output):
    image = scenes.vessels(160)
    figure, axes = panels(4)
    show(axes[0], "image", image)
    show(axes[1], f"above {LOW}: noise", image > LOW)
    show(axes[2], f"above {HIGH}: broken lines", image > HIGH)
    show(axes[3], f"hysteresis, {LOW} and {HIGH}", preamar.hysteresis(image, LOW, HIGH))
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
