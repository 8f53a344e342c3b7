"""Hole filling of a mask."""

import numpy as np
from peer import Operator, Peer, dip_lib, itk_image, open_cv, ours, read_itk, same_truth, simple_itk


def by_open_cv(images, connectivity, threads):
    cv, image = open_cv(threads), images[0].view(np.uint8)

    def call():
        flooded = cv.copyMakeBorder(image, 1, 1, 1, 1, cv.BORDER_CONSTANT, value=0)
        cv.floodFill(flooded, None, (0, 0), 2)
        return (flooded != 2)[1:-1, 1:-1]

    return call


def by_scipy(images, connectivity, threads):
    from scipy.ndimage import binary_fill_holes

    return lambda: binary_fill_holes(images[0])


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    mask = dip.Image(images[0])
    return lambda: dip.FillHoles(mask, connectivity)


def by_itk(images, connectivity, threads):
    fill = simple_itk(threads).BinaryFillholeImageFilter()
    fill.SetForegroundValue(1)
    fill.SetFullyConnected(False)
    image = itk_image(images[0])
    return lambda: fill.Execute(image)


OPERATOR = Operator(
    "fill_holes",
    (
        *ours(lambda: OPERATOR),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,)),
        Peer("DIPlib", "diplib", by_dip_lib, threaded=True),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("SciPy", "scipy", by_scipy),
    ),
    trusted=("SciPy", "DIPlib"),
    agrees=same_truth,
    connectivity=lambda rank: 1,
    prepare=lambda images: [images[-1] != 0],
)
