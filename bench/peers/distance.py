"""The exact Euclidean distance to the nearest background pixel."""

import ipp
import numpy as np
from peer import Operator, Peer, dip_lib, itk_image, open_cv, ours, read_itk, simple_itk


def close(result, expected):
    """Other libraries compute sums and roots in floating point, some in single precision."""
    return np.allclose(np.asarray(result), expected, rtol=2e-6, atol=1e-4)


def by_open_cv(images, connectivity, threads):
    cv = open_cv(threads)
    out = np.zeros(images[0].shape, np.float32)  # reused, as Preamar's output is
    return lambda: cv.distanceTransform(images[0], cv.DIST_L2, cv.DIST_MASK_PRECISE, out)


def by_edt(images, connectivity, threads):
    import edt

    mask = images[0] != 0
    return lambda: edt.edt(mask, parallel=threads)


def by_scipy(images, connectivity, threads):
    from scipy.ndimage import distance_transform_edt

    return lambda: distance_transform_edt(images[0])


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    mask = dip.Image(images[0] != 0)
    return lambda: dip.EuclideanDistanceTransform(mask, border="object", method="separable")


def by_itk(images, connectivity, threads):
    itk, background = simple_itk(threads), itk_image(images[0] == 0)
    return lambda: itk.SignedMaurerDistanceMap(background, False, False, False)


OPERATOR = Operator(
    "distance",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", ipp.distance, ranks=(2,)),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,)),
        Peer("edt", "edt", by_edt, threaded=True),
        Peer("DIPlib", "diplib", by_dip_lib, threaded=True),
        Peer("SimpleITK", "SimpleITK", by_itk, lambda image: np.maximum(read_itk(image), 0), threaded=True),
        Peer("SciPy", "scipy", by_scipy),
    ),
    trusted=("SciPy", "edt"),
    agrees=close,
    connectivity=None,
)
