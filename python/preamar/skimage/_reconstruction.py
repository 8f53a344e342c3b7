"""Reconstruction, as in `skimage.morphology`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import connectivity_of, planar


def reconstruction(seed, mask, method="dilation", footprint=None, offset=None):
    """Morphological reconstruction; equivalent to `skimage.morphology.reconstruction`.

    Parameters
    ----------
    seed : numpy.ndarray
        The seed (marker) image, nowhere above the mask (dilation) or below it (erosion).
    mask : numpy.ndarray
        The mask image, which limits the result; 1 to 3 axes.
    method : {'dilation', 'erosion'}, default: 'dilation'
        Dilate the seed under the mask, or erode it above the mask.
    footprint : numpy.ndarray, optional
        The neighbourhood. It must be that of a connectivity, such as a cross; by default the full 3x3 or 3x3x3.
    offset : numpy.ndarray, optional
        Position of the pixel itself in the footprint; by default its centre.

    Returns
    -------
    numpy.ndarray
        The result: float32 for masks of float16 and float32, else float64, as in scikit-image.

    Raises
    ------
    ValueError
        The seed is beyond the mask (as in scikit-image), an image contains NaN (scikit-image accepts it), or the
        footprint is not the neighbourhood of a connectivity.

    Examples
    --------
    >>> import numpy as np
    >>> from preamar.skimage import reconstruction
    >>> mask = np.array([[1, 5, 1, 7, 1]])
    >>> reconstruction(np.minimum(mask, 3), mask)
    array([[1., 3., 1., 3., 1.]])
    """
    seed, mask = np.asarray(seed), np.asarray(mask)
    _check_pair(seed, mask, method)
    connectivity = connectivity_of("reconstruction", footprint, mask.ndim, offset)
    result_type = np.float32 if mask.dtype in (np.float16, np.float32) else np.float64
    if seed.dtype != mask.dtype or mask.dtype in (np.float16, np.longdouble):
        seed, mask = seed.astype(result_type), mask.astype(result_type)
    result = preamar.reconstruct(planar(seed), planar(mask), method=method, connectivity=connectivity)
    return result.astype(result_type, copy=False).reshape(mask.shape)


def _check_pair(seed, mask, method):
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
