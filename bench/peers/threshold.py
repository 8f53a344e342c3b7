"""Threshold of an image."""

import ipp
import numpy as np
from peer import Operator, Peer, itk_image, open_cv, ours, read_itk, same_truth, simple_itk, wide

LEVEL = 127


def by_open_cv(images, connectivity, threads):
    cv = open_cv(threads)
    out = np.zeros_like(images[0])  # reused, as Preamar's output is
    return lambda: cv.threshold(images[0], LEVEL, 1, cv.THRESH_BINARY, out)[1]


def by_numpy(images, connectivity, threads):
    out = np.zeros(images[0].shape, bool)
    return lambda: np.greater(images[0], LEVEL, out=out)


def by_itk(images, connectivity, threads):
    itk, image = simple_itk(threads), itk_image(images[0])
    return lambda: itk.BinaryThreshold(image, LEVEL + 1, 255, 1, 0)


OPERATOR = Operator(
    "threshold",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", ipp.greater(LEVEL), ranks=(2,)),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("NumPy", "numpy", by_numpy),
    ),
    trusted=("NumPy",),
    agrees=same_truth,
    options={"value": LEVEL},
    connectivity=None,
    prepare=wide,
)
