#!/usr/bin/env python3
"""Makes a synthetic slide stained with haematoxylin and eosin, and the labels of its nuclei.

    make_slide.py FOLDER --size 4096 --seed 1

Writes FOLDER/slide.tif, a pyramid of JPEG tiles, and FOLDER/truth.npy, uint32 labels. The slide is drawn tile by tile,
so memory holds little more than the second level, 1/16 of the pixels. Needs numpy, tifffile and imagecodecs.
"""
import argparse
import pathlib

import imagecodecs
import numpy as np
import tifffile
from tissue import CELL, CELLS_PER_ROW, draw

TILE = 512
RATIO = 4  # of one level to the next
QUALITY = 75  # of JPEG
MICROMETRES = 0.25  # per pixel
LARGEST = CELL * CELLS_PER_ROW


def encoded(pixels):
    """A JPEG tile with subsampled chroma, as slide scanners write it."""
    return imagecodecs.jpeg8_encode(pixels, level=QUALITY, colorspace="RGB", outcolorspace="YCBCR", subsampling="422")


def positions(side):
    """Upper left corners of the tiles of a level."""
    return [(top, left) for top in range(0, side, TILE) for left in range(0, side, TILE)]


def means(pixels):
    """Means of squares of RATIO pixels per side."""
    height, width, samples = pixels.shape
    squares = pixels.reshape(height // RATIO, RATIO, width // RATIO, RATIO, samples)
    return squares.mean(axis=(1, 3), dtype=np.float32).round().astype(np.uint8)


def drawn_tiles(side, seed, truth, smaller):
    """Draws and encodes the tiles of level 0; writes the true labels, and fills in the next level."""
    band = np.empty((TILE, side), np.uint32)
    for top, left in positions(side):
        pixels, band[:, left:left + TILE] = draw(seed, top, left, TILE, TILE)
        if left + TILE == side:
            truth.write(band)
        smaller[top // RATIO:(top + TILE) // RATIO, left // RATIO:(left + TILE) // RATIO] = means(pixels)
        yield encoded(pixels)


def stored_tiles(level):
    """Encodes the tiles of a level in memory; beyond its edge a tile repeats the last pixels."""
    for top, left in positions(len(level)):
        tile = level[top:top + TILE, left:left + TILE]
        yield encoded(np.pad(tile, [(0, TILE - tile.shape[0]), (0, TILE - tile.shape[1]), (0, 0)], mode="edge"))


def write_level(writer, tiles, side, number, levels):
    pixels_per_centimetre = 10000 / (MICROMETRES * RATIO**number)
    writer.write(tiles, shape=(side, side, 3), dtype=np.uint8, tile=(TILE, TILE), photometric="ycbcr",
                 compression="jpeg", subsampling=(2, 1), metadata=None, subfiletype=int(number > 0),
                 subifds=levels - 1 if number == 0 else None, resolution=(pixels_per_centimetre,) * 2,
                 resolutionunit="CENTIMETER")


def make(folder, side, seed):
    """Writes the slide and its true labels; `side` is a multiple of 512."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    header = {"descr": "<u4", "fortran_order": False, "shape": (side, side)}
    level = np.empty((side // RATIO, side // RATIO, 3), np.uint8)
    with open(folder / "truth.npy", "wb") as truth, tifffile.TiffWriter(folder / "slide.tif", bigtiff=True) as writer:
        np.lib.format.write_array_header_1_0(truth, header)
        write_level(writer, drawn_tiles(side, seed, truth, level), side, 0, 3)
        write_level(writer, stored_tiles(level), len(level), 1, 3)
        level = means(level)
        write_level(writer, stored_tiles(level), len(level), 2, 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--size", type=int, default=4096, help="pixels per side, a multiple of 512 (default: 4096)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.size % TILE or not TILE <= given.size <= LARGEST:
        parser.error(f"--size is {given.size}; it must be a multiple of {TILE} from {TILE} to {LARGEST}")
    make(given.folder, given.size, given.seed)


if __name__ == "__main__":
    main()
