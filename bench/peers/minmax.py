"""Minimum and maximum of an image."""

import ipp
import numpy as np
from peer import Operator, Peer, itk_image, open_cv, ours, simple_itk, wide


def by_open_cv(images, connectivity, threads):
    cv = open_cv(threads)
    return lambda: cv.minMaxLoc(images[0])[:2]


def by_numpy(images, connectivity, threads):
    return lambda: (images[0].min(), images[0].max())


def by_itk(images, connectivity, threads):
    found, image = simple_itk(threads).MinimumMaximumImageFilter(), itk_image(images[0])

    def call():
        found.Execute(image)
        return found.GetMinimum(), found.GetMaximum()

    return call


OPERATOR = Operator(
    "minmax",
    (
        *ours(lambda: OPERATOR)[:1],
        Peer("IPP", "ipp", ipp.minmax, ranks=(2,)),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,)),
        Peer("SimpleITK", "SimpleITK", by_itk, threaded=True),
        Peer("NumPy", "numpy", by_numpy),
    ),
    trusted=("NumPy",),
    agrees=np.array_equal,
    connectivity=None,
    prepare=wide,
)
