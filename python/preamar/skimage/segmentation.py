"""Replacements for functions of `skimage.segmentation`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import delivered, planar
from ._watershed import watershed
from .measure import label

__all__ = ["clear_border", "expand_labels", "relabel_sequential", "watershed"]


def clear_border(labels, buffer_size=0, bgval=0, mask=None, *, out=None):
    """Remove objects that touch the image border; equivalent to `skimage.segmentation.clear_border`.

    Parameters
    ----------
    labels : numpy.ndarray
        Integers or bool. Objects are connected pixels of one non-zero value; pixels that share a corner connect.
    buffer_size : int, default: 0
        Number of pixels by which the border is widened inwards.
    bgval : scalar, default: 0
        Value that replaces removed objects.
    mask : numpy.ndarray of bool, optional
        Pixels where it is false are the border, instead of the image border.
    out : numpy.ndarray, optional
        Array that receives the result.

    Returns
    -------
    numpy.ndarray
        The labels without those objects, with the dtype of `labels`.
    """
    labels = np.asarray(labels)
    if mask is None and any(buffer_size >= extent for extent in labels.shape):
        raise ValueError("buffer size may not be greater than labels size")
    if mask is not None and mask.shape != labels.shape:
        raise ValueError(f"labels and mask should have the same shape but are {labels.shape} and {mask.shape}")
    if mask is not None and mask.dtype != bool:
        raise TypeError("mask should be of type bool.")
    numbers, count = label(labels, background=0, return_num=True)
    border = _border(labels.shape, buffer_size) if mask is None else ~mask
    remove = np.zeros(count + 1, bool)
    remove[numbers[border]] = True
    result = labels.copy() if out is None else delivered(labels, out)
    result[remove[numbers]] = bgval
    return result


def _border(shape, width):
    border = np.ones(shape, bool)
    border[tuple(slice(width + 1, extent - width - 1) for extent in shape)] = False
    return border


def expand_labels(label_image, distance=1, spacing=1):
    """Expand labels into the background; equivalent to `skimage.segmentation.expand_labels`.

    A pixel at the same distance from two labels may get a different one of them than in scikit-image.

    Parameters
    ----------
    label_image : numpy.ndarray
        Integers, 1 to 3 axes.
    distance : float, default: 1
        Maximum distance, in units of `spacing`.
    spacing : float or sequence of float, default: 1
        Distance between neighbouring pixels, one for all axes or one per axis.

    Returns
    -------
    numpy.ndarray
        The expanded labels, with the dtype of `label_image`.
    """
    labels = np.asarray(label_image)
    return preamar.expand_labels(planar(labels), distance=float(distance), spacing=spacing).reshape(labels.shape)


class ArrayMap:
    """The mapping of `relabel_sequential`: from `in_values[i]` to `out_values[i]`."""

    def __init__(self, in_values, out_values):
        self.in_values, self.out_values = in_values, out_values

    def __len__(self):
        return int(self.in_values.max(initial=0)) + 1

    def __array__(self, dtype=None, copy=None):
        whole = np.zeros(len(self), self.out_values.dtype if dtype is None else dtype)
        whole[self.in_values] = self.out_values
        return whole

    def __call__(self, values):
        return self[values]

    def __getitem__(self, values):
        values = np.asarray(values)
        order = np.argsort(self.in_values)
        places = np.minimum(np.searchsorted(self.in_values, values, sorter=order), len(order) - 1)
        found = self.out_values[order[places]]
        return np.where(self.in_values[order[places]] == values, found, 0)[()]


def relabel_sequential(label_field, offset=1):
    """Renumber labels without gaps; equivalent to `skimage.segmentation.relabel_sequential`.

    Parameters
    ----------
    label_field : numpy.ndarray
        Integers, not negative, 1 to 3 axes.
    offset : int, default: 1
        The first new label.

    Returns
    -------
    relabeled : numpy.ndarray
        The new labels, with the dtype of `label_field`, or the smallest unsigned dtype that holds them.
    forward_map, inverse_map : ArrayMap
        From old labels to new ones, and back.
    """
    labels = np.asarray(label_field)
    if offset <= 0:
        raise ValueError("Offset must be strictly positive.")
    if labels.dtype.kind not in "iu":
        raise TypeError("label_field must have an integer dtype")
    if labels.min() < 0:
        raise ValueError("Cannot relabel array that contains negative values.")
    numbers, count = preamar.relabel(planar(labels))
    numbers = numbers.reshape(labels.shape)
    old = preamar.measure(planar(labels), properties="size")["label"]
    last = int(offset) + count - 1 if count else 0
    required = np.min_scalar_type(last)
    fits = labels.dtype.itemsize >= required.itemsize and last < np.iinfo(labels.dtype).max
    dtype = labels.dtype if fits else required
    new = np.arange(int(offset), last + 1).astype(dtype) if count else np.zeros(0, dtype)
    result = numbers.astype(dtype)
    if offset > 1 and count:
        result[numbers > 0] += dtype.type(offset - 1)
    if not (numbers > 0).all():
        old, new = np.insert(old, 0, 0), np.insert(new, 0, 0)
    return result, ArrayMap(old, new), ArrayMap(new, old)
