"""Experiment on a wish of C. T. Cunha: sizes of tiles by region, counted for reconstruction."""

import ctypes
import sys

import numpy as np
import preamar
import wavefront

SIZES = [16, 32, 64, 128]
REGION, CELL = SIZES[-1], 16
WARP = 32  # lanes that step together, idle or not
CASES = [
    *((f"tissue-{percent}-{marker}", 4096) for percent in (25, 50, 75, 100) for marker in ("h", "border")),
    ("random-pair", 4096),
    ("spiral-pair", 1024),
]
WORK = np.dtype([("visits", np.int64), ("iterations", np.int64), ("idle", np.int64), ("trickles", np.int64)])


def uniform(shape, side):
    """The first row, the first column and the side of each square."""
    rows, columns = np.mgrid[0 : shape[0] : side, 0 : shape[1] : side]
    return np.stack([rows.ravel(), columns.ravel(), np.full(rows.size, side)], axis=1).astype(np.int32)


def is_plain(mask, side):
    """For each square of one size, whether its mask has one value."""
    squares = mask.reshape(mask.shape[0] // side, side, mask.shape[1] // side, side)
    return squares.min(axis=(1, 3)) == squares.max(axis=(1, 3))


def by_detail(mask):
    """Squares of 128 pixels, divided down to 32 until their mask has one value."""
    found, open_squares = [], uniform(mask.shape, REGION)
    for side in (128, 64, 32):
        done = is_plain(mask, side)[open_squares[:, 0] // side, open_squares[:, 1] // side] | (side == 32)
        found.append(open_squares[done])
        half = side // 2
        corners = np.array([(y, x, -half) for y in (0, half) for x in (0, half)], np.int32)
        open_squares = (open_squares[~done][:, None] + corners).reshape(-1, 3)
    return np.ascontiguousarray(np.concatenate(found))


def reconstructed(function, marker, mask, squares):
    """The result, the rounds, and the work of each square."""
    state, seen = marker.copy(), marker.copy()
    lists, work = np.empty(3 * len(squares), np.uint32), np.zeros(len(squares), WORK)
    owners = np.empty(mask.size // CELL**2, np.uint32)
    pointers = [ctypes.c_void_p(one.ctypes.data) for one in (state, seen, mask, squares, lists, owners, work)]
    sizes = [ctypes.c_int64(size) for size in (*mask.shape, len(squares))]
    function.restype = ctypes.c_int64
    rounds = function(*pointers[:3], *sizes[:2], pointers[3], sizes[2], *pointers[4:])
    return state, rounds, work


def steps(squares, work):
    """Per square, the steps of its four sweeps, which end at a barrier each, and these times the lanes that take them."""
    sides = squares[:, 2].astype(np.int64)
    barriers = 4 * work["iterations"] * sides
    return barriers, barriers * np.maximum(sides, WARP)


def row(function, instance, size):
    marker, mask = preamar.generate(instance, size)
    right = preamar.reconstruct(marker, mask, connectivity=1)
    found = {"instance": instance, "shape": mask.shape, "counts": {}}
    per_region = []
    for name, squares in (*((str(side), uniform(mask.shape, side)) for side in SIZES), ("by detail", by_detail(mask))):
        state, rounds, work = reconstructed(function, marker, mask, squares)
        if not np.array_equal(state, right):
            sys.exit(f"bench/founding: {instance}, tiles of {name}: the wavefront differs from reconstruct")
        barriers, lanes = steps(squares, work)
        found["counts"][name] = {"rounds": rounds, "visits": int(work["visits"].sum()), "barriers": int(barriers.sum()),
                                 "lanes": int(lanes.sum())}
        regions = squares[:, 0] // REGION * (mask.shape[1] // REGION) + squares[:, 1] // REGION
        per_region.append(np.bincount(regions, lanes))
    found["best_lanes"] = int(np.min(per_region[:-1], axis=0).sum())
    work = reconstructed(function, marker, mask, uniform(mask.shape, REGION))[2]
    visits, plain = work["visits"] - work["idle"], is_plain(mask, REGION).ravel()
    found["cpu"] = {"visits": int(visits.sum()), "plain": int(visits[plain].sum()),
                    "trickles": int(work["trickles"][~plain].sum())}
    return found


def regions(quick):
    function = wavefront.library("regions.c").reconstruct_by_squares
    return [row(function, *case) for case in ([("tissue-25-border", 512)] if quick else CASES)]
