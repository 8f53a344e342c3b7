"""The names of `skimage.segmentation`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import delivered, planar, refuse, resolved_connectivity
from ._extrema import local_minima
from .measure import label

__all__ = ["clear_border", "expand_labels", "relabel_sequential", "watershed"]


def clear_border(labels, buffer_size=0, bgval=0, mask=None, *, out=None):
    """Remove objects at the border as `skimage.segmentation.clear_border` does.

    Parameters
    ----------
    labels : numpy.ndarray
        Of integers or bool; objects are pixels of one value, not 0, that hang together, corners counting.
    buffer_size : int, optional
        How many pixels beyond the outermost ones belong to the border.
    bgval : scalar, optional
        What removed objects become.
    mask : numpy.ndarray of bool, optional
        Where it is false is the border, in place of the image's edge.
    out : numpy.ndarray, optional
        Where the result is written.

    Returns
    -------
    numpy.ndarray
        Of the labels' dtype.
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
    """Grow labels into the background as `skimage.segmentation.expand_labels` does.

    A pixel that is equally near to two labels may get the other one of them.

    Parameters
    ----------
    label_image : numpy.ndarray
        Of integers, rank 1 to 3.
    distance : float, optional
        How far they grow.
    spacing : float or sequence of float, optional
        The distance of neighbours along each axis, or along all.

    Returns
    -------
    numpy.ndarray
        Of the labels' dtype.
    """
    labels = np.asarray(label_image)
    return preamar.expand_labels(planar(labels), distance=float(distance), spacing=spacing).reshape(labels.shape)


class ArrayMap:
    """The mapping of `relabel_sequential`: from each of `in_values` to the same place of `out_values`."""

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
    """Number labels without gaps as `skimage.segmentation.relabel_sequential` does.

    Parameters
    ----------
    label_field : numpy.ndarray
        Of integers not below 0, rank 1 to 3.
    offset : int, optional
        The first number given.

    Returns
    -------
    relabeled : numpy.ndarray
        Of the dtype of `label_field`, or of the least unsigned one that holds all numbers.
    forward_map, inverse_map : ArrayMap
        From old numbers to new ones, and back.
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


def watershed(image, markers=None, connectivity=1, offset=None, mask=None, compactness=0, watershed_line=False):
    """Divide an image into basins as `skimage.segmentation.watershed` does.

    The basins are those of the minimum spanning forest, whose plateaus are divided by distance: on images with many
    levels all but a few pixels are the same.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3.
    markers : numpy.ndarray, optional
        Where the basins begin; by default the local minima, numbered. A number of markers is refused.
    connectivity : int or numpy.ndarray, optional
        Which pixels are neighbours: 1 those that share a face ... the rank those that share a corner; or a footprint
        of such.
    offset : None
        Not taken.
    mask : numpy.ndarray, optional
        Where the basins may be.
    compactness : 0
        Others are refused.
    watershed_line : bool, optional
        Leave a line of 0 between basins.

    Returns
    -------
    numpy.ndarray
        Of the markers' dtype, int32 where none were given.
    """
    if compactness != 0:
        refuse("watershed", "compactness", compactness, "0")
    if offset is not None:
        refuse("watershed", "offset", offset, "None")
    image = np.asarray(image)
    connectivity = resolved_connectivity("watershed", connectivity, image.ndim)
    mask = None if mask is None else np.asanyarray(mask, dtype=bool)
    if mask is not None and mask.shape != image.shape:
        raise ValueError(f"`mask` (shape {mask.shape}) must have same shape as `image` (shape {image.shape})")
    if markers is None:
        markers = label(local_minima(image, connectivity=connectivity), connectivity=connectivity)
    elif np.ndim(markers) == 0:
        refuse("watershed", "markers", markers, "an array, or None for the local minima")
    markers = np.asanyarray(markers)
    if markers.shape != image.shape:
        raise ValueError(f"`markers` (shape {markers.shape}) must have same shape as `image` (shape {image.shape})")
    if mask is not None:
        markers = markers * mask
    return preamar.watershed(
        planar(image),
        planar(markers),
        None if mask is None else planar(mask),
        connectivity=connectivity,
        line=bool(watershed_line),
    ).reshape(image.shape)
