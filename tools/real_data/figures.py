#!/usr/bin/env python3
"""Prints the table of docs/real-data.md: what Preamar finds in real images, and scikit-image with the same steps.

    figures.py [FOLDER], the folder that tools/real_data/fetch wrote; needs preamar and scikit-image
"""
import pathlib
import sys

import numpy as np
import preamar

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
DEFAULT = ROOT / "build/real-data"
sys.path += [str(ROOT / "tools/real_data"), str(ROOT / "examples")]
import peers
from real import coins, fault, nuclei, stained

HEAD = ("| image | task | Preamar | scikit-image, same steps | truth |", "|---|---|---|---|---|")


def rgb_of(file):
    """All channels of a colour image."""
    return np.stack([preamar.read_image(file, channel=colour) for colour in ("red", "green", "blue")], axis=-1)


def row(*cells):
    return f"| {' | '.join(cells)} |"


def compared(ours, theirs):
    """How the pixels of two results differ."""
    count = np.count_nonzero(np.ma.filled(ours, 0) != np.ma.filled(theirs, 0))
    return "the same in every pixel" if count == 0 else f"{count} pixels differ"


def scored(labels, truth):
    right, found, _, precision = peers.scores(labels, truth)
    return f"{found} found, {right} of them right, AP {precision:.2f}"


def of_thresholded_nuclei(folder):
    image, truth = (preamar.read_image(folder / name) for name in ("nuclei.tif", "nuclei-truth.tif"))
    mask = image > peers.filters.threshold_otsu(image)
    return (scored(preamar.label(preamar.threshold(image, preamar.otsu(image)))[0], truth),
            scored(peers.measure.label(mask), truth), "125 nuclei")


def of_nuclei(folder):
    image, truth = (preamar.read_image(folder / name) for name in ("nuclei.tif", "nuclei-truth.tif"))
    return scored(nuclei.find_nuclei(image), truth), scored(peers.find_nuclei(image)[0], truth), "125 nuclei"


def of_coins(folder):
    image = preamar.read_image(folder / "coins.png")
    ours, theirs = coins.find_coins(image), peers.find_coins(image, coins.mark(image))
    return f"{ours.max()} found", f"{theirs.max()} found; {compared(ours, theirs)}", "24 coins"


def of_cell(folder):
    image = preamar.gaussian(preamar.read_image(folder / "cell.png"), 3)
    ours = image > preamar.otsu(image)
    return f"{preamar.label(ours)[1]} found", compared(ours, image > peers.filters.threshold_otsu(image)), "1 cell"


def of_stained(folder):
    ours = stained.find_nuclei(preamar.read_image(folder / "he.jpg", channel="haematoxylin"))
    theirs, mask = peers.find_stained_nuclei(rgb_of(folder / "he.jpg"))
    return (f"{ours.max()} found, on {100 * (ours > 0).mean():.0f} % of the tile",
            f"{theirs.max()} found; their area: {compared(ours > 0, mask)}", "none")


def of_brown(folder):
    brown = preamar.read_image(folder / "ihc.png", channel="dab")
    theirs = peers.color.rgb2hed(rgb_of(folder / "ihc.png"))[..., 2].astype(np.float32)
    ours = brown > preamar.otsu(brown)
    return f"{100 * ours.mean():.1f} % of the tile", compared(ours, theirs > peers.filters.threshold_otsu(theirs)), "none"


def of_fault(folder):
    elevation, _ = fault.read_model(folder / "fault.npz")
    filled, _, labels = fault.find_depressions(elevation)
    raised = np.count_nonzero((filled > elevation).filled(False))
    return f"{raised} cells raised, {labels.max()} depressions of 10 m and more", compared(filled, peers.fill(elevation)), "none"


def rows(folder):
    """The table, line by line."""
    yield from HEAD
    yield row("nuclei.tif", "find the nuclei", *of_nuclei(folder))
    yield row("nuclei.tif", "the same by threshold and label only", *of_thresholded_nuclei(folder))
    yield row("coins.png", "count the coins", *of_coins(folder))
    yield row("cell.png", "find the cell", *of_cell(folder))
    yield row("he.jpg", "find the nuclei", *of_stained(folder))
    yield row("ihc.png", "measure the brown area", *of_brown(folder))
    yield row("fault.npz", "fill the depressions, with a void cut out", *of_fault(folder))


def main(folder=DEFAULT):
    print(*rows(pathlib.Path(folder)), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
