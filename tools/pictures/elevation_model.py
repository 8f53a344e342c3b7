#!/usr/bin/env python3
"""Draws the picture of docs/examples/elevation_model.md with a Python that has preamar: elevation_model.py OUTPUT."""
import pathlib
import sys

import numpy as np
import preamar
from matplotlib.colors import LightSource
from sheet import plt, save, show

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "elevation_model"))
from make_terrain import CELL, NODATA, terrain

SIDE, SEED = 512, 1


def shaded(elevation):
    """Relief in colours of height, lit from the north-west; white where there is no data."""
    heights = np.where(elevation == NODATA, np.nan, elevation)
    low, high = np.nanmin(heights), np.nanmax(heights)
    picture = LightSource(315, 45).shade(np.nan_to_num(heights, nan=high), plt.get_cmap("gist_earth"),
                                         blend_mode="soft", vert_exag=5, dx=CELL, dy=CELL,
                                         vmin=low - 0.6 * (high - low), vmax=high + 30)
    picture[elevation == NODATA] = 1
    return picture[..., :3]


def main(output):
    elevation = terrain(SIDE, SEED)
    filled = preamar.fill_depressions(elevation, nodata=NODATA)
    depth = filled - elevation
    flooded = shaded(elevation)
    flooded[depth > 1] = (0.16, 0.42, 0.80)
    figure, axes = plt.subplots(1, 3, figsize=(12, 4), gridspec_kw={"width_ratios": [1, 1, 1.22]})
    show(axes[0], "terrain", shaded(elevation))
    show(axes[1], "depressions deeper than 1 m, filled", flooded)
    show(axes[2], "difference: depth of the fill", np.where(elevation == NODATA, np.nan, depth), cmap="Blues",
         vmin=0, vmax=float(np.quantile(depth[depth > 0], 0.98)))
    figure.colorbar(axes[2].images[0], ax=axes[2], shrink=0.8, label="metres")
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
