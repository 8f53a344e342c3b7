"""Pairs of marker and mask for the tests."""

import numpy as np

DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"]
METHODS = ["dilation", "erosion"]


def random_pair(shape, dtype="uint8", method="dilation", seed=0):
    """Noise with few seeds, so that some values travel far; the marker is nowhere beyond the mask."""
    random = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype == bool:
        mask = random.random(shape) < 0.6
    elif dtype.kind == "f":
        mask = (random.standard_normal(shape) * 1000).astype(dtype)
    else:
        # Few levels make plateaus; they include the extremes of the type.
        info = np.iinfo(dtype)
        levels = np.array([info.min, info.min + 1, info.max // 3, info.max // 2, info.max - 1, info.max], dtype)
        mask = levels[random.integers(0, len(levels), shape)]
    low, high = (False, True) if dtype == bool else (mask.min(initial=0), mask.max(initial=0))
    empty = low if method == "dilation" else high
    marker = np.where(random.random(shape) < 0.02, mask, np.asarray(empty, dtype)).astype(dtype)
    marker = np.minimum(marker, mask) if method == "dilation" else np.maximum(marker, mask)
    return marker, mask


def spiral_pair(size):
    """One corridor, two pixels from turn to turn, that the marker enters at its outer end."""
    mask = np.zeros((size, size), np.uint8)
    top, left, bottom, right = 0, 0, size - 1, size - 1
    while top <= bottom and left <= right:
        mask[top, max(left - 2, 0) : right + 1] = 200
        mask[top : bottom + 1, right] = 200
        mask[bottom, left : right + 1] = 200
        mask[top + 2 : bottom + 1, left] = 200
        top, left, bottom, right = top + 2, left + 2, bottom - 2, right - 2
    marker = np.zeros_like(mask)
    marker[0, 0] = 200
    return marker, mask


def slow_pair(size=1024):
    """A corridor that plain loops over rows follow one pixel at a time: hours of work on device "reference"."""
    mask = np.zeros((size, size), np.uint8)
    mask[::2] = 1
    mask[1::4, 0] = 1
    mask[3::4, -1] = 1
    marker = np.zeros_like(mask)
    marker[(size - 1) // 2 * 2, :1] = 1
    marker[(size - 1) // 2 * 2, -1:] = 1
    return marker, mask
