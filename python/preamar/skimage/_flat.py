"""Flat morphology, as in `skimage.morphology`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import delivered, planar, refuse

# These modes only repeat pixels of the image that are also inside the footprint, so all four give the same result.
MODES = ("reflect", "mirror", "nearest", "ignore")

PARAMETERS = """

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes.
    footprint : numpy.ndarray, optional
        The structuring element: a box (all ones, one odd side), or the result of `skimage.morphology.disk` or `ball`.
        By default the pixel and those that share a face with it. Any other footprint raises ValueError.
    out : numpy.ndarray, optional
        Array that receives the result.
    mode : {'reflect', 'mirror', 'nearest', 'ignore'}, default: 'reflect'
        How the image continues beyond its border; these four give the same result. Others raise ValueError.
    cval : scalar, optional
        Ignored.

    Returns
    -------
    numpy.ndarray
        The result, with the dtype of the image.
    """


def _drop_in(name, operator, summary):
    def function(image, footprint=None, out=None, *, mode="reflect", cval=0.0):
        if mode not in MODES:
            refuse(name, "mode", mode, ", ".join(MODES))
        image = np.asarray(image)
        shape, radius = _recognised(name, footprint, image.ndim)
        result = getattr(preamar, operator)(planar(image), radius=radius, shape=shape)
        return delivered(result.reshape(image.shape), out)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{summary}; equivalent to `skimage.morphology.{name}`.{PARAMETERS}"
    return function


dilation = _drop_in("dilation", "dilate", "Grey-scale dilation")
erosion = _drop_in("erosion", "erode", "Grey-scale erosion")
opening = _drop_in("opening", "opening", "Opening: erosion, then dilation")
closing = _drop_in("closing", "closing", "Closing: dilation, then erosion")
white_tophat = _drop_in("white_tophat", "top_hat", "White top-hat: image minus opening")


def _recognised(name, footprint, rank):
    """The shape and radius of a footprint."""
    if footprint is None:
        return "ball", 1
    if isinstance(footprint, tuple):
        refuse(name, "footprint", "a sequence", "one array")
    footprint = np.asarray(footprint)
    side = footprint.shape[0] if footprint.ndim else 0
    if footprint.ndim != rank or side % 2 == 0 or set(footprint.shape) != {side}:
        raise ValueError(
            f"{name}: footprint has shape {footprint.shape}; boxes, disks and balls of one odd side and rank {rank} are taken"
        )
    radius = side // 2
    if footprint.all():
        return "box", radius
    steps = np.indices(footprint.shape) - radius
    if np.array_equal(footprint != 0, (steps**2).sum(axis=0) <= radius**2):
        return "ball", radius
    raise ValueError(f"{name}: footprint is not a box, disk or ball; others are not taken")
