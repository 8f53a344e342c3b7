"""Regions of an image at any reduction, read from the levels of its file.

The reduction of a picture is a number of halvings: a pixel of picture `h` covers 2**h pixels per side of the full image.
"""

from __future__ import annotations

import math
import threading
from typing import NamedTuple

import numpy as np

from .. import describe, read_image
from ._store import require_within

TILE = 256
# A level is shrunk at most 2**3 times for a tile, which then reads 2048x2048 pixels.
_FURTHER_HALVINGS = 3
# A file that cannot be read by region is kept in memory up to this size.
_MOST_KEPT = 1 << 30
_MOST_CHUNK = 1 << 28
_SCREEN = 2048


class Level(NamedTuple):
    """A level of the file: how often it is halved, its number, and its shape."""

    halvings: int
    number: int
    shape: tuple[int, ...]


class Pyramid:
    """The pixels of one channel of a file.

    Parameters
    ----------
    file : str
        Name of the file.
    full_shape : tuple of int, default: the shape of the image
        Rows and columns of the full image, of which this file may be a smaller level.
    within : str, optional
        A folder that links in the path of the file must not leave.
    **reading
        `select` and `channel` of `preamar.read_image`.
    """

    def __init__(self, file, full_shape=None, within=None, **reading):
        self.file, self._within, self._reading = file, within, reading
        self._require_within()
        self.info = info = describe(file, **reading)
        if info.refusal:
            raise ValueError(f"{file}: {info.refusal}")
        self.dtype = np.dtype(info.dtype)
        self.rows, self.columns = full_shape or info.shape[-2:]
        self.planes = info.shape[0] if len(info.shape) == 3 else 1
        self.levels = list(self._usable(info.levels or (info.shape,)))
        if not self.levels:
            raise ValueError(f"{file}: is {_text(info.shape[-2:])}; the image is {_text((self.rows, self.columns))}; "
                             "labels must have its shape, or that of one of its levels: half, a quarter, ...")
        self._kept, self._lock = None, threading.Lock()
        self._keeps = info.chunk == info.shape
        if math.prod(info.chunk) * self.dtype.itemsize * info.samples > (_MOST_KEPT if self._keeps else _MOST_CHUNK):
            raise ValueError(f"{file}: is stored in chunks of {_text(info.chunk)}, too large to read one per tile; "
                             "convert it: preamar cast ... --pyramid mean -o image.ome.zarr")

    def _usable(self, shapes):
        """Levels that are the full image halved some times; a side may be rounded either way."""
        for number, shape in enumerate(shapes):
            halvings = round(math.log2(max(self.rows / shape[-2], self.columns / shape[-1], 1)))
            sides = zip(shape[-2:], (self.rows, self.columns))
            if all(abs((side << halvings) - full) < 1 << halvings for side, full in sides):
                yield Level(halvings, number, shape)

    @property
    def most_halvings(self):
        """Of the smallest picture: one tile, or the smallest level shrunk as often as a tile may be."""
        return min(self._halvings_to_one_tile, self.levels[-1].halvings + _FURTHER_HALVINGS)

    @property
    def is_complete(self):
        """Whether the smallest picture fits on a screen, roughly."""
        return max(self.shape_at(self.most_halvings)) <= _SCREEN

    @property
    def _halvings_to_one_tile(self):
        return max(0, math.ceil(math.log2(max(self.rows, self.columns) / TILE)))

    def shape_at(self, halvings):
        """Rows and columns of a picture."""
        return -(-self.rows >> halvings), -(-self.columns >> halvings)

    def tiles_at(self, halvings):
        """Rows and columns of tiles of a picture."""
        return tuple(-(-side // TILE) for side in self.shape_at(halvings))

    def region(self, halvings, plane, rows, columns, shrink):
        """Pixels `rows` and `columns`, each (first, end), of a picture; fewer where they leave it.

        `shrink(pixels, factor)` makes a picture smaller.
        """
        level = max((each for each in self.levels if each.halvings <= halvings), default=self.levels[0])
        factor = 1 << abs(halvings - level.halvings)
        height, width = self.shape_at(halvings)
        spans = [(max(0, first), min(end, side)) for (first, end), side in ((rows, height), (columns, width))]
        if level.halvings <= halvings:
            stored = [(first * factor, min(end * factor, side)) for (first, end), side in zip(spans, level.shape[-2:])]
        else:
            stored = [(first // factor, min(-(-end // factor), side))
                      for (first, end), side in zip(spans, level.shape[-2:])]
        if any(first >= end for first, end in stored):
            return np.zeros((0, 0), self.dtype)
        pixels = self._read(level, plane, *stored)
        if level.halvings <= halvings:
            return pixels if factor == 1 else shrink(pixels, factor)
        enlarged = pixels.repeat(factor, 0).repeat(factor, 1)
        cuts = [slice(first - begin * factor, end - begin * factor)
                for (first, end), (begin, _) in zip(spans, stored)]
        return enlarged[tuple(cuts)]

    def _read(self, level, plane, rows, columns):
        self._require_within()  # again: links may have changed
        region = [rows, columns]
        if len(level.shape) == 3:
            depth = level.shape[0]
            nearest = min(plane * depth // self.planes, depth - 1)
            region.insert(0, (nearest, nearest + 1))
        if self._keeps and level.number == 0:
            pixels = self._whole()[tuple(slice(*span) for span in region)]
        else:
            pixels = read_image(self.file, level=level.number, region=region, **self._reading)
        return pixels.reshape(pixels.shape[-2:])

    def _require_within(self):
        if self._within is not None:
            require_within(self.file, self._within)

    def _whole(self):
        with self._lock:
            if self._kept is None:
                self._kept = read_image(self.file, **self._reading)
            return self._kept


def shrink_by_mean(pixels, factor):
    """The mean of each `factor` x `factor` pixels; of fewer at the end."""
    for axis in 0, 1:
        starts = np.arange(0, pixels.shape[axis], factor)
        counts = np.diff(np.append(starts, pixels.shape[axis]))
        sums = np.add.reduceat(pixels, starts, axis, dtype=np.float64)
        pixels = sums / np.expand_dims(counts, 1 - axis)
    return pixels


def shrink_to_first(pixels, factor):
    """The first of each `factor` x `factor` pixels, as pyramids of labels have it."""
    return pixels[::factor, ::factor]


def _text(shape):
    return "x".join(map(str, shape))
