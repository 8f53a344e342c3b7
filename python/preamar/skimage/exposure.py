"""Replacements for functions of `skimage.exposure`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import planar, refuse

__all__ = ["histogram"]


def histogram(image, nbins=256, source_range="image", normalize=False, *, channel_axis=None):
    """Histogram of an image; equivalent to `skimage.exposure.histogram`.

    Parameters
    ----------
    image : numpy.ndarray
        An image of 1 to 3 axes.
    nbins : int, default: 256
        Number of bins for floating-point images. Integer images have one bin per value.
    source_range : {'image', 'dtype'}, default: 'image'
        Range of the bins: from the minimum to the maximum of the image, or of the dtype.
    normalize : bool, default: False
        Divide the counts by the number of pixels.
    channel_axis : None
        Not supported: images have one channel.

    Returns
    -------
    hist : numpy.ndarray
        Number of pixels per bin.
    bin_centers : numpy.ndarray
        The centres of the bins.
    """
    if channel_axis is not None:
        refuse("histogram", "channel_axis", channel_axis, "images of one channel")
    if source_range not in ("image", "dtype"):
        raise ValueError(f"Incorrect value for `source_range` argument: {source_range}")
    image = planar(image)
    if image.dtype.kind in "iu":
        counts, centres = _of_integers(image, source_range)
    else:
        counts, centres = _of_reals(image, nbins, source_range)
    return (counts / np.sum(counts) if normalize else counts), centres


def _of_integers(image, source_range):
    info = np.iinfo(image.dtype)
    low, high = preamar.minmax(image) if source_range == "image" else (info.min, info.max)
    return preamar.histogram(image, bins=high - low + 1, range=(low - 0.5, high + 0.5)), np.arange(low, high + 1)


def _of_reals(image, nbins, source_range):
    if source_range == "image":
        ends, limits = np.array(preamar.minmax(image), image.dtype), None
    else:
        ends, limits = np.zeros(0, image.dtype), (0 if image.dtype == bool else -1, 1)
    edges = np.histogram_bin_edges(ends.astype(np.uint8) if image.dtype == bool else ends, nbins, limits)
    counts = preamar.histogram(image, bins=nbins, range=None if limits is None else tuple(map(float, limits)))
    return counts, (edges[:-1] + edges[1:]) / 2.0
