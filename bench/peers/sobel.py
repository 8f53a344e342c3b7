"""Sobel gradient magnitude, uint8 to float32. IPP returns int16 only."""

import numpy as np
from peer import Operator, Peer, itk_image, open_cv, ours, read_itk, simple_itk, wide


def close(result, expected):
    """Sums are integers; other libraries compute the root in double precision, or scale it."""
    return np.allclose(np.asarray(result), expected, rtol=2e-6, atol=1e-3)


def by_open_cv(images, connectivity, threads):
    cv, image = open_cv(threads), images[0]
    across, down, out = (np.zeros(image.shape, np.float32) for _ in range(3))  # reused, as Preamar's output is

    def call():
        cv.Sobel(image, cv.CV_32F, 1, 0, across, borderType=cv.BORDER_REPLICATE)
        cv.Sobel(image, cv.CV_32F, 0, 1, down, borderType=cv.BORDER_REPLICATE)
        return cv.magnitude(across, down, out)

    return call


def by_scipy(images, connectivity, threads):
    from scipy.ndimage import sobel

    def call():
        parts = [sobel(images[0], axis, output=np.float32, mode="nearest") for axis in range(images[0].ndim)]
        return np.sqrt(sum(part**2 for part in parts))

    return call


def by_scikit_image(images, connectivity, threads):
    from skimage.filters import sobel

    return lambda: sobel(images[0], mode="nearest")


def by_itk(images, connectivity, threads):
    itk, image = simple_itk(threads), itk_image(images[0].astype(np.float32))
    return lambda: itk.SobelEdgeDetection(image)


OPERATOR = Operator(
    "sobel",
    (
        *ours(lambda: OPERATOR),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,)),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("SciPy", "scipy", by_scipy),
        # Its smoothing weights sum to 1, levels are from 0 to 1, and squares are averaged.
        Peer("scikit-image", "scikit-image", by_scikit_image, lambda slope: slope * (255 * 4 * np.sqrt(2)), ranks=(2,)),
    ),
    trusted=("SciPy", "scikit-image"),
    agrees=close,
    connectivity=None,
    prepare=wide,
)
