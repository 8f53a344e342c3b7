#!/usr/bin/env python3
"""Makes a synthetic elevation model as GeoTIFF: fractal hills with depressions, in metres, float32.

    make_terrain.py terrain.tif --size 1024 --seed 1

A cell is 10 m wide; the map is in UTM zone 23 south (EPSG:32723). One corner of the map has no data.
"""
import argparse
import struct

import numpy as np
import preamar

CELL = 10.0  # metres
NODATA = -9999.0
SHORT, DOUBLE = 3, 12  # types of TIFF tags
KEYS = (1, 1, 0, 3,  # version, and the number of keys
        1024, 0, 1, 1,  # projected coordinates
        1025, 0, 1, 1,  # a pixel is an area
        3072, 0, 1, 32723)  # the coordinate reference system


def terrain(side, seed):
    """Hills whose height varies at every scale, falling towards the south."""
    noise = np.fft.rfft2(np.random.default_rng(seed).normal(size=(side, side)))
    frequency = np.hypot(np.fft.fftfreq(side)[:, None], np.fft.rfftfreq(side))
    frequency[0, 0] = np.inf
    hills = np.fft.irfft2(noise * frequency**-2.1, s=(side, side))
    elevation = 820 + 90 * hills / hills.std() + np.linspace(160, 0, side)[:, None]
    y, x = np.mgrid[:side, :side] / side
    elevation[y + x < 0.25] = NODATA
    return elevation.astype(np.float32)


def georeference():
    """Position, size of a cell and coordinate reference system, as tags of GeoTIFF."""
    return ((33550, DOUBLE, struct.pack("<3d", CELL, CELL, 0)),
            (33922, DOUBLE, struct.pack("<6d", 0, 0, 0, 610000, 7800000, 0)),
            (34735, SHORT, struct.pack(f"<{len(KEYS)}H", *KEYS)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--size", type=int, default=1024, help="cells per side (default: 1024)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    metadata = preamar.Metadata(georeference=georeference(), nodata=NODATA)
    preamar.write_image(given.file, terrain(given.size, given.seed), metadata=metadata, overwrite=True)


if __name__ == "__main__":
    main()
