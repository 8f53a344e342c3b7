#!/usr/bin/env python3
"""Draws the picture of docs/operators/remove_small_objects.md with a Python that has preamar: remove_small_objects.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from scipy import ndimage
from sheet import panels, save, show

REMOVED, FILLED = (1, 0.35, 0.25), (0.3, 0.75, 1)


def changed(before, after, colour):
    """The mask before, with the pixels that changed in a colour."""
    picture = np.repeat(before[..., None], 3, axis=2).astype(float)
    picture[before != after] = colour
    return picture


def main(output):
    image = scenes.nuclei(128, seed=5)
    noise = ndimage.gaussian_filter(np.random.default_rng(2).normal(0, 72, image.shape), 0.8)
    mask = image + noise > 88
    objects = preamar.remove_small_objects(mask, size=40)
    holes = preamar.remove_small_holes(objects, size=40)
    figure, axes = panels(4)
    show(axes[0], "mask", mask)
    show(axes[1], "remove_small_objects: removed in red", changed(mask, objects, REMOVED))
    show(axes[2], "remove_small_holes: filled in blue", changed(objects, holes, FILLED))
    show(axes[3], "result", holes)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
