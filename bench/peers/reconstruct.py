"""Morphological reconstruction by dilation."""

import ipp
from peer import Operator, Peer, dip_lib, itk_image, ours, read_itk, same_bytes, simple_itk


def by_scikit_image(images, connectivity, threads):
    from scipy.ndimage import generate_binary_structure
    from skimage.morphology import reconstruction

    footprint = generate_binary_structure(images[0].ndim, connectivity)
    return lambda: reconstruction(*images, "dilation", footprint=footprint)


def by_itk(images, connectivity, threads):
    itk, (marker, mask) = simple_itk(threads), map(itk_image, images)
    return lambda: itk.ReconstructionByDilation(marker, mask, connectivity == images[0].ndim, False)


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    marker, mask = map(dip.Image, images)
    return lambda: dip.MorphologicalReconstruction(marker, mask, connectivity, "dilation")


OPERATOR = Operator(
    "reconstruct",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", ipp.reconstruct, ranks=(2,)),
        Peer("DIPlib", "diplib", by_dip_lib, threaded=True),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("DIPlib", "scikit-image"),
    agrees=same_bytes,
)
