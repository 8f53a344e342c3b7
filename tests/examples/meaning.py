"""Compares the masks and labels that examples find with the truth that meaning.toml states for each.

    meaning.py PAGE FOLDER, by a Python that has preamar: the examples of PAGE ran in FOLDER; tools/check/readme calls it

An image without an entry is a fault. So is a mask that is nearly empty or full, or a labelling of fewer than two objects,
unless its entry says so. Inputs that `preamar generate` makes need no entry, and neither do images below 1000 pixels:
their pages print them.
"""
import pathlib
import re
import sys
import tomllib

import numpy as np
import preamar

sys.dont_write_bytecode = True
from true_nuclei import true_nuclei

TABLE = pathlib.Path(__file__).with_name("meaning.toml")
VARIABLES = ".variables"  # below FOLDER: the arrays of Python's examples
SUFFIXES = {".tif", ".tiff", ".png", ".npy", ".nrrd", ".mha", ".gz", ".zarr"}
GENERATED = (re.compile(r"^(?:>>> )?([\w, ]+) = preamar\.generate\([^\n]*\)(?: *#.*)?$", re.MULTILINE),
             re.compile(r"\bpreamar generate [\w-]+ \d+ -o ((?:[\w./-]+ ?)+)"))
PLAUSIBLE = (0.001, 0.9)  # the foreground of a mask
SMALL = 1000


def entries_of(page):
    return tomllib.loads(TABLE.read_text()).get(page, {})


def generated_in(text):
    """Names of the images that the examples of a page generate."""
    return {name for pattern in GENERATED for names in pattern.findall(text) for name in re.split("[, ]+", names)}


def images_in(folder):
    """Name and pixels of each image that examples wrote or have in a variable."""
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        in_zarr = any(parent.suffix == ".zarr" for parent in inside.parents)
        if inside.parts[0] == VARIABLES and path.is_file():
            yield path.stem, np.load(path)
        elif path.is_dir() and path.parent.name == "labels" if in_zarr else path.suffix in SUFFIXES:
            yield str(inside), preamar.read_image(path)


def kind_of(pixels):
    """'mask', 'labels', or None for other images."""
    if pixels.ndim < 2 or pixels.size < SMALL:
        return None
    if pixels.dtype == np.uint8:
        values = np.flatnonzero(np.bincount(pixels.ravel(), minlength=256)).tolist()
        return "mask" if values in ([0], [1], [255], [0, 1], [0, 255]) else None
    if pixels.dtype in (np.int32, np.uint32):  # not those that mark pixels without a result, such as path lengths
        return "labels" if pixels.min() >= 0 and pixels.max() <= pixels.size else None
    return "mask" if pixels.dtype == bool else None


def overlap(mask, true):
    """Intersection over union."""
    return np.count_nonzero(mask & true) / max(1, np.count_nonzero(mask | true))


def matched(labels, true):
    """F-score of objects: one is found if its intersection over union with a true one is above 0.5."""
    found, drawn = np.bincount(labels.ravel()), np.bincount(true.ravel())
    common = (labels > 0) & (true > 0)
    pairs, both = np.unique(labels[common].astype(np.int64) * len(drawn) + true[common], return_counts=True)
    right = 2 * both > found[pairs // len(drawn)] + drawn[pairs % len(drawn)] - both
    return 2 * np.count_nonzero(right) / max(1, np.count_nonzero(found[1:]) + np.count_nonzero(drawn[1:]))


def likeness(entry, kind, pixels, images):
    """How like the true nuclei an image is: 1 if it is equal."""
    true = images[entry["truth"]] if "truth" in entry else true_nuclei(pixels.shape[0], pixels.ndim)
    if kind == "mask":
        return overlap(pixels > 0, true > 0)
    return matched(pixels, preamar.label(true > 0)[0] if entry["nuclei"] == "touching" else true)


def faults_of(entry, kind, pixels, images):
    """What of one of the images contradicts its entry."""
    if "other" in entry:
        return
    foreground = np.count_nonzero(pixels) / pixels.size
    low, high = entry.get("foreground", PLAUSIBLE if kind == "mask" else (0, 1))
    if not low <= foreground <= high:
        yield f"{foreground:.1%} of the pixels are foreground; expected are {low:.1%} to {high:.1%}"
    if kind == "labels":
        count = np.count_nonzero(np.bincount(pixels.ravel())[1:])
        if count < 2 and "objects" not in entry:
            yield f"it has {count} objects"
        if "objects" in entry and abs(count - entry["objects"]) > 0.02 * entry["objects"]:
            yield f"it has {count} objects; expected are {entry['objects']}, within 2 %"
    if "nuclei" in entry and (like := likeness(entry, kind, pixels, images)) < entry["least"]:
        yield f"it is {like:.3f} like the true nuclei ({'IoU' if kind == 'mask' else 'F-score'}); expected is {entry['least']}"


def faults_in(page, images, generated=()):
    """Faults of the images, by name, that the examples of a page find."""
    entries = entries_of(page)
    for name, pixels in images.items():
        kind = kind_of(pixels)
        if name not in entries and (kind is None or re.sub(r" \d+$", "", name) in generated):
            continue
        if name not in entries:
            yield f"{name}: this {kind} image has no entry in tests/examples/{TABLE.name}"
        if kind:
            yield from (f"{name}: {fault}" for fault in faults_of(entries.get(name, {}), kind, pixels, images))
    yield from (f"{name}: no example finds it, but tests/examples/{TABLE.name} has an entry" for name in entries.keys() - images.keys())


def main(page, folder):
    page = pathlib.Path(page).resolve()
    name = str(page.relative_to(TABLE.parents[2])) if page.is_relative_to(TABLE.parents[2]) else page.name
    faults = list(faults_in(name, dict(images_in(pathlib.Path(folder))), generated_in(page.read_text())))
    print(*faults, sep="\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
