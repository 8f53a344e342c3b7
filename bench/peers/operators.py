"""The operators that are measured. Each has a module with the calls of other libraries."""

import canny
import canny_differential
import distance
import fill_depressions
import fill_holes
import gaussian
import h_maxima
import histogram
import label
import measure
import minmax
import reconstruct
import regional_maxima
import sobel
import threshold
import watershed
from peer import with_faces

MODULES = (
    canny,
    canny_differential,
    distance,
    fill_depressions,
    fill_holes,
    gaussian,
    h_maxima,
    histogram,
    label,
    measure,
    minmax,
    reconstruct,
    regional_maxima,
    sobel,
    threshold,
    watershed,
)
OPERATORS = {module.OPERATOR.name: module.OPERATOR for module in MODULES}
OPERATORS |= {variant.name: variant for variant in map(with_faces, (label.OPERATOR, reconstruct.OPERATOR))}


def peer_named(operator, name):
    return next(peer for peer in OPERATORS[operator].peers if peer.name == name)
