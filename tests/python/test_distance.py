"""The same distances as SciPy and edt, compared where possible in whole numbers."""

import edt
import numpy as np
import preamar
import pytest
from images import DTYPES
from scipy.ndimage import distance_transform_edt

SHAPES = [(60, 70), (1, 300), (300, 1), (12, 20, 22), (1, 30, 40), (9, 1, 30)]


def sparse(shape, dtype="uint8", one_in=40, seed=0):
    """Foreground with background strewn in, one pixel at least."""
    random = np.random.default_rng(seed)
    image = (random.integers(0, one_in, shape) != 0).astype(dtype)
    image.flat[random.integers(0, image.size)] = 0
    return image


def squares_between(image, nearest, weights=None):
    """Squared distances, in whole numbers, of the pixels to those whose raster numbers `nearest` gives."""
    weights = weights or [1] * image.ndim
    places = np.unravel_index(nearest, image.shape)
    return sum(w * (p - q) ** 2 for w, p, q in zip(weights, places, np.indices(image.shape)))


def squares_by_scipy(image, weights=None):
    sampling = None if weights is None else np.sqrt(weights)
    places = distance_transform_edt(image, sampling, return_distances=False, return_indices=True)
    return squares_between(image, np.ravel_multi_index(tuple(places), image.shape), weights)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_squares(shape, dtype):
    image = sparse(shape, dtype)
    squares, nearest = preamar.distance(image, squared=True, indices=True)
    assert squares.dtype == np.uint32 and nearest.dtype == np.int64
    assert (image.ravel()[nearest] == 0).all()
    np.testing.assert_array_equal(squares, squares_between(image, nearest))
    np.testing.assert_array_equal(squares, squares_by_scipy(image))


@pytest.mark.parametrize("name", ["circles16", "big-circle", "centre-circle", "corners", "diagonal", "cross", "random"])
def test_large_images(name):
    image = preamar.generate(name, 1000)
    squares = preamar.distance(image, squared=True)
    np.testing.assert_array_equal(squares, squares_by_scipy(image))
    np.testing.assert_array_equal(preamar.distance(image), np.sqrt(squares.astype(float)).astype(np.float32))


def test_a_large_volume():
    image = preamar.generate("blobs3d", 120)
    np.testing.assert_array_equal(preamar.distance(image, squared=True), squares_by_scipy(image))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("weights", [(4, 1, 9), (1, 25, 4)])
def test_whole_spacings(shape, weights):
    image, weights = sparse(shape), weights[: len(shape)]
    squares = preamar.distance(image, spacing=np.sqrt(weights).tolist(), squared=True)
    assert squares.dtype == np.float64
    np.testing.assert_array_equal(squares, squares_by_scipy(image, weights))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("spacing", [2.5, (0.4, 0.3, 0.1), (1.2345, 0.777, 3.14159)])
def test_any_spacing(shape, spacing):
    image = sparse(shape)
    spacing = spacing if isinstance(spacing, float) else list(spacing[: len(shape)])
    exact = distance_transform_edt(image, spacing)
    np.testing.assert_allclose(preamar.distance(image, spacing=spacing), exact, rtol=1.2e-7)
    np.testing.assert_allclose(preamar.distance(image, spacing=spacing, squared=True), exact**2, rtol=1e-9)


def test_edt():
    image = sparse((40, 50, 60))
    expected = edt.edt(image, anisotropy=(2, 1, 3), black_border=False)
    np.testing.assert_allclose(preamar.distance(image, spacing=[2, 1, 3]), expected, rtol=1e-6)


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_no_background(device):
    distance, nearest = preamar.distance(np.ones((5, 9)), indices=True, device=device)
    assert np.isinf(distance).all() and (nearest == -1).all()
    assert (preamar.distance(np.ones((5, 9)), squared=True, device=device) == 2**32 - 1).all()


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (3, 0, 4)])
def test_empty_images(shape):
    result = preamar.distance(np.zeros(shape))
    assert result.shape == shape and result.dtype == np.float32


def test_any_strides():
    image = sparse((80, 90, 3))[::-1, ::2, 1]
    np.testing.assert_array_equal(preamar.distance(image), preamar.distance(np.ascontiguousarray(image)))
