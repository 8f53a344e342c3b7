"""The names of `skimage.filters`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import planar, refuse
from ._linear import gaussian, sobel

__all__ = ["apply_hysteresis_threshold", "gaussian", "sobel", "threshold_otsu"]


def apply_hysteresis_threshold(image, low, high):
    """Threshold with two levels as `skimage.filters.apply_hysteresis_threshold` does.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3.
    low, high : float
        Pixels above `high` stay, and pixels above `low` that hang together with them; `low` is at most `high`.

    Returns
    -------
    numpy.ndarray of bool
    """
    image = np.asarray(image)
    low = min(low, high)
    return preamar.hysteresis(planar(image), low=float(low), high=float(high), connectivity=1).reshape(image.shape)


def threshold_otsu(image=None, nbins=256, *, hist=None):
    """The level of Otsu's method, as `skimage.filters.threshold_otsu` finds it.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3.
    nbins : int, default 256
        Of an image of floats; an integer has a bin a value.
    hist : None
        A histogram in place of an image is not taken.

    Returns
    -------
    numpy scalar
        Pixels above it are one class.
    """
    if hist is not None or image is None:
        refuse("threshold_otsu", "hist", hist, "an image")
    image = np.asarray(image)
    level = preamar.otsu(planar(image), bins=nbins)
    if image.dtype.kind == "f" or level == preamar.minmax(planar(image))[1]:
        return image.dtype.type(level)
    return np.float64(level) if image.dtype == bool else np.int64(level)
