"""Functions with scikit-image's names, parameters, checks and result types.

Each is importable from here and from the module that has it in scikit-image: `preamar.skimage.morphology.opening`.
"""

from . import exposure, feature, filters, measure, morphology, segmentation
from .exposure import histogram
from .feature import canny
from .filters import apply_hysteresis_threshold, gaussian, sobel, threshold_otsu
from .measure import label, regionprops_table
from .morphology import (
    closing,
    dilation,
    erosion,
    h_maxima,
    h_minima,
    local_maxima,
    local_minima,
    opening,
    reconstruction,
    remove_small_holes,
    remove_small_objects,
    white_tophat,
)
from .segmentation import clear_border, expand_labels, relabel_sequential, watershed

__all__ = [
    *exposure.__all__,
    *feature.__all__,
    *filters.__all__,
    *measure.__all__,
    *morphology.__all__,
    *segmentation.__all__,
]
