"""The true nuclei of the instances `tissue` and `tissue3d`: the ellipsoids of src/instances/tissue.cpp, drawn once more."""
import functools

import numpy as np

WORD = (1 << 64) - 1


def mix(x):
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & WORD
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & WORD
    return x ^ (x >> 31)


def draw(key, *counters):
    for counter in counters:
        key = mix((key + (counter + 1) * 0x9E3779B97F4A7C15) & WORD)
    return key


def bits16(number, field):
    return number >> 16 * field & 0xFFFF


def ellipsoids(size, rank, kind, volume):
    """Centre and radii of each ellipsoid of a kind, one to `volume` pixels, in the order in which they are drawn."""
    key = draw(0, *(b"tissue3d" if rank == 3 else b"tubule"), kind)
    cell, axes, (low, high) = (16, range(3), (2, 6)) if rank == 3 else (64, range(1, 3), (4, 11))
    per_cell = (cell**rank << 16) // volume
    for place in np.ndindex(*(-(-size // cell),) * rank):
        cell_key = draw(key, *((0,) * (3 - rank)), *place)
        for i in range((per_cell + bits16(cell_key, 0)) >> 16):
            one = draw(cell_key, i)
            shape = draw(one, 0)
            centre = [c * cell + (cell * bits16(one, axis) >> 16) for c, axis in zip(place, axes)]
            if max(centre) < size:
                yield centre, [low + (high - low) * bits16(shape, axis) / 65536 for axis in axes]


def paint(labels, number, centre, radius):
    """Sets the pixels of an ellipsoid."""
    window = tuple(slice(max(0, c - int(r) - 1), min(n, c + int(r) + 2)) for c, r, n in zip(centre, radius, labels.shape))
    grids = np.ogrid[window]
    labels[window][sum(((grid - c) / r) ** 2 for grid, c, r in zip(grids, centre, radius)) < 1] = number


@functools.cache
def true_nuclei(size, rank=2):
    """The number of the nucleus at each pixel, 0 outside. Later nuclei cover earlier ones; bright lumina cover both."""
    labels = np.zeros((size,) * rank, np.uint32)
    for number, (centre, radius) in enumerate(ellipsoids(size, rank, 1, 1200 if rank == 3 else 1350), 1):
        paint(labels, number, centre, radius)
    for centre, radius in ellipsoids(size, rank, 2, 4800 if rank == 3 else 5400):
        paint(labels, 0, centre, radius)
    return labels
