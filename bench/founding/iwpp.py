"""Experiments of M. Oliveira and G. Teodoro: reconstruction and distance, with neighbours that share an edge."""

import sys

import numpy as np
import preamar
import wavefront
from timing import timed

# The rows of tables I and II: the article's name, its size, the images that it can mean, and its milliseconds for nscale
# and IWPP-MP on a GPU and for MATLAB on a CPU. Table I has two figures of nscale.
RECONSTRUCTIONS = [
    ("25%", 4096, ["tissue-25-h", "tissue-25-border"], (288, 3823, 187, 522)),
    ("50%", 4096, ["tissue-50-h", "tissue-50-border"], (389, 1984, 235, 611)),
    ("75%", 4096, ["tissue-75-h", "tissue-75-border"], (1618, 4978, 582, 1812)),
    ("100%", 4096, ["tissue-100-h", "tissue-100-border"], (1567, 3436, 596, 1621)),
    ("R1-4k", 4096, ["iwpp-random-pair"], (89, 237, 189, 399)),
    ("R3-8k", 8192, ["iwpp-random-pair"], (348, 923, 761, 1657)),
]
DISTANCES = [
    ("16 circles", 4096, ["iwpp-16-circles", "circles16"], (2150, 1493, 174)),
    ("Big circle", 4096, ["iwpp-big-circle", "iwpp-big-disk"], (3841, 1560, 160)),
    ("Central circle", 4096, ["iwpp-central-circle", "centre-circle"], (5397, 1666, 172)),
    ("Squares on corners", 4096, ["corners"], (3700, 567, 173)),
    ("Diagonal", 4096, ["diagonal"], (1268, 2745, 186)),
    ("X", 4096, ["cross"], (1291, 2690, 202)),
    ("R1-4k", 4096, ["random-bg1"], (552, 669, 225)),
    ("R2-4k", 4096, ["random-50"], (289, 602, 231)),
    ("R3-8k", 8192, ["random-bg1"], (2333, 2678, 901)),
    ("R4-8k", 8192, ["random-50"], (1204, 2405, 950)),
    ("Big circle-8k", 8192, ["iwpp-big-circle", "iwpp-big-disk"], (25965, 7778, 850)),
    ("16 circles-8k", 8192, ["iwpp-16-circles", "circles16"], (15527, 6116, 813)),
]
ERRORS = {"Squares on corners": 0.0006, "R1-4k": 0.34320}  # of IWPP-MP; of all other rows OTHER_ERROR
OTHER_ERROR = 0.58579
SHARES = {4096: "91.64 and 91.63", 8192: "91.63 and 91.62"}  # percent of the random pairs


def rows_of(table, quick):
    """The article's name, image, size and figures, once per image that the article can mean."""
    for name, size, instances, reported in table[-2:] if quick else table:
        for instance in instances:
            yield name, instance, 256 if quick else size, reported


def measured(operator, table, others, quick):
    return [
        {"name": name, "reported": reported} | timed(operator, instance, size, others)
        for name, instance, size, reported in rows_of(table, quick)
    ]


def reconstructions(quick):
    return measured("reconstruct-faces", RECONSTRUCTIONS, ["IPP", "DIPlib", "SimpleITK"], quick)


def distances(quick):
    return measured("distance", DISTANCES, ["IPP", "OpenCV", "edt", *(["SciPy"] if quick else [])], quick)


def errors(quick):
    """The largest difference of nearest_seed from the exact distance."""
    found = []
    for name, instance, size, _ in rows_of(DISTANCES, quick):
        image = preamar.generate(instance, size)
        exact, approximate = (preamar.distance(image, method=method, threads=1) for method in ("exact", "nearest_seed"))
        difference = np.abs(approximate.astype(np.float64) - exact)
        wrong = int(np.count_nonzero(difference))
        found.append({"name": name, "instance": instance, "shape": image.shape, "error": float(difference.max()), "wrong": wrong,
                      "reported": ERRORS.get(name, OTHER_ERROR)})
    return found


def scan(marker, mask):
    """One scan from the first row to the last: each pixel offers its value to the next one."""
    for before, row, limit in zip(marker, marker[1:], mask[1:]):
        np.minimum(np.maximum(row, before), limit, out=row)


def scanned(marker, mask):
    """The marker after one scan from each side."""
    marker = marker.copy()
    for turned in (0, 2, 3, 1):  # from above, below, left and right; columns become rows of a copy, which is faster
        turned_marker, turned_mask = (np.ascontiguousarray(np.rot90(image, turned)) for image in (marker, mask))
        scan(turned_marker, turned_mask)
        marker = np.rot90(turned_marker, -turned)
    return np.ascontiguousarray(marker)


def shares_after_scans(quick):
    """The percentage of pixels that have their final value after one scan from each side of a random pair."""
    found = []
    for size in [256] if quick else SHARES:
        marker, mask = preamar.generate("iwpp-random-pair", size)
        right = preamar.reconstruct(marker, mask, connectivity=1)
        percent = 100 * float(np.mean(scanned(marker, mask) == right))
        found.append({"shape": mask.shape, "percent": percent, "reported": SHARES.get(size)})
    return found


def first_tiles(quick):
    """The tiles that are visited, and those visited in the first round for nothing, without the scans and after them."""
    count, found = wavefront.compiled(), []
    for name, instance, size, _ in rows_of(RECONSTRUCTIONS, quick):
        marker, mask = preamar.generate(instance, size)
        right = preamar.reconstruct(marker, mask, connectivity=1)
        row = {"name": name, "instance": instance, "shape": mask.shape}
        for start, state in (("all", marker), ("scanned", scanned(marker, mask))):
            state = state.copy()
            row[start] = wavefront.counts(count, state, mask, "sweeps")
            if not np.array_equal(state, right):
                sys.exit(f"bench/founding: {instance}: the wavefront differs from reconstruct")
        found.append(row)
    return found
