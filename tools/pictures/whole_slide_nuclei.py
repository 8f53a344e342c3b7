#!/usr/bin/env python3
"""Draws the pictures of docs/examples/whole_slide_nuclei.md, with a Python that has preamar: whole_slide_nuclei.py FOLDER.

Each picture shows the same window of a slide after one or two steps of examples/whole_slide_nuclei/nuclei.py.
"""
import pathlib
import sys
import tempfile

import numpy as np
import preamar
import tifffile
from matplotlib.patches import Rectangle
from scipy import ndimage
from sheet import coloured, panels, plt, save, show

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples" / "whole_slide_nuclei"))
from make_slide import make

SIDE, SEED = 2048, 5
SURROUNDINGS = np.s_[800:1312, 700:1212]
WINDOW = np.s_[910:1090, 890:1070]


def steps(slide):
    """The images of all steps, as nuclei.py computes them, by name."""
    raw = preamar.read_image(slide, channel="haematoxylin", channel_range=(0, 0.15))
    opened = preamar.opening_by_reconstruction(raw, 3)
    level = preamar.otsu(opened.reshape(SIDE // 2, 2, SIDE // 2, 2).mean(axis=(1, 3)).astype(np.uint8))
    mask = opened > level
    filled = preamar.fill_holes(mask)
    depth = preamar.distance(filled)
    markers, _ = preamar.label(preamar.h_maxima(depth, 1, extended=True) & filled)
    return {"raw": raw, "opened": opened, "level": level, "mask": mask, "filled": filled, "depth": depth,
            "markers": markers, "components": preamar.label(filled)[0],
            "nuclei": preamar.watershed(-depth, markers, mask=filled)}


def on_white(labels):
    """Labels in colours on white, as on paper."""
    numbers = np.unique(labels, return_inverse=True)[1].reshape(labels.shape)
    picture = coloured(numbers)
    picture[labels == 0] = 1
    return picture


def draw_outlines(axis, labels, colour):
    """The outline of each label, between its pixels and the others."""
    for label in np.unique(labels[labels > 0]):
        inside = ndimage.zoom((labels == label).astype(float), 4, order=1)
        axis.contour(np.linspace(0, labels.shape[1] - 1, inside.shape[1]),
                     np.linspace(0, labels.shape[0] - 1, inside.shape[0]), inside, [0.5], colors=colour, linewidths=1.4)


def draw_slide(output, rgb):
    figure, axes = panels(2, 4.2)
    show(axes[0], "512 x 512 pixels of the slide", rgb[SURROUNDINGS])
    axes[0].add_patch(Rectangle((890 - 700, 910 - 800), 180, 180, fill=False, edgecolor="black", linewidth=2))
    show(axes[1], "the window of the next pictures", rgb[WINDOW])
    save(figure, output)


def draw_opening(output, found):
    figure, axes = panels(3, 3.6)
    removed = found["raw"].astype(int) - found["opened"]
    show(axes[0], "haematoxylin", found["raw"][WINDOW])
    show(axes[1], "opening by reconstruction", found["opened"][WINDOW])
    show(axes[2], "difference: what was removed", removed[WINDOW], vmax=120)
    save(figure, output)


def draw_threshold(output, found):
    figure, axes = panels(3, 3.6)
    axes[0].hist(found["opened"].ravel(), bins=np.arange(257), color="0.6", log=True)
    axes[0].axvline(found["level"], color="tab:red")
    axes[0].set_title(f"histogram, Otsu's level {found['level']:.0f}", fontsize=10)
    axes[0].set_xlabel("haematoxylin")
    axes[0].set_ylabel("pixels")
    show(axes[1], "threshold", found["mask"][WINDOW])
    holes = np.repeat(found["mask"][WINDOW][..., None].astype(float), 3, axis=2)
    holes[(found["filled"] & ~found["mask"])[WINDOW]] = (0.95, 0.5, 0.1)
    show(axes[2], "fill_holes: filled pixels in orange", holes)
    save(figure, output)


def draw_markers(output, found):
    figure, axes = panels(2, 4.2)
    depth = found["depth"][WINDOW]
    picture = plt.get_cmap("magma")(depth / depth.max())[..., :3]
    show(axes[0], "distance to the background", picture)
    picture = picture.copy()
    picture[ndimage.binary_dilation(found["markers"][WINDOW] > 0)] = (0.1, 0.9, 0.9)
    show(axes[1], "h_maxima: one marker per nucleus", picture)
    save(figure, output)


def draw_watershed(output, rgb, found):
    figure, axes = panels(3, 3.6)
    show(axes[0], "connected components", on_white(found["components"][WINDOW]))
    show(axes[1], "watershed: separate nuclei", on_white(found["nuclei"][WINDOW]))
    show(axes[2], "outlines on the slide", rgb[WINDOW])
    draw_outlines(axes[2], found["nuclei"][WINDOW], "black")
    save(figure, output)


def main(folder):
    folder = pathlib.Path(folder)
    with tempfile.TemporaryDirectory() as work:
        make(work, SIDE, SEED)
        slide = pathlib.Path(work) / "slide.tif"
        rgb, found = tifffile.imread(slide), steps(slide)
    draw_slide(folder / "whole_slide_nuclei-slide.png", rgb)
    draw_opening(folder / "whole_slide_nuclei-opening.png", found)
    draw_threshold(folder / "whole_slide_nuclei-threshold.png", found)
    draw_markers(folder / "whole_slide_nuclei-markers.png", found)
    draw_watershed(folder / "whole_slide_nuclei-watershed.png", rgb, found)


if __name__ == "__main__":
    main(*sys.argv[1:])
