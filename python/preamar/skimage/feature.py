"""The names of `skimage.feature`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import refuse

__all__ = ["canny"]

_SOBEL = 8  # Sobel's weights give so many times the slope


def canny(
    image, sigma=1.0, low_threshold=None, high_threshold=None, mask=None, use_quantiles=False, *, mode="constant", cval=0.0
):
    """Find edges as `skimage.feature.canny` does.

    Numbers are held in float32 for images of 8 and 16 bits, where scikit-image holds float64; so of some hundred
    thousand edge pixels one may differ.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 2; not of integers of 64 bits.
    sigma : float
        Of the Gaussian that smooths first.
    low_threshold, high_threshold : float, optional
        On the scale of Sobel's filter; None stands for a tenth and a fifth of what the dtype can hold, 1 for floats.
    mask : None
        Others are refused.
    use_quantiles : bool
        True is refused.
    mode, cval
        As they are; others are refused.

    Returns
    -------
    numpy.ndarray of bool
    """
    image = np.asarray(image)
    _check(image, mask, use_quantiles, mode, cval)
    most = 1.0 if image.dtype.kind in "bf" else float(np.iinfo(image.dtype).max)
    low = 0.1 * most if low_threshold is None else low_threshold
    high = 0.2 * most if high_threshold is None else high_threshold
    if high < low:
        raise ValueError("low_threshold should be lower then high_threshold")
    return preamar.canny(image, sigma=float(sigma), low=max(0.0, low / _SOBEL), high=max(0.0, high / _SOBEL))


def _check(image, mask, use_quantiles, mode, cval):
    if image.dtype in (np.int64, np.uint64):
        raise ValueError("64-bit integer images are not supported")
    if image.ndim != 2:
        raise ValueError(f"canny: image has rank {image.ndim}; it must have rank 2")
    if mask is not None:
        refuse("canny", "mask", "an array", "None")
    if use_quantiles:
        refuse("canny", "use_quantiles", True, "False")
    if mode != "constant" or cval != 0:
        refuse("canny", "mode", (mode, cval), "'constant' with cval 0")
