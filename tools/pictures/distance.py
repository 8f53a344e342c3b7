#!/usr/bin/env python3
"""Draws the picture of docs/operators/distance.md with a Python that has preamar: distance.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from filters import panels, save, show


def main(output):
    image = scenes.nuclei(128, seed=8)
    smooth = preamar.gaussian(image, sigma=1)
    mask = preamar.fill_holes(smooth > preamar.otsu(smooth))
    distance = preamar.distance(mask)
    peaks = preamar.label(preamar.h_maxima(distance, 0.5, extended=True) & mask)[0]
    centres = np.array([np.argwhere(peaks == number).mean(0) for number in range(1, peaks.max() + 1)])

    figure, axes = panels(4)
    show(axes[0], "touching nuclei", image)
    show(axes[1], "mask", mask)
    bar = figure.colorbar(show(axes[2], "distance", distance, "magma"), ax=axes[2], shrink=0.8)
    bar.set_label("pixels")
    show(axes[3], "level lines and maxima", mask, vmax=2)
    axes[3].contour(distance, levels=np.arange(2, distance.max(), 2), cmap="magma", linewidths=1)
    axes[3].plot(centres[:, 1], centres[:, 0], "o", color="tab:orange", markersize=4)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
