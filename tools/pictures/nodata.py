#!/usr/bin/env python3
"""Draws the picture of docs/nodata.md with a Python that has preamar, and prints its figures: nodata.py OUTPUT.

The model is SRTM data of the Jacksboro fault from matplotlib's sample data; the void is cut out here."""
import sys

import matplotlib
import matplotlib.cbook
import numpy as np
import preamar
from scipy import ndimage
from sheet import draw

NODATA, SIGMA, HIGH = -32768, 3, 600


def model():
    """Metres, and which cells have data: all but a void across a valley, and a missing line."""
    elevation = matplotlib.cbook.get_sample_data("jacksboro_fault_dem.npz")["elevation"]
    y, x = np.mgrid[: elevation.shape[0], : elevation.shape[1]]
    valid = ((x - 250) / 60) ** 2 + ((y - 140) / 35) ** 2 > 1
    valid[300, 40:200] = False
    return np.where(valid, elevation, NODATA).astype(np.int16), valid


def figures(elevation, valid):
    smooth = preamar.gaussian(elevation, SIGMA, dtype="float64", valid=valid)
    weights = ndimage.gaussian_filter(valid.astype(float), SIGMA, mode="nearest")
    sums = ndimage.gaussian_filter(np.where(valid, elevation, 0).astype(float), SIGMA, mode="nearest")
    print(f"gaussian: at most {np.abs(smooth.data[valid] - sums[valid] / weights[valid]).max():.1e} m from SciPy's sums and weights; "
          f"without valid pixels {preamar.gaussian(elevation, SIGMA)[valid].min()} m at the lowest")
    filled = preamar.fill_depressions(elevation, valid=valid)
    print(f"fill_depressions: {np.count_nonzero((filled.data > elevation) & valid)} cells raised; "
          f"without valid pixels {np.count_nonzero(preamar.fill_depressions(elevation) > elevation)}")
    high = preamar.threshold(elevation, HIGH, valid=valid)
    labels, count = preamar.label(high)
    theirs, their_count = ndimage.label(np.ma.masked_array(elevation, ~valid).filled(0) > HIGH, np.ones((3, 3)))
    assert count == their_count and np.array_equal(labels.data, theirs)
    table = preamar.measure(labels.data, elevation, valid=valid)
    largest = table["size"].argmax()
    mean = np.ma.masked_array(elevation, ~valid)[labels.data == table["label"][largest]].mean()
    assert np.isclose(table["intensity_mean"][largest], mean)
    print(f"threshold and label: {count} areas above {HIGH} m, as in SciPy; the largest has a mean of {mean:.1f} m, as in "
          "NumPy")
    level = preamar.otsu(elevation, valid=valid)
    print(f"otsu: {level:.0f} m; without valid pixels {preamar.otsu(elevation):.0f} m")
    return smooth, filled


def main(output):
    elevation, valid = model()
    smooth, filled = figures(elevation, valid)
    colours = matplotlib.colormaps["terrain"].with_extremes(bad="black", under="black")
    heights = {"cmap": colours, "vmin": 236, "vmax": 1076}
    draw(output, [("model, no data in black", np.where(valid, elevation, 0), dict(heights)),
                  ("gaussian", np.where(valid, smooth.data, 0), dict(heights)),
                  ("gaussian of the stored values", np.where(valid, preamar.gaussian(elevation, SIGMA), 0), dict(heights)),
                  ("raised by fill_depressions", np.where(valid, filled.data - elevation, 0),
                   {"cmap": "Blues", "vmin": 0, "vmax": 30, "bar": "metres"})])


if __name__ == "__main__":
    main(*sys.argv[1:])
