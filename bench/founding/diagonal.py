"""Experiments of C. T. Cunha: the passes over tiles and the tiles visited, with two diagonal passes and with four sweeps."""

import sys

import numpy as np
import preamar
import wavefront

COVERAGES = [25, 50, 75, 100]  # percent of the image that are tissue
# The end of the names of the pairs, the size, and the forms.
SETS = [
    ("h", 4096, wavefront.FORMS),
    ("border", 4096, wavefront.FORMS),
    ("h", 16384, ["sweeps", "parallelogram"]),
]
LARGE = [("h", 32768, ["sweeps", "parallelogram"])]  # the smallest of the article, which also has 64K and 100K


def row(count, percent, marker_name, size, forms):
    """The counts of one pair."""
    instance = f"tissue-{percent}-{marker_name}"
    marker, mask = preamar.generate(instance, size)
    right = preamar.reconstruct(marker, mask, connectivity=1)
    found = {"name": f"{percent}%", "instance": instance, "shape": mask.shape, "counts": {}}
    state = np.empty_like(marker)
    for form in forms:
        np.copyto(state, marker)
        found["counts"][form] = wavefront.counts(count, state, mask, form)
        if not np.array_equal(state, right):
            sys.exit(f"bench/founding: {instance}, {form}: the wavefront differs from reconstruct")
    return found


def rows(sets):
    count = wavefront.compiled()
    return [row(count, percent, *one) for one in sets for percent in COVERAGES]


def diagonals(quick):
    return rows([("h", 256, wavefront.FORMS)] if quick else SETS)


def large_diagonals(quick):
    """Takes ten minutes and 5 GB."""
    return rows([("h", 512, ["sweeps", "parallelogram"])] if quick else LARGE)
