#!/usr/bin/env python3
"""Draws the pictures of docs/real-data.md: images whose licence allows it, and what is found in them.

    pictures.py OUTPUT [FOLDER]: real-nuclei.png, real-coins.png and real-tissue.png in OUTPUT; FOLDER as for figures.py
"""
import pathlib
import sys

import figures
import numpy as np
import preamar

sys.path.append(str(figures.ROOT / "tools/pictures"))
from matplotlib.patches import Rectangle
from sheet import coloured, panels, save, show

WINDOW = np.s_[290:510, :256]  # of the nuclei: some touch
GLAND = np.s_[150:450, 100:400]
RIGHT, WRONG, MISSED = (0.15, 0.75, 0.35), (0.95, 0.35, 0.1), (0.3, 0.55, 1.0)


def outlines(labels, chosen):
    """Pixels of the chosen labels beside other labels or the background."""
    edges = np.zeros(labels.shape, bool)
    for axis in (0, 1):
        for shift in (1, -1):
            edges |= labels != np.roll(labels, shift, axis)
    return edges & np.isin(labels, chosen)


def marked(grey, labels, truth):
    """What was found, in two colours: right or wrong; true objects that nothing matches, in a third."""
    right = [figures.peers.scores((labels == label).astype(np.int64), truth)[0] > 0 for label in range(1, labels.max() + 1)]
    good = np.flatnonzero(right) + 1
    hit = [label for label in range(1, truth.max() + 1)
           if figures.peers.scores((truth == label).astype(np.int64), np.where(np.isin(labels, good), labels, 0))[0]]
    picture = np.repeat(grey[..., None], 3, axis=2)
    picture[outlines(truth, np.setdiff1d(np.unique(truth[truth > 0]), hit))] = MISSED
    picture[outlines(labels, np.setdiff1d(np.unique(labels[labels > 0]), good))] = WRONG
    picture[outlines(labels, good)] = RIGHT
    return picture


def draw_nuclei(output, folder):
    image, truth = (preamar.read_image(folder / name).astype(np.int64) for name in ("nuclei.tif", "nuclei-truth.tif"))
    grey = np.minimum(image / 100, 1) ** 0.5
    figure, axes = panels(4, 3.6)
    show(axes[0], "fluorescence; the next pictures: the box", grey, vmax=1)
    axes[0].add_patch(Rectangle((0, 290), 256, 220, fill=False, edgecolor="orange", linewidth=1.5))
    show(axes[1], f"{len(np.unique(truth)) - 1} nuclei, drawn by hand", coloured(truth)[WINDOW])
    for axis, name, labels in ((axes[2], "Preamar", figures.nuclei.find_nuclei(image).astype(np.int64)),
                               (axes[3], "scikit-image", figures.peers.find_nuclei(image)[0].astype(np.int64))):
        right, found, _, _ = figures.peers.scores(labels, truth)
        show(axis, f"{name}: {right} of {found} right", marked(grey, labels, truth)[WINDOW])
    save(figure, output / "real-nuclei.png")


def draw_coins(output, folder):
    image = preamar.read_image(folder / "coins.png")
    labels, markers = figures.coins.find_coins(image), figures.coins.mark(image)
    gradient = preamar.sobel(image)
    picture = np.repeat(np.minimum(gradient / 255, 1)[..., None], 3, axis=2)
    picture[markers == 1], picture[markers == 2] = MISSED, WRONG
    figure, axes = panels(4, 3.2)
    show(axes[0], "coins", image)
    show(axes[1], "Otsu's threshold", image > preamar.otsu(image))
    show(axes[2], "gradient and two markers", picture)
    show(axes[3], f"watershed: {labels.max()} coins", coloured(labels))
    save(figure, output / "real-coins.png")


def draw_tissue(output, folder):
    rgb = figures.rgb_of(folder / "ihc.png")
    stains = [preamar.read_image(folder / "ihc.png", channel=name) for name in ("haematoxylin", "dab")]
    brown = stains[1] > preamar.otsu(stains[1])
    faded = rgb / 255 * 0.4 + 0.6
    faded[brown] = rgb[brown] / 255
    figure, axes = panels(4, 2.8)
    show(axes[0], "glands of a colon", rgb[GLAND])
    for axis, name, stain in zip(axes[1:], ("haematoxylin", "DAB"), stains):
        show(axis, name, stain[GLAND], cmap="magma", vmax=float(np.percentile(stain, 99.5)))
    show(axes[3], f"DAB above Otsu: {100 * brown.mean():.0f} % of the tile", faded[GLAND])
    save(figure, output / "real-tissue.png")


def main(output, folder=figures.DEFAULT):
    output, folder = pathlib.Path(output), pathlib.Path(folder)
    for draw in (draw_nuclei, draw_coins, draw_tissue):
        draw(output, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
