#!/usr/bin/env python3
"""Draws the picture of docs/examples/porous_volume.md with a Python that has preamar: porous_volume.py OUTPUT."""
import pathlib
import sys
import tempfile

import numpy as np
import preamar
from sheet import coloured, panels, save, show

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "porous_volume"))
from make_volume import scan
from pores import find_pores, find_throats

SIDE, SEED, SLICE = 128, 1, 60


def draw_network(axis, pores, depth, pairs):
    """Pores as circles of their largest sphere, and throats as lines, seen along the first axis."""
    table = preamar.measure(pores, depth, properties=["centroid", "intensity_max"])
    y, x = table["centroid-1"], table["centroid-2"]
    index = np.searchsorted(table["label"], pairs)
    axis.plot(x[index.T], y[index.T], color="0.45", linewidth=0.7)
    order = np.argsort(table["centroid-0"])
    axis.scatter(x[order], y[order], s=2.2 * table["intensity_max"][order]**2, c=table["centroid-0"][order],
                 cmap="viridis", edgecolors="black", linewidths=0.5, zorder=2)
    axis.set(xlim=(0, SIDE), ylim=(SIDE, 0), aspect="equal", xticks=[], yticks=[])
    axis.set_title(f"{len(order)} pores, {len(pairs)} throats", fontsize=10)


def main(output):
    with tempfile.TemporaryDirectory() as folder:
        rock = pathlib.Path(folder) / "rock.ome.zarr"
        image = scan(SIDE, SEED)
        preamar.write_image(rock, image)
        find_pores(rock, folder)
        pores = preamar.read_image(pathlib.Path(folder) / "pores.ome.zarr")
    depth = preamar.distance(pores > 0)
    figure, axes = panels(4)
    show(axes[0], f"scan, slice {SLICE}", image[SLICE])
    show(axes[1], "distance to the rock", depth[SLICE], cmap="magma", vmax=depth[SLICE].max())
    show(axes[2], "watershed: pores", coloured(pores[SLICE], image[SLICE]))
    draw_network(axes[3], pores, depth, find_throats(pores)[0])
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
