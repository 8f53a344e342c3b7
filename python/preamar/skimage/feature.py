"""Replacements for functions of `skimage.feature`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import refuse

__all__ = ["canny"]

_SOBEL = 8  # the Sobel operator returns 8 times the gradient


def canny(
    image, sigma=1.0, low_threshold=None, high_threshold=None, mask=None, use_quantiles=False, *, mode="constant", cval=0.0
):
    """Canny edge detector; equivalent to `skimage.feature.canny`.

    Images of 8 and 16 bits are computed in float32, in scikit-image in float64. About one in some hundred thousand edge
    pixels may differ.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 2 axes; 64-bit integers are not supported.
    sigma : float, default: 1.0
        Standard deviation of the Gaussian, in pixels.
    low_threshold, high_threshold : float, optional
        Weak-edge and strong-edge threshold of the Sobel magnitude. Default: 10 % and 20 % of the maximum of the
        dtype (1 for floats).
    mask : None
        Not supported: any other value raises ValueError.
    use_quantiles : bool
        Not supported: True raises ValueError.
    mode, cval
        Only "constant" with 0 is supported; any other value raises ValueError.

    Returns
    -------
    numpy.ndarray of bool
        True on edges.
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
