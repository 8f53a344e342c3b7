#!/usr/bin/env python3
"""Takes the screenshots of the pages: `preamar view` in Chromium, and labels in napari.

    screenshots.py docs/pictures

Runs with a Python that has preamar, after `tools/setup --screenshots`. The slide is that of examples/whole_slide_nuclei.
"""
import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

import numpy as np
import preamar
from PIL import Image
from preamar.view._scene import Scene
from preamar.view._server import Server

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples/whole_slide_nuclei"
SIZE = 1100, 700  # of a window, in pixels
MICROMETRES = 0.25  # per pixel of the slide


def make_slide(folder):
    """A slide, its nuclei and their measurements."""
    for program, *words in (["make_slide.py", folder, "--size", "2048", "--seed", "11"],
                            ["nuclei.py", folder / "slide.tif", folder]):
        subprocess.run([sys.executable, EXAMPLE / program, *map(str, words)], check=True)


def nucleus_to_show(table):
    """Row and column of a large nucleus near the centre of the slide."""
    with open(table, newline="") as stream:
        rows = list(csv.DictReader(stream))
    centres = [(float(row["centroid-0"]), float(row["centroid-1"])) for row in rows if float(row["size"]) > 600]
    return min(centres, key=lambda centre: max(abs(side - 1024) for side in centre))


def take_viewer(folder, output):
    """The page with the measurements of a nucleus."""
    scene = Scene(str(folder / "slide.tif"), [str(folder / "slide.ome.zarr/labels/nuclei")], [str(folder / "nuclei.csv")])
    row, column = nucleus_to_show(folder / "nuclei.csv")
    with Server(scene) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            subprocess.run(["chromium-headless-shell", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                            f"--user-data-dir={folder / 'browser'}", f"--window-size={SIZE[0]},{SIZE[1]}",
                            "--virtual-time-budget=15000", f"--screenshot={output}",
                            f"{server.url}#at={row:.0f},{column:.0f}&zoom=1"], check=True, stderr=subprocess.DEVNULL)
        finally:
            server.shutdown()
            thread.join()


def take_napari(folder, output):
    """The same nuclei as a layer of labels. Needs a screen: this program calls itself under xvfb."""
    if not os.environ.get("DISPLAY"):
        again = [sys.executable, __file__, "--napari", folder, output]
        subprocess.run(["xvfb-run", "-a", "-s", "-screen 0 1280x900x24", *map(str, again)], check=True)
        return
    import napari
    from qtpy.QtWidgets import QApplication

    region = (700, 1220), (700, 1310)
    colours = [preamar.read_image(folder / "slide.tif", channel=name, region=region)
               for name in ("red", "green", "blue")]
    labels = preamar.read_image(folder / "slide.ome.zarr/labels/nuclei", region=region)
    place = {"scale": (MICROMETRES, MICROMETRES), "units": ("um", "um")}
    viewer = napari.Viewer()
    viewer.window.resize(*SIZE)
    viewer.add_image(np.stack(colours, -1), name="slide", **place)
    viewer.add_labels(labels, name="nuclei", opacity=0.7, **place)
    viewer.canvas.overlays.scale_bar.visible = True
    for _ in range(50):  # until the window has its size
        QApplication.processEvents()
    viewer.reset_view(margin=0.0)
    QApplication.processEvents()
    viewer.screenshot(output, canvas_only=False, flash=False)
    viewer.close()


def shrink(file):
    """256 colours are enough for a page; those of outlines and text must be among them."""
    picture = Image.open(file).convert("RGB")
    picture.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=3).save(file, optimize=True)


def main(output):
    output = pathlib.Path(output).resolve()
    with tempfile.TemporaryDirectory() as work:
        folder = pathlib.Path(work)
        make_slide(folder)
        for take, name in ((take_viewer, "view.png"), (take_napari, "napari.png")):
            take(folder, folder / name)
            shrink(folder / name)
            shutil.copy(folder / name, output / name)


if __name__ == "__main__":
    if sys.argv[1] == "--napari":
        take_napari(*map(pathlib.Path, sys.argv[2:]))
    else:
        main(sys.argv[1])
