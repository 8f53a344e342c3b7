"""Replacements for functions of `skimage.filters`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import planar, refuse
from ._linear import gaussian, sobel

__all__ = ["apply_hysteresis_threshold", "gaussian", "sobel", "threshold_otsu"]


def apply_hysteresis_threshold(image, low, high):
    """Hysteresis threshold; equivalent to `skimage.filters.apply_hysteresis_threshold`.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes.
    low, high : float
        Pixels above `high` are kept, and pixels above `low` that are connected to them by shared faces.

    Returns
    -------
    numpy.ndarray of bool
        True in kept pixels.
    """
    image = np.asarray(image)
    low = min(low, high)
    return preamar.hysteresis(planar(image), low=float(low), high=float(high), connectivity=1).reshape(image.shape)


def threshold_otsu(image=None, nbins=256, *, hist=None):
    """Otsu's threshold; equivalent to `skimage.filters.threshold_otsu`.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes.
    nbins : int, default: 256
        Number of bins for floating-point images. Integer images have one bin per value.
    hist : None
        Not supported: pass an image.

    Returns
    -------
    numpy scalar
        The threshold. Pixels above it are the foreground class.
    """
    if hist is not None or image is None:
        refuse("threshold_otsu", "hist", hist, "an image")
    image = np.asarray(image)
    level = preamar.otsu(planar(image), bins=nbins)
    if image.dtype.kind == "f" or level == preamar.minmax(planar(image))[1]:
        return image.dtype.type(level)
    return np.float64(level) if image.dtype == bool else np.int64(level)
