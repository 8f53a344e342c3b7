"""Experiments of C. T. Cunha: the passes over tiles and the tiles visited, with two diagonal passes and with four sweeps."""

import sys

import numpy as np
import preamar
import wavefront

# The pairs, by the end of their names, the size, the percentages of tissue, and the forms. The article has 32K, 64K and 100K
# pixels per side.
SETS = [
    ("h", 4096, [25, 50, 75, 100], wavefront.FORMS),
    ("border", 4096, [25, 50, 75, 100], wavefront.FORMS),
    ("h", 16384, [25, 50, 75, 100], ["sweeps", "parallelogram"]),
    ("h", 32768, [25], ["sweeps", "parallelogram"]),
]


def row(count, marker_name, size, percent, forms):
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


def diagonals(quick):
    count = wavefront.compiled()
    if quick:
        return [row(count, "h", 256, 75, wavefront.FORMS)]
    return [row(count, marker, size, percent, forms) for marker, size, percents, forms in SETS for percent in percents]
