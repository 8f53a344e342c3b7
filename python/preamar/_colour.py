"""How files are read: channels of colour images, regions; stains of arrays."""

import operator

import numpy as np

from . import _ext


def reading_row(level, select, channel, stains, channel_range, ignore_metadata=False, nodata=None, mask=False):
    """What `preamar._ext` takes for the options of reading a file."""
    return {"level": level, "select": select, "channel": channel, "stains": _numbers_of(stains),
            "channel_range": None if channel_range is None else tuple(channel_range), "ignore_metadata": ignore_metadata,
            "nodata": nodata, "mask": mask}


def writing_row(overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog):
    """What `preamar._ext` takes for the options of writing a file."""
    return {"overwrite": overwrite, "lock": lock, "strict": strict, "compression": compression, "tile": tile,
            "chunk": chunk, "shard": shard, "pyramid": pyramid, "cog": cog}


def region_row(region):
    """What `preamar._ext` takes for a region: the first pixel and the number of pixels, per axis."""
    if region is None:
        return None
    spans = [tuple(map(operator.index, span)) for span in region]
    for span in spans:
        if len(span) != 2 or not 0 <= span[0] < span[1] < 2**63:
            raise ValueError(f"region has {span}; give (first, end) per axis, with 0 <= first < end")
    return [first for first, _ in spans], [end - first for first, end in spans]


def unmix_stains(rgb, stains=None):
    """Separate the stains of an RGB image of a microscope slide: colour deconvolution (Ruifrok and Johnston, 2001).

    The result is that of ``skimage.color.rgb2hed``, rounded to float32: for the default stains the difference is at
    most 1.2e-7. It is bit-identical on every machine, and equal to the channels that `read_image` reads from a file.

    Parameters
    ----------
    rgb : numpy.ndarray
        uint8 or uint16, of shape (..., 3): red, green and blue.
    stains : array_like, default: haematoxylin, eosin and DAB
        One row per stain: its optical density in red, green and blue. With two rows, the third stain (the residual) is
        their cross product. Rows are not normalised.

    Returns
    -------
    numpy.ndarray
        float32, of the same shape: the amounts of the three stains, 0 or more.

    Raises
    ------
    TypeError
        The dtype is not supported.
    ValueError
        The last axis does not have length 3, or the stains are linearly dependent.

    Examples
    --------
    >>> import numpy as np
    >>> import preamar
    >>> purple_and_white = np.array([[[120, 60, 140], [255, 255, 255]]], np.uint8)
    >>> preamar.unmix_stains(purple_and_white).round(3)
    array([[[0.069, 0.043, 0.024],
            [0.   , 0.   , 0.   ]]], dtype=float32)
    """
    rgb = np.asarray(rgb)
    if rgb.ndim == 0 or rgb.shape[-1] != 3:
        raise ValueError(f"unmix_stains: rgb has shape {rgb.shape}; its last axis must be red, green and blue")
    image = rgb if rgb.ndim == 3 else rgb.reshape(1, -1, 3)
    return _ext.unmix_stains(image, _numbers_of(stains)).reshape(rgb.shape)


def _numbers_of(stains):
    return [] if stains is None else [float(number) for number in np.ravel(np.asarray(stains, np.float64))]
