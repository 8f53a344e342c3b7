#!/usr/bin/env python3
"""Makes a synthetic scan of a porous medium: overlapping spheres of bright rock, with dark pores between them.

    make_volume.py rock.ome.zarr --size 192 --seed 1

The volume is uint8 with noise; a voxel is 5 micrometres wide. Needs numpy.
"""
import argparse

import numpy as np
import preamar

PORE, ROCK, NOISE = 60, 170, 18  # grey levels


def spheres(side, seed, solid=0.62):
    """A mask of spheres that overlap and fill about the share `solid` of a cube."""
    random = np.random.default_rng(seed)
    rock = np.zeros((side, side, side), bool)
    share = 0.0
    while share < solid:
        centre, radius = random.uniform(0, side, 3), random.uniform(8, 15)
        box = tuple(slice(max(int(c - radius), 0), int(c + radius) + 2) for c in centre)
        z, y, x = (np.arange(side)[axis] - c for axis, c in zip(box, centre))
        sphere = z[:, None, None]**2 + y[:, None]**2 + x**2 < radius**2
        share += np.count_nonzero(sphere & ~rock[box]) / rock.size
        rock[box] |= sphere
    return rock


def blurred(image):
    """A mean over two voxels per axis and direction, as the resolution of a scanner."""
    for axis in range(3):
        image = (np.roll(image, 1, axis) + 2 * image + np.roll(image, -1, axis)) / 4
    return image


def scan(side, seed):
    """The grey levels of the scan, uint8."""
    noise = np.random.default_rng([seed, 1]).normal(0, NOISE, (side, side, side))
    return np.clip(blurred(np.where(spheres(side, seed), ROCK, PORE).astype(float)) + noise, 0, 255).astype(np.uint8)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--size", type=int, default=192, help="voxels per side (default: 192)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    axes = tuple(preamar.Axis(name, "micrometer", 5.0) for name in "zyx")
    preamar.write_image(given.file, scan(given.size, given.seed), metadata=preamar.Metadata(axes=axes), overwrite=True)


if __name__ == "__main__":
    main()
