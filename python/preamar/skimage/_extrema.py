"""Local and h-extrema, as in `skimage.morphology`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import connectivity_of, planar, resolved_connectivity


def local_maxima(image, footprint=None, connectivity=None, indices=False, allow_borders=True):
    """Find local maxima as `skimage.morphology.local_maxima` does: plateaus with no higher neighbour.

    A constant image has none, unlike in `preamar.regional_maxima`.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3.
    footprint : numpy.ndarray, optional
        The neighbours, which must be those of a connectivity.
    connectivity : int, optional
        Which pixels are neighbours: 1 those that share a face ... the rank, which is the default, those that share a
        corner.
    indices : bool, optional
        Give a tuple of indices instead of an image.
    allow_borders : bool, optional
        Count maxima that touch the edge of the image.

    Returns
    -------
    numpy.ndarray of bool, or a tuple of arrays
    """
    return _extrema("local_maxima", preamar.regional_maxima, image, footprint, connectivity, indices, allow_borders)


def local_minima(image, footprint=None, connectivity=None, indices=False, allow_borders=True):
    """Find local minima as `skimage.morphology.local_minima` does; see `local_maxima`."""
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
    """Without the plateaus that touch the edge of the image; no two of them touch each other."""
    labels, count = preamar.label(planar(found), connectivity=connectivity)
    labels = labels.reshape(found.shape)
    keep = np.ones(count + 1, bool)
    keep[0] = False
    for axis in range(found.ndim):
        for end in (0, -1):
            keep[np.take(labels, end, axis)] = False
    return keep[labels]


def h_maxima(image, h, footprint=None):
    """Find maxima that rise `h` or more above what surrounds them, as `skimage.morphology.h_maxima` does.

    Unlike `preamar.h_maxima`, which gives the image without its lesser maxima, this marks where the reconstruction of
    the image less `h` lies `h` or more below it.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3.
    h : int or float
        The least height, above 0.
    footprint : numpy.ndarray, optional
        The neighbours, which must be those of a connectivity; by default all.

    Returns
    -------
    numpy.ndarray of uint8
        1 in the maxima, else 0.
    """
    return _heights("h_maxima", image, h, footprint, -1)


def h_minima(image, h, footprint=None):
    """Find minima that are `h` or more deep, as `skimage.morphology.h_minima` does; see `h_maxima`."""
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
    """The image moved by h, within its type."""
    if image.dtype.kind == "b":
        return np.zeros_like(image) if sign < 0 else np.ones_like(image)
    info = np.iinfo(image.dtype)
    if sign < 0:
        return np.where(image < info.min + h, info.min, image - image.dtype.type(h)).astype(image.dtype)
    return np.where(image > info.max - h, info.max, image + image.dtype.type(h)).astype(image.dtype)
