"""The memory transactions of a warp of a CUDA kernel, counted from the elements of 4 bytes that its lanes access."""

import numpy as np

WARP, HALF = 32, 16
SECTOR, SEGMENT = 8, 32  # elements in 32 and in 128 bytes


def elements(count, threads):
    """Per warp and lane of a launch with an item per element, the index of the element; -1 for a lane without one."""
    blocks = -(-count // threads)
    indices = np.full((blocks, -(-threads // WARP) * WARP), -1)
    indices[:, :threads] = np.arange(blocks * threads).reshape(blocks, threads)
    indices[indices >= count] = -1
    warps = indices.reshape(-1, WARP)
    return warps[(warps >= 0).any(axis=1)]


def distinct(places):
    """The number of different places per row; negative ones do not count."""
    places = np.sort(places, axis=1)
    return (np.diff(places, axis=1, prepend=-1) > 0).sum(axis=1)


def parts(accessed, size):
    """The parts of `size` elements that the lanes of each row access."""
    return distinct(np.where(accessed >= 0, accessed // size, -1))


def of_compute_1_0(accessed):
    """Per half-warp one transaction, if lane k accesses element k of an aligned segment; else one per lane."""
    halves = accessed.reshape(-1, HALF)
    has_element = halves >= 0
    segments = np.where(has_element, halves - np.arange(HALF), -HALF)
    begin = segments.max(axis=1, keepdims=True)
    coalesced = ((segments == begin) | ~has_element).all(axis=1) & (begin[:, 0] % HALF == 0)
    lanes = has_element.sum(axis=1)
    return np.where(coalesced, np.minimum(lanes, 1), lanes)


def of_compute_1_2(accessed):
    """Per half-warp one transaction for each segment of 128 bytes."""
    return parts(accessed.reshape(-1, HALF), SEGMENT)


def of_compute_6_0(accessed):
    """Per warp one transaction for each sector of 32 bytes."""
    return parts(accessed, SECTOR)


RULES = {"1.0": of_compute_1_0, "1.2": of_compute_1_2, "6.0": of_compute_6_0}


def per_warp(accesses, rule):
    """The mean number of transactions per warp, of all accesses."""
    return float(sum(RULES[rule](accessed).sum() for accessed in accesses) / len(accesses[0]))
