#!/usr/bin/env python3
"""Draws the picture of docs/operators/reconstruct.md: reconstruct.py PREAMAR OUTPUT."""
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import tifffile

SIDE = 160  # of the corner that is shown
ROW = 80    # whose profile is drawn


def run(preamar, *words):
    subprocess.run([preamar, *map(str, words), "--quiet"], check=True)


def draw(images, output):
    figure, panels = plt.subplots(1, 4, figsize=(12, 3.1), gridspec_kw={"width_ratios": [1, 1, 1, 1.6]})
    for panel, (name, image) in zip(panels, images.items()):
        panel.imshow(image[:SIDE, :SIDE], cmap="gray", vmin=0, vmax=255, interpolation="nearest")
        panel.axhline(ROW, color="tab:orange", linewidth=1)
        panel.set_title(name)
        panel.set_axis_off()
    profile = panels[3]
    profile.fill_between(range(SIDE), images["mask"][ROW, :SIDE], color="0.8", step="mid", label="mask")
    profile.step(range(SIDE), images["out"][ROW, :SIDE], where="mid", color="tab:blue", label="out")
    profile.step(range(SIDE), images["marker"][ROW, :SIDE], where="mid", color="tab:orange", linewidth=1, label="marker")
    profile.set_title(f"row {ROW}")
    profile.set_xlim(0, SIDE)
    profile.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(output, dpi=80)


def main(preamar, output):
    with tempfile.TemporaryDirectory() as folder:
        marker, mask, out = (Path(folder) / f"{name}.tif" for name in ("marker", "mask", "out"))
        run(preamar, "generate", "tissue-100-h", 1024, "-o", marker, mask)
        run(preamar, "reconstruct", marker, mask, "-o", out)
        draw({file.stem: tifffile.imread(file) for file in (marker, mask, out)}, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
