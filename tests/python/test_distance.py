"""The same distances as SciPy, edt and scikit-image, compared as integers where possible."""

import itertools

import edt
import numpy as np
import preamar
import pytest
from images import DTYPES
from scipy.ndimage import distance_transform_edt
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from skimage.measure import label
from skimage.segmentation import expand_labels

SHAPES = [(60, 70), (1, 300), (300, 1), (12, 20, 22), (1, 30, 40), (9, 1, 30)]


def sparse(shape, dtype="uint8", one_in=40, seed=0):
    """Foreground with scattered background pixels, at least one."""
    random = np.random.default_rng(seed)
    image = (random.integers(0, one_in, shape) != 0).astype(dtype)
    image.flat[random.integers(0, image.size)] = 0
    return image


def squares_between(image, nearest, weights=None):
    """Squared distances, as integers, of the pixels to those at the flat indices `nearest`."""
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


# Labels without ties: only one label is nearest to a pixel.
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("distance, spacing", [(1, 1), (2.5, 1), (7, 2.0), (7, (1, 2, 3))])
def test_expand_one_label(shape, distance, spacing):
    spacing = spacing if isinstance(spacing, (int, float)) else spacing[: len(shape)]
    labels = (1 - sparse(shape)) * 9
    ours = preamar.expand_labels(labels, distance=distance, spacing=spacing)
    np.testing.assert_array_equal(ours, expand_labels(labels, distance=distance, spacing=spacing))


def test_expand_labels():
    image = sparse((150, 160), one_in=300)
    labels = label(image == 0)
    ours, theirs = (f(labels, distance=9) for f in (preamar.expand_labels, expand_labels))
    np.testing.assert_array_equal(ours != 0, theirs != 0)
    # Where they differ, both labels are equally near.
    for y, x in np.argwhere(ours != theirs):
        near = [((np.argwhere(labels == each[y, x]) - (y, x)) ** 2).sum(1).min() for each in (ours, theirs)]
        assert near[0] == near[1]
    assert (ours != theirs).mean() < 0.05


def by_dijkstra(marker, mask, connectivity, weights):
    """Path lengths by scipy.sparse, infinite where no path leads."""
    numbers = np.arange(mask.size).reshape(mask.shape)
    costs = {"steps": (1, 1, 1), "quasi_euclidean": (5, 7, 9)}[weights]
    froms, tos, data = [], [], []
    for step in itertools.product((-1, 0, 1), repeat=mask.ndim):
        axes = np.abs(step).sum()
        if not 1 <= axes <= connectivity:
            continue
        here = tuple(slice(max(0, -s), n - max(0, s)) for s, n in zip(step, mask.shape))
        there = tuple(slice(max(0, s), n - max(0, -s)) for s, n in zip(step, mask.shape))
        both = (mask[here] != 0) & (mask[there] != 0)
        froms.append(numbers[here][both]), tos.append(numbers[there][both])
        data.append(np.full(both.sum(), costs[axes - 1]))
    edges = (np.concatenate(data), (np.concatenate(froms), np.concatenate(tos)))
    graph = csr_array(edges, shape=(mask.size, mask.size))
    starts = np.flatnonzero(marker.ravel() * mask.ravel())
    return dijkstra(graph, indices=starts, min_only=True).reshape(mask.shape)


@pytest.mark.parametrize("weights", ["steps", "quasi_euclidean"])
@pytest.mark.parametrize("shape", [(60, 70), (130, 140), (12, 20, 22)])
def test_geodesic_distance(shape, weights):
    random = np.random.default_rng(3)
    mask = (random.random(shape) < 0.7).astype(np.uint8)
    marker = (random.random(shape) < 5 / mask.size).astype(np.int16)
    marker.flat[np.flatnonzero(mask)[7]] = -3
    for connectivity in range(1, mask.ndim + 1):
        ours = preamar.geodesic_distance(marker, mask, connectivity=connectivity, weights=weights)
        expected = by_dijkstra(marker, mask, connectivity, weights)
        assert ours.dtype == np.uint32
        np.testing.assert_array_equal(np.where(ours == 2**32 - 1, np.inf, ours), expected)
