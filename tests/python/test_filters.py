"""gaussian, sobel and gradient against SciPy, every border; the drop-ins against scikit-image.

SciPy sums in double whatever the dtype, in another order. Ours are double for 32- and 64-bit integers and float64, and
float for the rest: each of at most 3 passes of n terms is off by at most n roundings of values no larger than the
largest of the image, whence the tolerances.
"""

import numpy as np
import preamar
import preamar.skimage as drop_in
import pytest
from images import DTYPES
from scipy import ndimage

filters = pytest.importorskip("skimage.filters")

SHAPES = [(1, 1), (1, 40), (3, 5), (30, 41), (5, 7, 9), (1, 20, 3)]
BORDERS = ["nearest", "reflect", "constant", "wrap"]
NARROW = ["bool", "uint8", "int8", "uint16", "int16", "float32"]


def levels(shape, dtype, seed=0):
    random = np.random.default_rng(seed)
    if np.dtype(dtype).kind == "f":
        return (random.standard_normal(shape) * 100).astype(dtype)
    if dtype == "bool":
        return random.random(shape) < 0.5
    return random.integers(-100 if np.dtype(dtype).kind == "i" else 0, 120, shape, endpoint=True).astype(dtype)


def close(found, expected, image, terms, weight=1):
    """`weight` is the most that the weights of a pass multiply by, as a product over the passes."""
    step = 2.0**-24 if image.dtype.name in NARROW or found.dtype == np.float32 else 2.0**-53
    largest = np.abs(image.astype(float)).max(initial=1)
    np.testing.assert_allclose(found, expected, rtol=4 * step, atol=4 * terms * step * largest * weight)


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_gaussian_is_scipys(shape, dtype, border):
    image = levels(shape, dtype)
    for sigma, truncate in ((0.5, 4), (1.4, 3), (6, 4)):
        found = preamar.gaussian(image, sigma=sigma, truncate=truncate, border=border, dtype="float64")
        expected = ndimage.gaussian_filter(image.astype(float), sigma, mode=border, truncate=truncate)
        close(found, expected, image, 2 * truncate * sigma + 2)


def test_gaussian_rounds_to_the_inputs_type_and_stops_at_its_ends():
    image = levels((50, 60), "uint8")
    exact = ndimage.gaussian_filter(image.astype(float), 1.0, mode="nearest")
    clear = np.abs(exact - np.floor(exact) - 0.5) > 1e-3  # from a half, where the last digit decides
    found = preamar.gaussian(image, sigma=1.0)
    assert found.dtype == np.uint8
    np.testing.assert_array_equal(found[clear], np.rint(exact)[clear])
    narrow = preamar.gaussian(image.astype(np.int32) * 2000 - 120000, sigma=1.0, dtype="int16")
    assert narrow.dtype == np.int16 and narrow.min() == -32768 and narrow.max() == 32767


def test_gaussian_counts_sigma_in_units_of_the_spacing():
    image = levels((20, 30), "float64")
    found = preamar.gaussian(image, sigma=2.0, spacing=[0.5, 2])
    np.testing.assert_allclose(found, ndimage.gaussian_filter(image, [4, 1], mode="nearest"), rtol=1e-12, atol=1e-12)
    volume = levels((6, 7, 8), "float64")
    found = preamar.gaussian(volume, sigma=2.0, spacing=[4, 2, 1])
    np.testing.assert_allclose(found, ndimage.gaussian_filter(volume, [0.5, 1, 2], mode="nearest"), rtol=1e-12,
                               atol=1e-12)  # fmt: skip


def sobel_by_scipy(image, border):
    parts = [ndimage.sobel(image.astype(float), axis, mode=border) for axis in range(image.ndim)]
    return np.sqrt(sum(part**2 for part in parts)), parts


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_sobel_is_scipys(shape, dtype, border):
    image = levels(shape, dtype)
    expected, _ = sobel_by_scipy(image, border)
    found = preamar.sobel(image, border=border)
    assert found.dtype == np.float32
    close(found, expected, image, 9, 4 ** (image.ndim - 1) * 2)


@pytest.mark.parametrize("border", BORDERS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["uint8", "int16", "int64", "float32", "float64"])
def test_gradient_is_scipys(shape, dtype, border):
    image = levels(shape, dtype)
    for sigma in (0.8, 2.0):
        expected = ndimage.gaussian_gradient_magnitude(image.astype(float), sigma, mode=border)
        close(preamar.gradient(image, sigma=sigma, border=border), expected, image, 8 * sigma + 2, 2)


def test_gradient_without_a_gaussian_is_the_central_difference():
    image = levels((20, 30), "float64")
    parts = [part[1:-1, 1:-1] for part in np.gradient(image, 0.5, 2)]
    found, direction = preamar.gradient(image, sigma=0, spacing=[0.5, 2], direction=True)
    np.testing.assert_allclose(found[1:-1, 1:-1], np.hypot(*parts), rtol=1e-6)
    np.testing.assert_allclose(direction[1:-1, 1:-1], np.arctan2(*parts), atol=4e-7)


@pytest.mark.parametrize("dtype", ["uint8", "int32"])
def test_direction_is_arctan2(dtype):
    image = levels((40, 50), dtype)
    magnitude, direction = preamar.sobel(image, direction=True)
    _, (down, across) = sobel_by_scipy(image, "nearest")  # integers, which floats hold exactly
    np.testing.assert_array_equal(magnitude, preamar.sobel(image))
    np.testing.assert_allclose(direction, np.arctan2(down + 0.0, across + 0.0), atol=4e-7)
    with pytest.raises(ValueError, match="sobel: direction is asked of an image of rank 3; it is for rank 2"):
        preamar.sobel(levels((3, 4, 5), dtype), direction=True)


@pytest.mark.parametrize("mode", BORDERS)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(40,), (30, 41), (5, 7, 9)])
def test_gaussian_of_scikit_image(shape, dtype, mode):
    image = levels(shape, dtype)
    for more in ({}, {"sigma": 2, "preserve_range": True}, {"sigma": [1.5] * len(shape), "truncate": 3}, {"cval": 0.5}):
        found, expected = drop_in.gaussian(image, mode=mode, **more), filters.gaussian(image, mode=mode, **more)
        assert found.dtype == expected.dtype
        close(found, expected, image, 30)


def test_gaussian_of_scikit_image_leaves_channels_alone():
    image = levels((20, 30, 3), "uint8")
    for more in ({"sigma": 1.5}, {"sigma": [1, 2]}):
        expected = filters.gaussian(image, channel_axis=-1, **more)
        np.testing.assert_allclose(drop_in.gaussian(image, channel_axis=-1, **more), expected, rtol=1e-12)
    out = np.zeros(image.shape)
    assert drop_in.gaussian(image, sigma=[0, 1, 1], out=out) is out
    np.testing.assert_allclose(out, filters.gaussian(image, sigma=[0, 1, 1]), rtol=1e-12)
    with pytest.raises(ValueError, match="gaussian: mode is 'mirror'; preamar takes nearest"):
        drop_in.gaussian(image, mode="mirror")
    with pytest.raises(ValueError, match="less than zero"):
        drop_in.gaussian(image, sigma=-1)


@pytest.mark.parametrize("mode", BORDERS)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "int16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(30, 41), (5, 7, 9)])
def test_sobel_of_scikit_image(shape, dtype, mode):
    image = levels(shape, dtype)
    mask = np.random.default_rng(1).random(shape) < 0.95
    for more in ({}, {"mask": mask}, {"cval": 0.25}):
        found, expected = drop_in.sobel(image, mode=mode, **more), filters.sobel(image, mode=mode, **more)
        assert found.dtype == expected.dtype
        # Magnitudes are rounded to float32, and differences of integers are exact before they are divided.
        np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-6 * np.abs(expected).max())
    with pytest.raises(ValueError, match="sobel: axis is 0; preamar takes None"):
        drop_in.sobel(image, axis=0)
