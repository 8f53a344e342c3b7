"""Valid pixels of arrays: masks, and masked arrays of NumPy."""

import numpy as np

from ._arrays import nodata_of

VALID = ("valid", None, "array_like, optional",
         "non-zero where pixels of all inputs are valid (bool or integers); results are masked arrays then")


def has_own_valid(row):
    """Whether valid pixels are an input of the operator itself."""
    return row["inputs"][-1]["name"] == "valid"


def _valid_in(image):
    """The valid pixels of an array that knows them; None for other arrays."""
    if isinstance(image, np.ma.MaskedArray):
        return ~np.ma.getmaskarray(image)
    nodata = nodata_of(image)
    if nodata is None:
        return None
    pixels = np.asarray(image)
    return (pixels != nodata) & (pixels == pixels)


def valid_pixels(name, images, valid):
    """The pixels that are valid in all images, and in `valid`. None: all are."""
    masks = [mask for mask in map(_valid_in, images) if mask is not None]
    if valid is not None:
        masks.append(np.ma.filled(valid, 0))
    shapes = {np.shape(mask) for mask in masks}
    if len(shapes) > 1:
        raise ValueError(f"{name}: masks of the inputs have shapes {', '.join(map(str, sorted(shapes)))}; "
                         "their shape must be the same")
    if len(masks) == 1:
        return masks[0]
    return np.logical_and.reduce(masks) if masks else None


def masked(results, valid):
    """The results with their images as masked arrays."""
    if isinstance(results, tuple):
        return tuple(masked(result, valid) for result in results)
    if isinstance(results, np.ndarray) and results.shape == valid.shape:
        return np.ma.MaskedArray(results, mask=~valid)
    return results
