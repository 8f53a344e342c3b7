"""Histogram with 256 bins."""

import numpy as np
from peer import Operator, Peer, open_cv, ours, wide


def by_open_cv(images, connectivity, threads):
    cv = open_cv(threads)
    out = np.zeros((256, 1), np.float32)  # reused, as Preamar's output is
    return lambda: cv.calcHist([images[0]], [0], None, [256], [0, 256], out)


def by_numpy(images, connectivity, threads):
    return lambda: np.bincount(images[0].reshape(-1), minlength=256)


def by_scikit_image(images, connectivity, threads):
    from skimage.exposure import histogram

    return lambda: histogram(images[0], source_range="dtype")[0]


OPERATOR = Operator(
    "histogram",
    (
        *ours(lambda: OPERATOR),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, lambda counts: counts[:, 0], threaded=True, ranks=(2,)),
        Peer("NumPy", "numpy", by_numpy),
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("NumPy", "scikit-image"),
    agrees=np.array_equal,
    connectivity=None,
    prepare=wide,
)
