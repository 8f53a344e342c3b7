"""Extrema and what is filled to them: the same pixels as scikit-image, SciPy and SimpleITK give, where they agree."""

import numpy as np
import preamar
import pytest
import SimpleITK
from images import DTYPES, random_pair
from scipy import ndimage
from skimage import morphology, segmentation

SHAPES = [(60, 70), (12, 20, 22), (1, 30, 40)]


def image_of(shape, dtype, seed=0):
    return random_pair(shape, dtype, seed=seed)[1]


def bumps(shape, dtype="uint8", seed=0):
    """Smooth noise of 60 levels, so that plateaus, peaks and depressions of several heights occur."""
    noise = ndimage.gaussian_filter(np.random.default_rng(seed).random(shape), 1.5)
    return ((noise - noise.min()) / np.ptp(noise) * 60).astype(dtype)


def structure(image, connectivity):
    return ndimage.generate_binary_structure(image.ndim, connectivity)


def by_reconstruction(seed, mask, method, connectivity):
    return morphology.reconstruction(seed.astype(float), mask.astype(float), method, structure(mask, connectivity))


def edge_seed(image, inside):
    seed = np.full(image.shape, inside, float)
    for axis in range(image.ndim):
        for end in (0, -1):
            place = tuple(end if a == axis else slice(None) for a in range(image.ndim))
            seed[place] = image[place]
    return seed


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_regional_extrema(shape, dtype):
    image = image_of(shape, dtype)
    for connectivity in range(1, image.ndim + 1):
        # scikit-image accepts neither bool nor 1 pixel along an axis without padding.
        padded = image.astype(np.uint8) if dtype == "bool" else image
        maxima = morphology.local_maxima(padded, connectivity=connectivity)
        np.testing.assert_array_equal(preamar.regional_maxima(image, connectivity=connectivity), maxima)
        minima = morphology.local_minima(padded, connectivity=connectivity)
        np.testing.assert_array_equal(preamar.regional_minima(image, connectivity=connectivity), minima)


def test_a_constant_image_is_one_extremum():
    for dtype in DTYPES:
        image = np.zeros((5, 6), dtype)
        assert preamar.regional_maxima(image).all() and preamar.regional_minima(image).all()
        assert not morphology.local_maxima(image.astype(float)).any()


def moved(image, by):
    """The image plus a number: integers stop at the ends of their type, floats add in it."""
    if image.dtype.kind == "f":
        return image + image.dtype.type(by)
    ends = np.iinfo(image.dtype)
    return np.clip(image.astype(float) + by, ends.min, ends.max)


@pytest.mark.parametrize("h", [0, 1, 7, 30, 1000])
@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint32", "float32"])
def test_h_extrema_by_their_definition(dtype, h):
    for shape in SHAPES:
        image = bumps(shape, dtype)
        for connectivity in range(1, image.ndim + 1):
            cut = by_reconstruction(moved(image, -h), image, "dilation", connectivity)
            np.testing.assert_array_equal(preamar.h_maxima(image, h=h, connectivity=connectivity), cut)
            filled = by_reconstruction(moved(image, h), image, "erosion", connectivity)
            np.testing.assert_array_equal(preamar.h_minima(image, h=h, connectivity=connectivity), filled)
            marks = preamar.h_maxima(image, h=h, connectivity=connectivity, extended=True)
            if np.ptp(cut):
                np.testing.assert_array_equal(marks, morphology.local_maxima(cut, connectivity=connectivity))


def test_h_extrema_of_itk():
    for shape in [(60, 70), (12, 20, 22)]:
        image = bumps(shape)
        cut = SimpleITK.HMaxima(SimpleITK.GetImageFromArray(image), 12.0)  # by faces
        np.testing.assert_array_equal(preamar.h_maxima(image, h=12, connectivity=1), SimpleITK.GetArrayFromImage(cut))
        for connectivity in (1, image.ndim):
            filled = SimpleITK.HMinima(SimpleITK.GetImageFromArray(image), 12.0, connectivity > 1)
            np.testing.assert_array_equal(preamar.h_minima(image, h=12, connectivity=connectivity),
                                          SimpleITK.GetArrayFromImage(filled))


def test_extended_maxima_are_another_set_than_scikit_images():
    image = np.array([[0, 5, 4, 0, 3, 0]], np.uint8)
    assert np.flatnonzero(preamar.h_maxima(image, h=3, extended=True)).tolist() == [1, 2]
    assert np.flatnonzero(morphology.h_maxima(image, 3)).tolist() == [1, 4]


@pytest.mark.parametrize("shape", [(60, 70), (12, 20, 22)])
def test_holes_of_masks(shape):
    mask = np.random.default_rng(3).random(shape) < 0.7
    for connectivity in range(1, mask.ndim + 1):
        expected = ndimage.binary_fill_holes(mask, structure(mask, connectivity))
        np.testing.assert_array_equal(preamar.fill_holes(mask, connectivity=connectivity), expected)
    np.testing.assert_array_equal(preamar.fill_holes(mask), ndimage.binary_fill_holes(mask))


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("shape", [(60, 70), (12, 20, 22)])
def test_holes_of_grey_levels(shape, full):
    image = bumps(shape)
    filled = SimpleITK.GrayscaleFillhole(SimpleITK.GetImageFromArray(image), full)
    np.testing.assert_array_equal(preamar.fill_holes(image, connectivity=image.ndim if full else 1),
                                  SimpleITK.GetArrayFromImage(filled))


@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "float64"])
def test_depressions(dtype):
    image = bumps((60, 70), dtype)
    expected = by_reconstruction(edge_seed(image, image.max()), image, "erosion", 2)
    np.testing.assert_array_equal(preamar.fill_depressions(image), expected)
    holes = np.random.default_rng(4).random(image.shape) < 0.01
    image[holes] = 7
    low, seed = image.astype(float), edge_seed(image, image.max())
    low[image == 7], seed[image == 7] = -1, -1
    expected = np.where(image == 7, 7, by_reconstruction(seed, low, "erosion", 2))
    np.testing.assert_array_equal(preamar.fill_depressions(image, nodata=7), expected)
    if np.dtype(dtype).kind == "f":
        image[image == 7] = np.nan
        np.testing.assert_array_equal(preamar.fill_depressions(image), np.where(expected == 7, np.nan, expected))


@pytest.mark.parametrize("shape", [(60, 70), (12, 20, 22)])
def test_borders_of_labels_and_masks(shape):
    random = np.random.default_rng(5)
    mask = ndimage.gaussian_filter(random.random(shape), 1) < 0.48
    np.testing.assert_array_equal(preamar.clear_border(mask), segmentation.clear_border(mask))
    labels = ndimage.label(mask)[0].astype(np.int32)
    np.testing.assert_array_equal(preamar.clear_border(labels), segmentation.clear_border(labels))


@pytest.mark.parametrize("dtype", ["uint8", "float32"])
def test_borders_of_grey_levels(dtype):
    image = bumps((60, 70), dtype)
    flooded = by_reconstruction(edge_seed(image, image.min()), image, "dilation", 2).astype(dtype)
    np.testing.assert_array_equal(preamar.clear_border(image, kind="grey"), image - flooded)
