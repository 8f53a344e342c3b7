"""Local and h-extrema, as in `skimage.morphology`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import connectivity_of, planar, resolved_connectivity


def local_maxima(image, footprint=None, connectivity=None, indices=False, allow_borders=True):
    """Find local maxima; equivalent to `skimage.morphology.local_maxima`.

    A local maximum is a plateau with no higher neighbour. A constant image has none; `preamar.regional_maxima` finds
    one there.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes.
    footprint : numpy.ndarray, optional
        The neighbourhood. It must be that of a connectivity, such as a cross or a full square.
    connectivity : int, default: number of axes
        1 connects pixels that share a face, the number of axes also those that share a corner.
    indices : bool, default: False
        Return a tuple of indices instead of an image.
    allow_borders : bool, default: True
        Include maxima that touch the image border.

    Returns
    -------
    numpy.ndarray of bool, or a tuple of arrays
        True in maxima, or their indices.
    """
    return _extrema("local_maxima", preamar.regional_maxima, image, footprint, connectivity, indices, allow_borders)


def local_minima(image, footprint=None, connectivity=None, indices=False, allow_borders=True):
    """Find local minima; equivalent to `skimage.morphology.local_minima`. Parameters as in `local_maxima`."""
    return _extrema("local_minima", preamar.regional_minima, image, footprint, connectivity, indices, allow_borders)


def _extrema(name, operator, image, footprint, connectivity, indices, allow_borders):
    image = np.asarray(image)
    connectivity = resolved_connectivity(name, connectivity, image.ndim, footprint)
    if image.size == 0 or image.min() == image.max():
        found = np.zeros(image.shape, bool)
    else:
        found = operator(planar(image), connectivity=connectivity).reshape(image.shape)
        if not allow_borders:
            found = _off_the_border(found, connectivity)
    return np.nonzero(found) if indices else found


def _off_the_border(found, connectivity):
    """Removes the plateaus that touch the image border. No two plateaus touch each other, so labels identify them."""
    labels, count = preamar.label(planar(found), connectivity=connectivity)
    labels = labels.reshape(found.shape)
    keep = np.ones(count + 1, bool)
    keep[0] = False
    for axis in range(found.ndim):
        for end in (0, -1):
            keep[np.take(labels, end, axis)] = False
    return keep[labels]


def h_maxima(image, h, footprint=None):
    """Find maxima of height `h` or more; equivalent to `skimage.morphology.h_maxima`.

    This function marks the pixels whose reconstruction from `image - h` is at least `h` below the image.
    `preamar.h_maxima` returns the reconstructed image itself.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes.
    h : int or float
        Minimum height, above 0.
    footprint : numpy.ndarray, optional
        The neighbourhood. It must be that of a connectivity; by default the full 3x3 or 3x3x3 neighbourhood.

    Returns
    -------
    numpy.ndarray of uint8
        1 in maxima, 0 elsewhere.
    """
    return _heights("h_maxima", image, h, footprint, -1)


def h_minima(image, h, footprint=None):
    """Find minima of depth `h` or more; equivalent to `skimage.morphology.h_minima`. Parameters as in `h_maxima`."""
    return _heights("h_minima", image, h, footprint, 1)


def _heights(name, image, h, footprint, sign):
    image = np.asarray(image)
    connectivity = connectivity_of(name, footprint, image.ndim)
    if h > np.ptp(image):
        return np.zeros(image.shape, np.uint8)
    if h == 0:
        raise ValueError(f"{name}: h = 0 is ambiguous, use {name.replace('h_', 'local_')}() instead")
    if image.dtype.kind in "iu" and h % 1 != 0:
        image = image.astype(float)
    if image.dtype.kind == "f":
        moved = image + sign * h + sign * 2 * np.finfo(image.dtype).resolution * np.abs(image)
    else:
        moved = _moved(image, int(h), sign)
    result = preamar.reconstruct(
        planar(moved.astype(image.dtype, copy=False)),
        planar(image),
        method="dilation" if sign < 0 else "erosion",
        connectivity=connectivity,
    ).reshape(image.shape)
    high, low = (image, result) if sign < 0 else (result, image)
    if image.dtype.kind == "i":  # a difference of signed numbers may need one bit more
        residue = np.subtract(high, low).view(image.dtype.str.replace("i", "u"))
    else:
        residue = high - low if image.dtype.kind != "b" else high & ~low
    return (residue >= h).astype(np.uint8)


def _moved(image, h, sign):
    """The image plus or minus h, saturated to its type."""
    if image.dtype.kind == "b":
        return np.zeros_like(image) if sign < 0 else np.ones_like(image)
    info = np.iinfo(image.dtype)
    if sign < 0:
        return np.where(image < info.min + h, info.min, image - image.dtype.type(h)).astype(image.dtype)
    return np.where(image > info.max - h, info.max, image + image.dtype.type(h)).astype(image.dtype)
