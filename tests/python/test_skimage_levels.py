"""preamar.skimage against scikit-image itself: grey levels."""

import numpy as np
import preamar.skimage as ours
import pytest

morphology = pytest.importorskip("skimage.morphology")

SHAPES = [(50,), (40, 50), (9, 20, 21)]
DTYPES = ["uint8", "uint16", "int16", "int32", "float32", "float64"]


def levels(shape, dtype="uint8", count=20, seed=0):
    """Few levels, so that there are plateaus."""
    random = np.random.default_rng(seed)
    image = random.integers(-count // 2 if np.dtype(dtype).kind == "i" else 0, count, shape)
    return (image / 4 if np.dtype(dtype).kind == "f" else image).astype(dtype)


def same(found, expected):
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", ["local_maxima", "local_minima"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("parameters", [{}, {"connectivity": 1}, {"allow_borders": False}])
def test_local_extrema(name, shape, dtype, parameters):
    our, their = getattr(ours, name), getattr(morphology, name)
    for count in (3, 20):
        image = levels(shape, dtype, count)
        same(our(image, **parameters), their(image, **parameters))
    for one, other in zip(our(image, indices=True), their(image, indices=True), strict=True):
        same(one, other)


def test_local_extrema_of_a_constant_image_and_a_footprint():
    for shape in ((4, 5), (0, 5)):
        image = np.ones(shape, np.uint8)
        same(ours.local_maxima(image), morphology.local_maxima(image))
        same(ours.local_minima(image), morphology.local_minima(image))
    image, cross = levels((20, 30)), morphology.disk(1)
    same(ours.local_maxima(image, footprint=cross), morphology.local_maxima(image, footprint=cross))
    with pytest.raises(ValueError, match="footprint is not the neighbourhood"):
        ours.local_maxima(image, footprint=morphology.disk(2))


@pytest.mark.parametrize("name", ["h_maxima", "h_minima"])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("h", [1, 5, 3.0, 1000])
def test_h_extrema(name, shape, dtype, h):
    image = levels(shape, dtype)
    same(getattr(ours, name)(image, h), getattr(morphology, name)(image, h))


def test_h_extrema_of_reals():
    image = np.random.default_rng(3).standard_normal((60, 70))
    for h in (0.1, 0.5, 2.5):
        same(ours.h_maxima(image, h), morphology.h_maxima(image, h))
        same(ours.h_minima(image.astype(np.float32), h), morphology.h_minima(image.astype(np.float32), h))
    cross = morphology.disk(1)
    same(ours.h_maxima(image, 0.5, footprint=cross), morphology.h_maxima(image, 0.5, footprint=cross))
    with pytest.raises(ValueError, match="^h_maxima: h = 0 is ambiguous"):
        ours.h_maxima(image, 0)


FLAT = ["dilation", "erosion", "opening", "closing", "white_tophat"]


@pytest.mark.parametrize("name", FLAT)
@pytest.mark.parametrize("dtype", ["bool", *DTYPES])
def test_flat_morphology(name, dtype):
    our, their = getattr(ours, name), getattr(morphology, name)
    plane = levels((40, 50), "uint8") > 12 if dtype == "bool" else levels((40, 50), dtype)
    for footprint in (None, morphology.disk(1), morphology.disk(4), np.ones((3, 3)), np.ones((9, 9), bool)):
        same(our(plane, footprint), their(plane, footprint))
    volume = levels((9, 20, 21), "uint8") > 12 if dtype == "bool" else levels((9, 20, 21), dtype)
    for footprint in (None, morphology.ball(2), np.ones((5, 5, 5))):
        same(our(volume, footprint), their(volume, footprint))


@pytest.mark.parametrize("name", FLAT)
def test_modes_and_out_of_flat_morphology(name):
    image = levels((20, 30))
    our, their = getattr(ours, name), getattr(morphology, name)
    for mode in ("reflect", "mirror", "nearest", "ignore"):
        same(our(image, morphology.disk(3), mode=mode), their(image, morphology.disk(3), mode=mode))
    out = np.empty_like(image)
    assert our(image, out=out) is out
    same(out, their(image))


def test_footprints_that_are_refused():
    image = levels((20, 30))
    for footprint in (np.ones((3, 5)), np.ones((2, 2)), morphology.diamond(3), np.ones((3, 3, 3))):
        with pytest.raises(ValueError, match="^dilation: footprint "):
            ours.dilation(image, footprint)
    with pytest.raises(ValueError, match="^opening: mode is 'wrap'; preamar takes reflect, mirror, nearest, ignore$"):
        ours.opening(image, mode="wrap")


def test_names():
    for module in (ours.morphology, ours.segmentation, ours.measure, ours.feature, ours.filters):
        for name in module.__all__:
            assert getattr(ours, name) is getattr(module, name) and name in ours.__all__
            assert getattr(ours, name).__doc__
