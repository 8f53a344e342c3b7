"""Linear filters: `gaussian` and `sobel` of `skimage.filters`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import delivered, planar, refuse

MODES = ("nearest", "reflect", "constant", "wrap")


def gaussian(image, sigma=1.0, *, mode="nearest", cval=0, preserve_range=False, truncate=4.0, channel_axis=None,
             out=None):  # fmt: skip
    """Gaussian filter; equivalent to `skimage.filters.gaussian`.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes, not counting the channel axis.
    sigma : float or sequence of float, default: 1.0
        Standard deviation of the Gaussian in pixels, one for all axes or one per axis.
    mode : {"nearest", "reflect", "constant", "wrap"}, default: "nearest"
        How the image continues beyond its border.
    cval : float, default: 0
        Value beyond the border if `mode` is "constant".
    preserve_range : bool, default: False
        Keep the values of integers. Otherwise integers are divided by the maximum of their type.
    truncate : float, default: 4.0
        Radius of the kernel, in multiples of sigma.
    channel_axis : int, optional
        Axis of the channels, which are smoothed independently.
    out : numpy.ndarray, optional
        Array of floats that receives the result.

    Returns
    -------
    numpy.ndarray
        float32 if the image is float32, else float64. Differs from scikit-image in the last digits, because the
        order of additions differs.
    """
    image = np.asarray(image)
    rank = image.ndim - (channel_axis is not None)
    sigma = [sigma] * rank if np.ndim(sigma) == 0 else [float(number) for number in sigma]
    if min(sigma) < 0:
        raise ValueError("Sigma values less than zero are not valid")
    _require_mode("gaussian", mode)
    if out is not None and not np.issubdtype(out.dtype, np.floating):
        raise ValueError(f"dtype of `out` must be float; got {out.dtype!r}.")
    floats = image.astype(_float_type(image), copy=False) if preserve_range else _as_float(image)
    if channel_axis is not None:
        if len(sigma) == image.ndim:
            del sigma[channel_axis]
        planes = np.moveaxis(floats, channel_axis, 0)
        smooth = np.stack([_smoothed(plane, sigma, mode, cval, truncate) for plane in planes], channel_axis)
    else:
        smooth = _smoothed(floats, sigma, mode, cval, truncate)
    return delivered(smooth, out)


def sobel(image, mask=None, *, axis=None, mode="reflect", cval=0.0):
    """Gradient magnitude by the Sobel operator; equivalent to `skimage.filters.sobel`.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 2 or 3 axes. Integers are divided by the maximum of their type.
    mask : numpy.ndarray of bool, optional
        The result is 0 outside the mask, and where the filter would read pixels outside it.
    axis : None
        Only the magnitude over all axes is supported.
    mode : {"nearest", "reflect", "constant", "wrap"}, default: "reflect"
        How the image continues beyond its border.
    cval : float, default: 0.0
        Value beyond the border if `mode` is "constant".

    Returns
    -------
    numpy.ndarray
        float32 if the image is float32, else float64. The values are rounded to float32.
    """
    image = np.asarray(image)
    _require_mode("sobel", mode)
    if axis is not None:
        refuse("sobel", "axis", axis, "None, for the magnitude")
    if mode == "constant" and cval != 0:
        image = _as_float(image) - cval
    weights = 4 ** (image.ndim - 1) * np.sqrt(image.ndim)  # scikit-image normalises the smoothing weights to a sum of 1
    slope = preamar.sobel(planar(image), border=mode).astype(_float_type(image), copy=False)
    slope /= weights * (1 if image.dtype.kind in "bf" else np.iinfo(image.dtype).max)
    if mask is not None:
        inner = preamar.erode(np.pad(np.asarray(mask, bool), 1), shape="box", radius=1)
        slope *= inner[(slice(1, -1),) * image.ndim]
    return slope


def _smoothed(image, sigma, mode, cval, truncate):
    """Filters with sigma 1 and a spacing of 1 / sigma; for sigma 0 the spacing is so large that no neighbour counts."""
    shift = cval if mode == "constant" else 0
    spacing = [1 / number if number > 0 else 1e12 for number in ([0, *sigma] if image.ndim == 1 else sigma)]
    flat = image - image.dtype.type(shift) if shift else image
    smooth = preamar.gaussian(planar(flat), sigma=1.0, spacing=spacing, truncate=float(truncate), border=mode)
    smooth = smooth.reshape(image.shape)
    return smooth + image.dtype.type(shift) if shift else smooth


def _float_type(image):
    return np.float32 if image.dtype.kind == "f" and image.dtype.itemsize <= 4 else np.float64


def _as_float(image):
    """Divides integers by the maximum of their type, as `skimage.util.img_as_float` does."""
    floats = image.astype(_float_type(image), copy=False)
    return floats if image.dtype.kind in "bf" else floats / np.iinfo(image.dtype).max


def _require_mode(name, mode):
    if mode not in MODES:
        refuse(name, "mode", mode, ", ".join(MODES))
