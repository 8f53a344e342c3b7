"""Watershed from markers. Definitions differ where levels are equal, and basins without a marker are assigned as a whole to
one of two regions. The contract tests verify the result of Preamar."""

import ipp
import numpy as np
from peer import Operator, Peer, dip_lib, itk_image, ours, read_itk, simple_itk

LEAST = 0.7  # share of pixels that must be equal; with 255 levels scikit-image has 88 % at 1024x1024, 78 % at 4096x4096


def mostly(result, expected):
    return np.mean(np.asarray(result) == expected) >= LEAST


def by_scikit_image(images, connectivity, threads):
    from skimage.segmentation import watershed

    image, markers = images
    return lambda: watershed(image, markers.astype(np.int32), connectivity=connectivity)


def by_itk(images, connectivity, threads):
    itk, (image, markers) = simple_itk(threads), map(itk_image, images)
    fully = connectivity == images[0].ndim
    return lambda: itk.MorphologicalWatershedFromMarkers(image, markers, False, fully)


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    image, markers = dip.Image(images[0]), dip.Image(images[1].astype(np.uint32))
    settings = {"connectivity": connectivity, "maxDepth": 0, "maxSize": 0, "flags": {"labels", "no gaps"}}
    return lambda: dip.SeededWatershed(image, markers, **settings)


OPERATOR = Operator(
    "watershed",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", ipp.watershed, ranks=(2,)),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("DIPlib", "diplib", by_dip_lib, threaded=True),
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("scikit-image", "SimpleITK", "IPP"),
    agrees=mostly,
    connectivity=lambda rank: 1,
)
