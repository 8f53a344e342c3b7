#!/usr/bin/env python3
"""Draws the contact sheet of docs/instances.md: instances.py PREAMAR OUTPUT, from images that PREAMAR generates."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tifffile
from PIL import Image

# Name, size, image, and the side of the corner that is shown; of volumes, the plane in the middle.
PANELS = [
    ("tissue", 1024, 0, 128), ("tissue-25", 1024, 0, 1024), ("tissue-50", 1024, 0, 1024), ("tissue-75", 1024, 0, 1024),
    ("fluorescence", 1024, 0, 256), ("fluorescence", 1024, 1, 256),
    ("tissue-100-h", 1024, 0, 128), ("tissue-50-border", 64, 0, 64), ("tissue-bin", 1024, 0, 256),
    ("tissue-seeds", 1024, 0, 128), ("tissue-seeds", 1024, 1, 128), ("tissue3d", 128, 0, 128),
    ("tissue3d-bin", 128, 0, 128), ("photo", 512, 0, 512), ("random", 1024, 0, 48), ("random-pair", 1024, 0, 48),
    ("random-10", 1024, 0, 64), ("random-50", 1024, 0, 64), ("random-90", 1024, 0, 64), ("random-bg1", 1024, 0, 128),
    ("spiral", 25, 0, 25), ("snake", 17, 0, 17), ("serpentine", 17, 0, 17), ("comb", 17, 0, 17), ("chess", 32, 0, 32),
    ("chess3d-2", 32, 0, 32), ("blocks", 64, 0, 64), ("blobs", 512, 0, 256), ("blobs3d", 128, 0, 128),
    ("circles", 256, 0, 256), ("big-circle", 256, 0, 256), ("centre-circle", 256, 0, 256), ("ball3d", 64, 0, 64),
    ("corners", 256, 0, 256), ("diagonal", 128, 0, 128), ("cross", 128, 0, 128), ("random3d-20", 64, 0, 64),
    ("random3d-50", 64, 0, 64), ("iwpp-16-circles", 128, 0, 128), ("iwpp-big-circle", 128, 0, 128),
    ("iwpp-big-disk", 128, 0, 128), ("iwpp-central-circle", 128, 0, 128), ("iwpp-random-pair", 1024, 0, 48),
    ("tomography-blocks", 64, 0, 64), ("tomography-spiral", 25, 0, 25),
]
COLUMNS = 9


def image_counts(preamar):
    listed = subprocess.run([preamar, "generate", "--list", "--json"], check=True, capture_output=True).stdout
    return {instance["name"]: instance["images"] for instance in json.loads(listed)["instances"]}


def generate(preamar, name, size, count, folder):
    files = [folder / f"{name}-{which}.tif" for which in range(count)]
    subprocess.run([preamar, "generate", name, str(size), "-o", *files, "--overwrite", "--quiet"], check=True)
    return [tifffile.imread(file) for file in files]


def shown(image, side):
    if image.ndim == 3:
        image = image[len(image) // 2]
    image = image[:side, :side]
    if image.dtype == np.int32:  # labels: shades that differ between neighbours
        image = np.where(image, image * 97 % 200 + 55, 0)
    return image, 255 if image.max() > 1 else 1


def main(preamar, output):
    rows = -(-len(PANELS) // COLUMNS)
    figure, axes = plt.subplots(rows, COLUMNS, figsize=(COLUMNS * 1.1, rows * 1.25), dpi=140)
    counts = image_counts(preamar)
    with tempfile.TemporaryDirectory() as folder:
        for axis, (name, size, which, side) in zip(axes.flat, PANELS):
            image, top = shown(generate(preamar, name, size, counts[name], Path(folder))[which], side)
            smooth = "antialiased" if side >= 128 and top > 1 else "nearest"
            axis.imshow(image, cmap="gray", vmin=0, vmax=top, interpolation=smooth)
            axis.set_title(name if which == 0 else name + " (2nd)", fontsize=6, pad=2)
    for axis in axes.flat[len(PANELS):]:
        axis.remove()
    for axis in axes.flat[:len(PANELS)]:
        axis.set(xticks=[], yticks=[])
        axis.spines[:].set(linewidth=0.4, color="gray")
    figure.subplots_adjust(left=0.005, right=0.995, bottom=0.01, top=0.965, wspace=0.04, hspace=0.16)
    figure.savefig(output)
    Image.open(output).convert("L").quantize(32).save(output, optimize=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
