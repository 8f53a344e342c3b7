#!/usr/bin/env python3
"""Draws the picture of docs/operators/watershed.md: watershed.py PREAMAR OUTPUT."""
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tifffile

SIDE = 128  # of the corner that is shown


def made(preamar):
    """Image, markers, labels, labels with a line."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}.tif" for name in ("image", "markers", "labels", "line")]
        for words in (["generate", "tissue-seeds", "2048", "-o", *files[:2]],
                      ["watershed", *files[:2], "-o", files[2]],
                      ["watershed", *files[:2], "-o", files[3], "--line"]):
            subprocess.run([preamar, *map(str, words), "--quiet"], check=True)
        return [tifffile.imread(file)[:SIDE, :SIDE] for file in files]


def coloured(labels):
    """Labels in colours that are the same in every panel; 0 is black."""
    colours = np.random.default_rng(3).uniform(0.25, 1, (labels.max() + 1, 3))
    colours[0] = 0
    return colours[labels]


def main(preamar, output):
    image, markers, labels, line = made(preamar)
    panels = {"image": image, "markers": coloured(markers), "labels": coloured(labels), "line": coloured(line)}
    figure, axes = plt.subplots(1, 4, figsize=(12, 3.3))
    for axis, (title, picture) in zip(axes, panels.items()):
        axis.imshow(picture, cmap="gray", interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=64)


if __name__ == "__main__":
    main(*sys.argv[1:])
