"""Small objects and holes, as in `skimage.morphology`."""

from __future__ import annotations

import warnings

import numpy as np

import preamar

from ._common import delivered, planar, resolved_connectivity


def remove_small_objects(ar, min_size=None, connectivity=1, *, max_size=64, out=None):
    """Remove small objects; equivalent to `skimage.morphology.remove_small_objects`.

    Parameters
    ----------
    ar : numpy.ndarray
        A bool image, whose objects are its connected components; or labels (integers, not negative), whose objects
        are all pixels of one value.
    min_size : int, optional
        Remove objects of fewer pixels. Older parameter of scikit-image; it has priority over `max_size`.
    connectivity : int, default: 1
        For a bool image: 1 connects pixels that share a face, the number of axes also those that share a corner.
    max_size : int, default: 64
        Remove objects of at most this many pixels.
    out : numpy.ndarray, optional
        Array that receives the result.

    Returns
    -------
    numpy.ndarray
        The image without small objects, with the dtype of `ar`.
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
    """Fill small holes; equivalent to `skimage.morphology.remove_small_holes`.

    Parameters
    ----------
    ar : numpy.ndarray
        A bool image. Integers are converted to bool, with a warning.
    area_threshold : int, optional
        Fill holes of fewer pixels. Older parameter of scikit-image; it has priority over `max_size`.
    connectivity : int, default: 1
        Of the background: 1 connects pixels that share a face, the number of axes also those that share a corner.
    max_size : int, default: 64
        Fill holes of at most this many pixels.
    out : numpy.ndarray of bool, optional
        Array that receives the result.

    Returns
    -------
    numpy.ndarray of bool
        The mask with small holes filled.
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
