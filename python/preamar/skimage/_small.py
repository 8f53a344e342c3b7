"""Small objects and holes, as in `skimage.morphology`."""

from __future__ import annotations

import warnings

import numpy as np

import preamar

from ._common import delivered, planar, resolved_connectivity


def remove_small_objects(ar, min_size=None, connectivity=1, *, max_size=64, out=None):
    """Remove objects as `skimage.morphology.remove_small_objects` does.

    Parameters
    ----------
    ar : numpy.ndarray
        Of bool, whose objects are what is true and hangs together; or of integers, not below 0, whose objects are
        all pixels of one value.
    min_size : int, optional
        Objects of fewer pixels go; the older name, which excludes the number itself.
    connectivity : int, optional
        Of a bool image: 1 those that share a face ... the rank those that share a corner.
    max_size : int, optional
        Objects of so many pixels or fewer go.
    out : numpy.ndarray, optional
        Where the result is written.

    Returns
    -------
    numpy.ndarray
        Of the dtype of `ar`.
    """
    ar = np.asarray(ar)
    _check_dtype(ar)
    least = int(max_size) + 1 if min_size is None else int(min_size)
    if ar.dtype == bool:
        return delivered(_sieved(preamar.remove_small_objects, ar, least, connectivity), out)
    if ar.size and ar.min() < 0:
        raise ValueError(
            "Negative value labels are not supported. Try relabeling the input with `scipy.ndimage.label` or "
            "`skimage.morphology.label`."
        )
    table = preamar.measure(planar(ar), properties="size")
    if len(table["label"]) == 1:
        warnings.warn(
            "Only one label was provided to `remove_small_objects`. Did you mean to use a boolean array?", stacklevel=2
        )
    small = table["label"][table["size"] < least]
    return delivered(np.where(np.isin(ar, small), ar.dtype.type(0), ar), out)


def remove_small_holes(ar, area_threshold=None, connectivity=1, *, max_size=64, out=None):
    """Fill holes as `skimage.morphology.remove_small_holes` does.

    Parameters
    ----------
    ar : numpy.ndarray
        Of bool, or of integers, which are taken as bool.
    area_threshold : int, optional
        Holes of fewer pixels are filled; the older name, which excludes the number itself.
    connectivity : int, optional
        Of the background: 1 those that share a face ... the rank those that share a corner.
    max_size : int, optional
        Holes of so many pixels or fewer are filled.
    out : numpy.ndarray of bool, optional
        Where the result is written.

    Returns
    -------
    numpy.ndarray of bool
    """
    ar = np.asarray(ar)
    _check_dtype(ar)
    if ar.dtype != bool:
        warnings.warn(
            "Any labeled images will be returned as a boolean array. Did you mean to use a boolean array?", stacklevel=2
        )
    if out is not None and out.dtype != bool:
        raise TypeError("out dtype must be bool")
    least = int(max_size) + 1 if area_threshold is None else int(area_threshold)
    return delivered(_sieved(preamar.remove_small_holes, ar.astype(bool), least, connectivity), out)


def _sieved(operator, image, least, connectivity):
    connectivity = resolved_connectivity(operator.__name__, connectivity, image.ndim)
    return operator(planar(image), size=least, connectivity=connectivity).reshape(image.shape)


def _check_dtype(ar):
    if ar.dtype.kind not in "biu":
        raise TypeError(f"Only bool or integer image types are supported. Got {ar.dtype}.")
