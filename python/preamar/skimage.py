"""Functions with scikit-image's names, parameters, checks and result types."""

from __future__ import annotations

from itertools import product

import numpy as np

from . import reconstruct

__all__ = ["reconstruction"]


def reconstruction(seed, mask, method="dilation", footprint=None, offset=None):
    """Reconstruct as `skimage.morphology.reconstruction` does.

    Parameters
    ----------
    seed : numpy.ndarray
        Where values spread from; nowhere beyond the mask.
    mask : numpy.ndarray
        The limit at each pixel, of rank 1 to 3.
    method : {'dilation', 'erosion'}, optional
        Spread high values under the mask, or low ones above it.
    footprint : numpy.ndarray, optional
        The neighbours, which must be those of a connectivity: 1 or more axes at a time, at most one step each.
        By default all 3x3 or 3x3x3.
    offset : numpy.ndarray, optional
        Which element of the footprint is the pixel itself; by default its centre.

    Returns
    -------
    numpy.ndarray
        Of float32 for masks of float16 and float32, else float64, as scikit-image gives.

    Raises
    ------
    ValueError
        Where the seed is beyond the mask, as scikit-image raises; for NaN, which it takes; and for a footprint that is
        no connectivity.

    Examples
    --------
    >>> import numpy as np
    >>> from preamar.skimage import reconstruction
    >>> mask = np.array([[1, 5, 1, 7, 1]])
    >>> reconstruction(np.minimum(mask, 3), mask)
    array([[1., 3., 1., 3., 1.]])
    """
    seed, mask = np.asarray(seed), np.asarray(mask)
    _check(seed, mask, method)
    connectivity = _connectivity(footprint, offset, mask.ndim)
    result_type = np.float32 if mask.dtype in (np.float16, np.float32) else np.float64
    if seed.dtype != mask.dtype or mask.dtype in (np.float16, np.longdouble):
        seed, mask = seed.astype(result_type), mask.astype(result_type)
    shape = mask.shape
    if mask.ndim == 1:  # a line is an image of one row
        seed, mask = seed[np.newaxis], mask[np.newaxis]
    result = reconstruct(_native(seed), _native(mask), method=method, connectivity=connectivity)
    return result.astype(result_type, copy=False).reshape(shape)


def _check(seed, mask, method):
    if seed.shape != mask.shape:
        raise ValueError(f"reconstruction: seed has shape {seed.shape} and mask {mask.shape}; they must be the same")
    if mask.ndim not in (1, 2, 3):
        raise ValueError(f"reconstruction: mask has rank {mask.ndim}; images of rank 1 to 3 are taken")
    if method not in ("dilation", "erosion"):
        raise ValueError(f"Reconstruction method can be one of 'erosion' or 'dilation'. Got '{method}'.")
    if method == "dilation" and np.any(seed > mask):
        raise ValueError(
            "Intensity of seed image must be less than that of the mask image for reconstruction by dilation."
        )
    if method == "erosion" and np.any(seed < mask):
        raise ValueError(
            "Intensity of seed image must be greater than that of the mask image for reconstruction by erosion."
        )


def _connectivity(footprint, offset, rank):
    """The connectivity whose neighbours are the footprint's."""
    if footprint is None:
        return rank
    footprint = np.asarray(footprint, dtype=bool)
    if footprint.ndim != rank:
        raise ValueError(f"reconstruction: footprint has rank {footprint.ndim}; the images have rank {rank}")
    centre = _centre(footprint, offset)
    steps = {tuple(map(int, step)) for step in np.argwhere(footprint) - centre} - {(0,) * rank}
    for connectivity in range(1, rank + 1):
        if steps == _neighbours(rank, connectivity):
            return connectivity
    raise ValueError(
        "reconstruction: footprint is not the neighbourhood of a connectivity; give a cross or a full square or cube "
        "around its centre, of side 3, as scipy.ndimage.generate_binary_structure makes"
    )


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


def _native(image):
    """The image in this machine's byte order."""
    return image.astype(image.dtype.newbyteorder("="), copy=False)
