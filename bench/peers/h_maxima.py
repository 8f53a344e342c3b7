"""Suppression of maxima of height less than 40 grey levels."""

import ipp
import numpy as np
import reconstruct
from peer import Operator, Peer, dip_lib, ours, same_bytes

H = 40


def reconstructing(by):
    """The same by reconstruction; the subtraction of h is part of the call."""

    def prepare(images, connectivity, threads):
        image = images[0]
        marker = np.maximum(image, H) - np.uint8(H)
        call = by([marker, image], connectivity, threads)

        def cut():
            np.subtract(np.maximum(image, H, out=marker), np.uint8(H), out=marker)
            return call()

        return cut

    return prepare


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    image = dip.Image(images[0])
    return lambda: dip.HMaxima(image, H, connectivity)


OPERATOR = Operator(
    "h_maxima",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", reconstructing(ipp.reconstruct), ranks=(2,)),
        Peer("DIPlib", "diplib", by_dip_lib, threaded=True),
        Peer("scikit-image", "scikit-image", reconstructing(reconstruct.by_scikit_image)),
    ),
    trusted=("DIPlib", "scikit-image"),
    agrees=same_bytes,
    options={"h": H},
)
