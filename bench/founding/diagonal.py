"""Experiments of C. T. Cunha: the passes over tiles and the tiles visited, with two diagonal passes and with four sweeps."""

import sys

import numpy as np
import preamar
import wavefront

COVERAGES = [25, 50, 75, 100]  # percent of the image that are tissue
SIZES = {"h": [4096, 16384, 32768], "border": [4096]}  # the article's: 32K, 64K and 100K


def row(count, percent, marker_name, size):
    """The counts of one pair for all forms."""
    instance = f"tissue-{percent}-{marker_name}"
    marker, mask = preamar.generate(instance, size)
    right = preamar.reconstruct(marker, mask, connectivity=1)
    found = {"name": f"{percent}%", "instance": instance, "shape": mask.shape, "counts": {}}
    state = np.empty_like(marker)
    for form in wavefront.FORMS:
        np.copyto(state, marker)
        found["counts"][form] = wavefront.counts(count, state, mask, form)
        if not np.array_equal(state, right):
            sys.exit(f"bench/founding: {instance}, {form}: the wavefront differs from reconstruct")
    return found


def diagonals(quick):
    count = wavefront.compiled()
    if quick:
        return [row(count, 75, "h", 256)]
    return [row(count, percent, marker, size) for marker, sizes in SIZES.items() for size in sizes for percent in COVERAGES]
