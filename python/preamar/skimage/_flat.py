"""Flat morphology, as in `skimage.morphology`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import delivered, planar, refuse

# Beyond the edge of the image these show only what lies inside it and within the footprint, so that they are one.
MODES = ("reflect", "mirror", "nearest", "ignore")

PARAMETERS = """

    Parameters
    ----------
    image : numpy.ndarray
        Of rank 1 to 3.
    footprint : numpy.ndarray, optional
        A box, a disk or a ball: all ones and of one odd side, or what `skimage.morphology.disk` and `ball` make.
        By default the pixel and those that share a face with it. Others are refused.
    out : numpy.ndarray, optional
        Where the result is written.
    mode : {'reflect', 'mirror', 'nearest', 'ignore'}, optional
        What lies beyond the edge; with such footprints they are the same. Others are refused.
    cval : scalar, optional
        Not used.

    Returns
    -------
    numpy.ndarray
        Of the image's dtype.
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
    function.__doc__ = f"{summary} as `skimage.morphology.{name}` does.{PARAMETERS}"
    return function


dilation = _drop_in("dilation", "dilate", "Give each pixel the greatest value around it")
erosion = _drop_in("erosion", "erode", "Give each pixel the least value around it")
opening = _drop_in("opening", "opening", "Erode and then dilate")
closing = _drop_in("closing", "closing", "Dilate and then erode")
white_tophat = _drop_in("white_tophat", "top_hat", "Subtract the opening from the image")


def _recognised(name, footprint, rank):
    """The shape and radius that a footprint is."""
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
    raise ValueError(f"{name}: footprint is no box, disk or ball; others are not taken")
