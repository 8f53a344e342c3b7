"""Shared by the scikit-image replacements: neighbourhoods, and conversion of arguments."""

from __future__ import annotations

from itertools import product

import numpy as np

import preamar


def connectivity_of(name, footprint, rank, offset=None):
    """The connectivity with the neighbourhood of the footprint; the rank if the footprint is None."""
    if footprint is None:
        return rank
    footprint = np.asarray(footprint, dtype=bool)
    if footprint.ndim != rank:
        raise ValueError(f"{name}: footprint has rank {footprint.ndim}; the images have rank {rank}")
    centre = _centre(footprint, offset)
    steps = {tuple(map(int, step)) for step in np.argwhere(footprint) - centre} - {(0,) * rank}
    for connectivity in range(1, rank + 1):
        if steps == _neighbours(rank, connectivity):
            return connectivity
    raise ValueError(
        f"{name}: footprint is not the neighbourhood of a connectivity; give a cross or a full square or cube "
        "around its centre, of side 3, as scipy.ndimage.generate_binary_structure makes"
    )


def resolved_connectivity(name, connectivity, rank, footprint=None):
    """A connectivity that may be None or a footprint, as scikit-image takes it."""
    if footprint is not None:
        return connectivity_of(name, footprint, rank)
    if connectivity is None:
        return rank
    if np.ndim(connectivity) > 0:
        return connectivity_of(name, connectivity, rank)
    if not 1 <= connectivity <= rank:
        raise ValueError(f"{name}: connectivity is {connectivity}; it must be from 1 to {rank}")
    return int(connectivity)


def planar(image):
    """The image in native byte order; a 1-D array becomes an image of one row."""
    image = np.asarray(image)
    image = image.astype(image.dtype.newbyteorder("="), copy=False)
    return image[np.newaxis] if image.ndim == 1 else spatial(image)


def spatial(image):
    """An image of 3 axes as a volume: in scikit-image, only `channel_axis` makes an axis that of channels."""
    image = np.asarray(image)
    return preamar.volume(image) if image.ndim == 3 else image


def delivered(result, out):
    """Returns the result, copied into `out` if one was given."""
    if out is None:
        return result
    out[...] = result
    return out


def refuse(name, argument, given, takes):
    """Raises ValueError for a parameter value of scikit-image that Preamar does not support."""
    raise ValueError(f"{name}: {argument} is {given!r}; preamar takes {takes}")


def _centre(footprint, offset):
    if offset is None:
        if not all(extent % 2 for extent in footprint.shape):
            raise ValueError("Footprint dimensions must all be odd")
        return np.array(footprint.shape) // 2
    offset = np.asarray(offset)
    if offset.shape != (footprint.ndim,):
        raise ValueError("Offset and footprint ndims must be equal.")
    if not all(0 <= o < extent for o, extent in zip(offset, footprint.shape)):
        raise ValueError("Offset must be included inside footprint")
    return offset


def _neighbours(rank, connectivity):
    steps = product((-1, 0, 1), repeat=rank)
    return {step for step in steps if 1 <= sum(map(abs, step)) <= connectivity}
