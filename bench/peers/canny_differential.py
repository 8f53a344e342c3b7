"""Canny edges by the method of ITK."""

import numpy as np
from canny import HIGH, LOW, SIGMA, landscape, options, overlap
from peer import Operator, Peer, itk_image, ours, read_itk, simple_itk


def by_itk(images, connectivity, threads):
    itk = simple_itk(threads)
    image = itk_image(images[0].astype(np.float32))
    return lambda: itk.CannyEdgeDetection(image, LOW, HIGH, [SIGMA**2] * images[0].ndim)


OPERATOR = Operator(
    "canny-differential",
    (
        *ours(lambda: OPERATOR),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
    ),
    trusted=("SimpleITK",),
    agrees=overlap(0.9989),
    options=options("differential"),
    connectivity=None,
    prepare=lambda images: landscape(images) if images[0].ndim == 2 else images,
)
