"""Filters by weighted sums: `gaussian` and `sobel` of `skimage.filters`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import delivered, planar, refuse

MODES = ("nearest", "reflect", "constant", "wrap")


def gaussian(image, sigma=1.0, *, mode="nearest", cval=0, preserve_range=False, truncate=4.0, channel_axis=None,
             out=None):  # fmt: skip
    """Smooth as `skimage.filters.gaussian` does.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3; each channel may have as many.
    sigma : float or sequence of float
        The standard deviation along each axis, or one for all.
    mode : str
        What lies beyond the edges: "nearest", "reflect", "constant" or "wrap".
    cval : float
        The value beyond the edges where that is constant.
    preserve_range : bool
        Integers keep their values; otherwise they are divided by the largest of their type.
    truncate : float
        Where the kernel ends, in multiples of sigma.
    channel_axis : int, optional
        The axis that is not smoothed along.
    out : numpy.ndarray, optional
        Where the result goes; of floats.

    Returns
    -------
    numpy.ndarray of float32 where the image is, else of float64
        The numbers of scikit-image to about the last digits of its type: sums are added in another order.
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
    """Find edges as `skimage.filters.sobel` does.

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 2 or 3. Integers are divided by the largest of their type.
    mask : numpy.ndarray of bool, optional
        The result is 0 outside it and where it would reach outside.
    axis : None
        The magnitude over all axes; the difference along one of them is not given.
    mode : str
        What lies beyond the edges: "nearest", "reflect", "constant" or "wrap".
    cval : float
        The value beyond the edges where that is constant.

    Returns
    -------
    numpy.ndarray of float32 where the image is, else of float64
        The magnitudes of scikit-image, rounded to float32.
    """
    image = np.asarray(image)
    _require_mode("sobel", mode)
    if axis is not None:
        refuse("sobel", "axis", axis, "None, for the magnitude")
    if mode == "constant" and cval != 0:
        image = _as_float(image) - cval
    weights = 4 ** (image.ndim - 1) * np.sqrt(image.ndim)  # the weights of scikit-image that smooth sum to 1
    slope = preamar.sobel(planar(image), border=mode).astype(_float_type(image), copy=False)
    slope /= weights * (1 if image.dtype.kind in "bf" else np.iinfo(image.dtype).max)
    if mask is not None:
        inner = preamar.erode(np.pad(np.asarray(mask, bool), 1), shape="box", radius=1)
        slope *= inner[(slice(1, -1),) * image.ndim]
    return slope


def _smoothed(image, sigma, mode, cval, truncate):
    """Each sigma is what a step is counted in; one of 0 as so many steps that no neighbour is reached."""
    shift = cval if mode == "constant" else 0
    spacing = [1 / number if number > 0 else 1e12 for number in ([0, *sigma] if image.ndim == 1 else sigma)]
    flat = image - image.dtype.type(shift) if shift else image
    smooth = preamar.gaussian(planar(flat), sigma=1.0, spacing=spacing, truncate=float(truncate), border=mode)
    smooth = smooth.reshape(image.shape)
    return smooth + image.dtype.type(shift) if shift else smooth


def _float_type(image):
    return np.float32 if image.dtype.kind == "f" and image.dtype.itemsize <= 4 else np.float64


def _as_float(image):
    """Integers over the largest of their type, as `skimage.util.img_as_float` gives them."""
    floats = image.astype(_float_type(image), copy=False)
    return floats if image.dtype.kind in "bf" else floats / np.iinfo(image.dtype).max


def _require_mode(name, mode):
    if mode not in MODES:
        refuse(name, "mode", mode, ", ".join(MODES))
