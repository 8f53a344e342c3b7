"""What the page shows: an image, and labels over it, as PNG tiles."""

from __future__ import annotations

import colorsys

import numpy as np

from .. import describe
from ._png import palette_png, png
from ._pyramid import TILE, Pyramid, shrink_by_mean, shrink_to_first

# The window of grey levels leaves out this percentage of the pixels at either end.
_PERCENT = 0.5
_WINDOW_SIDE = 2048
# Colours of labels: index 0 is the background, then the insides, then the outlines.
_COLOURS = 127
_INSIDE_ALPHA = 115
# Pixels around a click in which the outline of the object is drawn.
_REACH = 256
_MARKED = [(0, 0, 0, 0), (255, 230, 0, 255)]


class ImageLayer:
    """The image: RGB if it has three channels, else grey."""

    def __init__(self, file, select="", channel=""):
        self.channels = [Pyramid(file, **reading) for reading in _channels_of(file, select, channel)]
        self.pyramid = self.channels[0]
        self._window = self._full_range() if len(self.channels) == 3 else self._percentiles()

    def tile(self, halvings, plane, row, column):
        """The PNG of a tile; transparent beyond the image."""
        spans = _span(row), _span(column)
        samples = [self._shown(channel.region(halvings, plane, *spans, shrink_by_mean)) for channel in self.channels]
        pixels = np.stack(samples, -1)
        rows, columns, count = pixels.shape
        if (rows, columns) == (TILE, TILE):
            return png(pixels)
        padded = np.zeros((TILE, TILE, count + 1), np.uint8)
        padded[:rows, :columns, :count] = pixels
        padded[:rows, :columns, count] = 255
        return png(padded)

    def _shown(self, pixels):
        low, high = self._window
        scaled = (pixels.astype(np.float64) - low) * (255 / (high - low))
        return np.rint(np.nan_to_num(scaled, nan=0.0)).clip(0, 255).astype(np.uint8)

    def _full_range(self):
        dtype = self.pyramid.dtype
        return (0, np.iinfo(dtype).max) if dtype.kind == "u" else self._percentiles()

    def _percentiles(self):
        if self.pyramid.dtype == bool:
            return 0, 1
        halvings = self.pyramid.levels[-1].halvings
        rows, columns = ((max(0, side // 2 - _WINDOW_SIDE // 2), side // 2 + _WINDOW_SIDE // 2)
                         for side in self.pyramid.shape_at(halvings))
        pixels = self.pyramid.region(halvings, self.pyramid.planes // 2, rows, columns, shrink_by_mean)
        finite = pixels[np.isfinite(pixels)]
        low, high = np.percentile(finite, (_PERCENT, 100 - _PERCENT)) if finite.size else (0, 1)
        return (float(low), float(high)) if low < high else (float(low), float(low) + 1)


class LabelsLayer:
    """Labels: a colour per label, with the outline of each."""

    def __init__(self, name, file, full_shape=None, planes=None, within=None, table=None):
        self.name, self.table = name, table
        self.pyramid = Pyramid(file, full_shape, within)
        if self.pyramid.dtype.kind not in "bui":
            raise ValueError(f"{file}: is {self.pyramid.dtype}; labels are integers")
        if planes not in (None, self.pyramid.planes):
            raise ValueError(f"{file}: has {self.pyramid.planes} planes; the image has {planes}")

    def tile(self, halvings, plane, row, column, outlines_only=False):
        """The PNG of a tile; the background is transparent."""
        (top, bottom), (left, right) = _span(row), _span(column)
        # One pixel more on each side, so that outlines do not end at tiles.
        around = self.pyramid.region(halvings, plane, (top - 1, bottom + 1), (left - 1, right + 1), shrink_to_first)
        indices = np.zeros((TILE, TILE), np.uint8)
        if around.size:
            inner = slice(min(top, 1), min(top, 1) + TILE), slice(min(left, 1), min(left, 1) + TILE)
            colours = _indices_of(around, outlines_only)[inner]
            indices[:colours.shape[0], :colours.shape[1]] = colours
        return palette_png(indices, _PALETTE)

    def label_at(self, plane, row, column):
        """The label of a pixel of the full image, as an int."""
        found = self.pyramid.region(0, plane, (row, row + 1), (column, column + 1), shrink_to_first)
        return int(found[0, 0]) if found.size else 0

    def window_at(self, row, column):
        """The part of the image in which the outline of an object is drawn: ((top, bottom), (left, right))."""
        sides = (row, self.pyramid.rows), (column, self.pyramid.columns)
        return tuple((max(0, at - _REACH), min(at + _REACH, side)) for at, side in sides)

    def outline_at(self, plane, row, column):
        """The PNG of the window, with the outline of the object at this pixel: 2 pixels wide."""
        (top, bottom), (left, right) = self.window_at(row, column)
        labels = self.pyramid.region(0, plane, (top, bottom), (left, right), shrink_to_first)
        indices = np.zeros((bottom - top, right - left), np.uint8)
        if row - top < labels.shape[0] and column - left < labels.shape[1]:
            is_object = labels == labels[row - top, column - left]
            indices[:labels.shape[0], :labels.shape[1]] = _is_outline(is_object)
        return palette_png(indices, _MARKED)


def _span(index):
    return index * TILE, (index + 1) * TILE


def _channels_of(file, select, channel):
    """How each channel that is shown is read."""
    info = describe(file, select=select, channel=channel)
    if not info.refusal:
        return [{"select": select, "channel": channel}]
    if not channel and info.samples >= 3:
        return [{"select": select, "channel": name} for name in ("red", "green", "blue")]
    if not channel and info.samples == 2:
        return [{"select": select, "channel": "luminance"}]
    if not select and _is_readable(file, "c=2") and not _is_readable(file, "c=3"):
        return [{"select": f"c={index}"} for index in range(3)]
    raise ValueError(f"{file}: {info.refusal}")


def _is_readable(file, select):
    try:
        return not describe(file, select=select).refusal
    except ValueError:
        return False


def _palette():
    """Bright hues by the golden ratio, in three saturations."""
    colours = np.zeros((1 + 2 * _COLOURS, 4), np.uint8)
    for index in range(_COLOURS):
        hue = index * 0.6180339887498949 % 1
        inside = np.rint(255 * np.array(colorsys.hsv_to_rgb(hue, (0.85, 0.6, 1.0)[index % 3], 1.0)))
        colours[1 + index] = *inside, _INSIDE_ALPHA
        colours[1 + _COLOURS + index] = *inside, 255
    return colours


_PALETTE = _palette()


def _indices_of(labels, outlines_only):
    """Indices of the palette."""
    keys = labels.astype(np.uint64)  # of a negative label: modulo 2**64
    mixed = (keys ^ (keys >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
    colours = 1 + ((mixed >> np.uint64(33)) % np.uint64(_COLOURS)).astype(np.uint8)
    outline = _is_outline(keys)
    colours[outline] += _COLOURS
    colours[keys == 0] = 0
    if outlines_only:
        colours[~outline] = 0
    return colours


def _is_outline(values):
    """Whether a neighbour above, below, left or right has another value."""
    found = np.zeros(values.shape, bool)
    rows = values[1:] != values[:-1]
    columns = values[:, 1:] != values[:, :-1]
    found[1:] |= rows
    found[:-1] |= rows
    found[:, 1:] |= columns
    found[:, :-1] |= columns
    return found
