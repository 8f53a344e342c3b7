"""The names of `skimage.filters`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import planar
from ._linear import gaussian, sobel

__all__ = ["apply_hysteresis_threshold", "gaussian", "sobel"]


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
