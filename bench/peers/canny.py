"""Canny edges by the method of scikit-image; and functions that both methods share."""

import ipp
import numpy as np
from peer import Operator, Peer, open_cv, ours

SIGMA, LOW, HIGH = 1.4, 4, 7  # grey levels per pixel
SOBEL = 8  # the Sobel operator returns 8 times the gradient


def overlap(least):
    """Whether this part of the edges, relative to the larger count, is common to both."""

    def agrees(result, expected):
        import preamar

        return preamar.compare_edges(np.asarray(result) != 0, expected)[0] >= least

    return agrees


def beside(least):
    """Whether this part of the edges of each has an edge of the other within one pixel."""

    def agrees(result, expected):
        import preamar

        found, wide = np.asarray(result) != 0, {"shape": "box", "radius": 1}
        shares = (
            np.count_nonzero(one & preamar.dilate(other, **wide)) / max(1, np.count_nonzero(one))
            for one, other in ((found, expected), (expected, found))
        )
        return min(shares) >= least

    return agrees


def landscape(images):
    """The upper two thirds of the square image `photo`, which is generated."""
    return [np.ascontiguousarray(image[: len(image) * 2568 // 3848]) for image in images]


def options(method):
    return {"sigma": SIGMA, "low": LOW, "high": HIGH, "method": method}


def by_open_cv(images, connectivity, threads):
    cv, image = open_cv(threads), images[0]
    smooth, out = np.empty_like(image), np.empty_like(image)

    def call():
        cv.GaussianBlur(image, (9, 9), SIGMA, smooth)
        return cv.Canny(smooth, SOBEL * LOW, SOBEL * HIGH, out, L2gradient=True)

    return call


def by_scikit_image(images, connectivity, threads):
    from skimage.feature import canny

    return lambda: canny(images[0], SIGMA, SOBEL * LOW, SOBEL * HIGH)


def by_ipp(images, connectivity, threads):
    return ipp.canny(images, SIGMA, SOBEL * LOW, SOBEL * HIGH)


OPERATOR = Operator(
    "canny-gradient",
    (
        *ours(lambda: OPERATOR),
        # Computes in integers, and compares with the nearest of 8 neighbours:
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,), agrees=beside(0.9)),
        Peer("IPP", "ipp", by_ipp, ranks=(2,), agrees=beside(0.9)),
        Peer("scikit-image", "scikit-image", by_scikit_image, ranks=(2,)),
    ),
    trusted=("scikit-image",),
    agrees=overlap(0.999),
    options=options("gradient"),
    connectivity=None,
    prepare=landscape,
)
