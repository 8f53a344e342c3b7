#!/usr/bin/env python3
"""Draws the picture of docs/operators/geodesic_distance.md with a Python that has preamar: geodesic_distance.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from filters import panels, save, show


def main(output):
    image = scenes.vessels(192)
    smooth = preamar.gaussian(image, sigma=1.5)
    mask = preamar.remove_small_objects(smooth > 75, 60)
    labels = preamar.label(mask)[0]
    largest = labels == np.bincount(labels[mask]).argmax()
    rows, columns = np.nonzero(largest)
    seed = rows.argmax()
    marker = np.zeros_like(mask)
    marker[rows[seed], columns[seed]] = True
    lengths = preamar.geodesic_distance(marker, mask, weights="quasi_euclidean")
    reached = lengths < np.iinfo(lengths.dtype).max

    figure, axes = panels(3)
    show(axes[0], "vessels", image)
    show(axes[1], "mask and marker", mask)
    show(axes[2], "path length inside the mask", mask, vmax=3)
    shown = show(axes[2], "path length inside the mask", np.where(reached, lengths / 5, np.nan), "turbo")
    figure.colorbar(shown, ax=axes[2], shrink=0.8).set_label("pixels")
    for axis in axes[1:]:
        axis.plot(columns[seed], rows[seed], "o", color="tab:orange", markeredgecolor="white", markersize=8, clip_on=False)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
