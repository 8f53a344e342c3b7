"""canny against scikit-image and ITK, whose definitions its methods follow, and compare_edges against NumPy."""

import numpy as np
import preamar
import preamar.skimage as ours
import pytest

feature = pytest.importorskip("skimage.feature")

LEVELS = {"sigma": 1.4, "low": 4, "high": 7}


def leaves(seed, shape=(200, 260)):
    """Disks that cover each other, with noise."""
    random = np.random.default_rng(seed)
    places = np.indices(shape)
    image = np.zeros(shape)
    for _ in range(80):
        centre = random.uniform(0, shape).reshape((-1,) + (1,) * len(shape))
        inside = ((places - centre) ** 2).sum(0) < random.uniform(5, min(shape) / 3) ** 2
        image[inside] = random.uniform(0, 230)
    return np.clip(np.rint(image + random.normal(12, 4, shape)), 0, 255).astype(np.uint8)


def by_itk(image, sigma, low, high):
    itk = pytest.importorskip("SimpleITK")
    edges = itk.CannyEdgeDetection(
        itk.GetImageFromArray(image.astype(np.float32)), low, high, [sigma * sigma] * image.ndim
    )
    return itk.GetArrayFromImage(edges) != 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("sigma", [0, 0.7, 1.4, 4])
@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "float32", "float64"])
def test_gradient_is_scikit_images(seed, sigma, dtype):
    image = leaves(seed).astype(dtype)
    expected = feature.canny(image.astype(float), sigma, 32, 56)
    found = preamar.canny(image, sigma=sigma, low=4, high=7)
    pco, missed, extra = preamar.compare_edges(found, expected)
    assert expected.sum() > 500 and pco > 0.999, (missed, extra)


@pytest.mark.parametrize("sigma", [0, 0.7, 1.4, 4, 6])
@pytest.mark.parametrize("shape", [(200, 260), (30, 50, 60)])
def test_differential_is_itks(sigma, shape):
    image = leaves(5, shape)
    expected = by_itk(image, sigma, 2, 5)
    found = preamar.canny(image, sigma=sigma, low=2, high=5, method="differential")
    pco, missed, extra = preamar.compare_edges(found, expected)
    assert pco > 0.999, (missed, extra)


@pytest.mark.parametrize("method", ["gradient", "differential"])
def test_small_images(method):
    for shape in [(1, 1), (1, 9), (2, 7), (3, 3), (4, 5), (1, 3, 3), (3, 3, 3)]:
        image = np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8)
        found = preamar.canny(image, **LEVELS, method=method)
        if method == "differential":
            np.testing.assert_array_equal(found, by_itk(image, 1.4, 4, 7))
        elif len(shape) == 2:
            np.testing.assert_array_equal(found, feature.canny(image, 1.4, 32, 56))


# In a volume of equal planes, every inner plane has the edges of one.
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_gradient_of_a_volume_of_like_planes(axis):
    image = leaves(2)
    volume = np.stack([image] * 5, axis)
    found = preamar.canny(volume, **LEVELS)
    pco, missed, extra = preamar.compare_edges(np.take(found, 2, axis), preamar.canny(image, **LEVELS))
    assert pco > 0.99, (missed, extra)
    assert not np.take(found, 0, axis).any() and not np.take(found, 4, axis).any()


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int16", "uint16", "float32", "float64"])
@pytest.mark.parametrize("parameters", [{}, {"sigma": 2}, {"low_threshold": 0.05, "high_threshold": 0.3}])
def test_the_drop_in(dtype, parameters):
    image = leaves(7)
    scaled = image > 100 if dtype == "bool" else image / 255 if dtype[0] == "f" else image
    scaled = scaled.astype(dtype)
    expected = feature.canny(scaled, **parameters)
    pco, missed, extra = preamar.compare_edges(ours.canny(scaled, **parameters), expected)
    # Both sides of a step between two levels have the same gradient, so rounding chooses between them.
    assert pco > (0.98 if dtype == "bool" else 0.999), (missed, extra)


def test_what_the_drop_in_refuses():
    image = leaves(7, (20, 20))
    for parameters in ({"mask": image > 0}, {"use_quantiles": True}, {"mode": "nearest"}, {"cval": 1}):
        with pytest.raises(ValueError, match="preamar takes"):
            ours.canny(image, **parameters)
    for image, parameters in (
        (image.astype(np.int64), {}),
        (image[None], {}),
        (image, {"low_threshold": 2, "high_threshold": 1}),
    ):
        for canny in (ours.canny, feature.canny):
            with pytest.raises(ValueError):
                canny(image, **parameters)


def test_compare_edges():
    random = np.random.default_rng(3)
    found, expected = random.random((2, 50, 60)) < 0.3
    most = max(found.sum(), expected.sum())
    parts = [(found & expected).sum(), (expected & ~found).sum(), (found & ~expected).sum()]
    assert preamar.compare_edges(found, expected) == tuple(part / most for part in parts)
    assert preamar.compare_edges(found[:0], expected[:0]) == (1, 0, 0)
