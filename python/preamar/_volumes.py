"""Colour images and thin volumes, whose arrays have the same shape."""

from __future__ import annotations

import numpy as np

_LEAST_SIDE = 16  # of a colour image
_REMEDY = "preamar.volume(image)"
_STORED_REMEDY = f'an xarray.DataArray of it with dims=("z", "y", "x"), or {_REMEDY}, which reads it into memory'


class Volume(np.ndarray):
    """An array that `volume` made: its three axes are axes of space."""

    def __array_wrap__(self, array, context=None, return_scalar=False):
        """Results of functions of NumPy are volumes if they have three axes."""
        if array.ndim == 3:
            return array.view(Volume)
        return array.view(np.ndarray)[()]


def volume(image):
    """Return an array as a volume whose last axis is an axis of space, even if it has 3 or 4 pixels.

    An array of uint8 with the shape of a colour image, such as (512, 512, 3), could be either. Operators therefore raise
    ValueError for it, unless this function made it a volume. Their results are ordinary arrays.

    Parameters
    ----------
    image : array_like
        The pixels, with 3 axes.

    Returns
    -------
    numpy.ndarray
        A view of the array; the pixels are not copied.

    Raises
    ------
    ValueError
        The array does not have 3 axes.

    Examples
    --------
    >>> import numpy as np
    >>> import preamar
    >>> thin = np.zeros((64, 64, 3), np.uint8)
    >>> preamar.dilate(preamar.volume(thin), radius=1).shape
    (64, 64, 3)
    """
    image = np.asarray(image)
    if image.ndim != 3:
        raise ValueError(f"volume: image has {image.ndim} axes; a volume has 3")
    return image.view(Volume)


def known_volume(image):
    """The pixels of a volume, made by `volume` if another call would not know that they are a volume."""
    return volume(image) if _may_be_colour(image.shape, image.dtype.name) else image


def require_meaning(argument, image, shape, dtype, is_stored=False):
    """Raise ValueError if the image could be a colour image or a volume, by its shape and the name of its dtype."""
    if _may_be_colour(shape, dtype) and not _is_volume(image):
        raise ValueError(
            f"{argument} has shape {tuple(shape)} and dtype uint8, which may be a colour image or a volume; pass one "
            "channel, such as image[..., 1], or a stain of preamar.unmix_stains(image); if it is a volume, pass "
            f"{_STORED_REMEDY if is_stored else _REMEDY}")


def _may_be_colour(shape, dtype):
    return len(shape) == 3 and shape[2] in (3, 4) and min(shape[:2]) >= _LEAST_SIDE and dtype == "uint8"


def _is_volume(image):
    """Whether `volume` made it, or it is an xarray.DataArray whose last dimension is an axis of space."""
    dims = getattr(image, "dims", None)
    return isinstance(image, Volume) or (isinstance(dims, tuple) and dims[-1:] in (("x",), ("y",), ("z",)))
