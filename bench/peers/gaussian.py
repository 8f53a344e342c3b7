"""Gaussian filter with sigma 1.4, truncated at 3 sigma (9 pixels wide); uint8 to uint8."""

import ipp
import numpy as np
from peer import Operator, Peer, itk_image, open_cv, ours, read_itk, simple_itk, wide

SIGMA, TRUNCATE, WIDTH = 1.4, 3, 9


def within(levels):
    """Other libraries add integers, or truncate where Preamar rounds."""

    def agrees(result, expected):
        return np.abs(np.asarray(result, np.float32) - expected).max() <= levels

    return agrees


def by_open_cv(images, connectivity, threads):
    cv = open_cv(threads)
    out = np.zeros_like(images[0])  # reused, as Preamar's output is
    return lambda: cv.GaussianBlur(images[0], (WIDTH, WIDTH), SIGMA, out, borderType=cv.BORDER_REPLICATE)


def by_ipp(images, connectivity, threads):
    return ipp.gaussian(images[0], SIGMA, WIDTH)


def by_scipy(images, connectivity, threads):
    from scipy.ndimage import gaussian_filter

    out = np.zeros_like(images[0])
    return lambda: gaussian_filter(images[0], SIGMA, output=out, mode="nearest", truncate=TRUNCATE)


def by_scikit_image(images, connectivity, threads):
    from skimage.filters import gaussian

    return lambda: gaussian(images[0], SIGMA, truncate=TRUNCATE, preserve_range=True)


def by_itk(images, connectivity, threads):
    itk, image = simple_itk(threads), itk_image(images[0])
    return lambda: itk.DiscreteGaussian(image, SIGMA**2, WIDTH, 0.01, False)


OPERATOR = Operator(
    "gaussian",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", by_ipp, ranks=(2,)),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,)),
        # The kernel of ITK is made of Bessel functions:
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True, agrees=within(8)),
        Peer("SciPy", "scipy", by_scipy, agrees=within(2)),  # truncates after each pass
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("scikit-image",),
    agrees=within(1),
    options={"sigma": SIGMA, "truncate": TRUNCATE},
    connectivity=None,
    prepare=wide,
)
