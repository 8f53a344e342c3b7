"""Flat morphology: the same pixels as scikit-image, SciPy, OpenCV and SimpleITK give."""

import numpy as np
import preamar
import pytest
from images import DTYPES, random_pair
from scipy import ndimage
from skimage import morphology

OPERATORS = ["dilate", "erode", "opening", "closing"]
BY_SCIKIT_IMAGE = {"dilate": morphology.dilation, "erode": morphology.erosion,
                   "opening": morphology.opening, "closing": morphology.closing}


def image_of(shape, dtype="uint8", seed=0):
    return random_pair(shape, dtype, seed=seed)[1]


def footprint(shape, radius, rank):
    if shape == "box":
        return np.ones((2 * radius + 1,) * rank, np.uint8)
    return morphology.disk(radius) if rank == 2 else morphology.ball(radius)


# Integers of 64 bits pass through doubles there, so they are compared in the contract tests only.
@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if "int64" not in dtype])
def test_scikit_image(operator, dtype):
    for shape in [(60, 70), (12, 20, 22)]:
        image = image_of(shape, dtype)
        for form, radius in [("box", 1), ("ball", 1), ("ball", 2), ("box", 4), ("ball", 5)]:
            result = getattr(preamar, operator)(image, radius=radius, shape=form)
            assert result.dtype == image.dtype
            taken = image.astype(np.uint8) if dtype == "bool" else image
            expected = BY_SCIKIT_IMAGE[operator](taken, footprint(form, radius, image.ndim))
            np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("radius", [17, 40, 100])
def test_large_radii(radius):
    image = image_of((90, 130), "int16")
    for form in ("box", "disk"):
        shape = footprint(form, radius, 2).astype(bool)
        low, high = np.iinfo(np.int16).min, np.iinfo(np.int16).max
        wide = ndimage.grey_dilation(image, footprint=shape, mode="constant", cval=low)
        np.testing.assert_array_equal(preamar.dilate(image, radius=radius, shape=form), wide)
        narrow = ndimage.grey_erosion(image, footprint=shape, mode="constant", cval=high)
        np.testing.assert_array_equal(preamar.erode(image, radius=radius, shape=form), narrow)


@pytest.mark.parametrize("dtype", ["uint8", "uint16", "float32"])
def test_top_hat(dtype):
    for shape in [(60, 70), (12, 20, 22)]:
        image = image_of(shape, dtype)
        expected = morphology.white_tophat(image, footprint("ball", 3, image.ndim))
        np.testing.assert_array_equal(preamar.top_hat(image, radius=3), expected)


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32"])
def test_opencv(dtype):
    cv2 = pytest.importorskip("cv2")
    image = image_of((60, 70), dtype)
    for radius in (1, 3, 10):
        kernel = morphology.disk(radius)
        np.testing.assert_array_equal(preamar.dilate(image, radius=radius), cv2.dilate(image, kernel))
        np.testing.assert_array_equal(preamar.erode(image, radius=radius), cv2.erode(image, kernel))


@pytest.mark.parametrize("connectivity", [1, 2, 3])
@pytest.mark.parametrize("shape", [(60, 70), (12, 20, 22)])
def test_openings_by_reconstruction(shape, connectivity):
    image = image_of(shape)
    if connectivity > image.ndim:
        return
    around = ndimage.generate_binary_structure(image.ndim, connectivity)
    ball = footprint("ball", 2, image.ndim)
    opened = morphology.reconstruction(morphology.erosion(image, ball), image, "dilation", around)
    result = preamar.opening_by_reconstruction(image, radius=2, connectivity=connectivity)
    np.testing.assert_array_equal(result, opened)
    closed = morphology.reconstruction(morphology.dilation(image, ball), image, "erosion", around)
    result = preamar.closing_by_reconstruction(image, radius=2, connectivity=connectivity)
    np.testing.assert_array_equal(result, closed)


@pytest.mark.parametrize("full", [False, True])
def test_openings_by_reconstruction_of_itk(full):
    itk = pytest.importorskip("SimpleITK")
    image = image_of((60, 70))
    # ITK's ball is another; its cross of radius 1 is ours.
    opened = itk.OpeningByReconstruction(itk.GetImageFromArray(image), [1, 1], itk.sitkCross, full)
    np.testing.assert_array_equal(preamar.opening_by_reconstruction(image, radius=1, connectivity=2 if full else 1),
                                  itk.GetArrayFromImage(opened))


def test_a_disk_is_refused_in_a_volume():
    with pytest.raises(ValueError, match="dilate: shape is disk and image has rank 3"):
        preamar.dilate(np.zeros((3, 3, 3), np.uint8), radius=1, shape="disk")
