"""Replacements for functions of `skimage.morphology`."""

from ._extrema import h_maxima, h_minima, local_maxima, local_minima
from ._flat import closing, dilation, erosion, opening, white_tophat
from ._reconstruction import reconstruction
from ._small import remove_small_holes, remove_small_objects

__all__ = [
    "closing",
    "dilation",
    "erosion",
    "h_maxima",
    "h_minima",
    "local_maxima",
    "local_minima",
    "opening",
    "reconstruction",
    "remove_small_holes",
    "remove_small_objects",
    "white_tophat",
]
