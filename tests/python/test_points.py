"""Point operators, minmax, histogram and otsu against NumPy and scikit-image."""

import numpy as np
import preamar
import preamar.skimage as ours
import pytest
from images import DTYPES

SHAPES = [(40, 50), (7, 20, 21)]


def noise(shape, dtype, seed=0):
    """Levels over some 400 values, or as many as the type has."""
    random = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype == bool:
        return random.random(shape) < 0.4
    image = random.normal(60, 40, shape)
    image[random.random(shape) < 0.3] += 200
    if dtype.kind == "f":
        return (image / 7).astype(dtype)
    info = np.iinfo(dtype)
    return np.clip(image, max(info.min, -100), min(info.max, 400)).astype(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_threshold_and_minmax(shape, dtype):
    image = noise(shape, dtype)
    for level in (-1, 0, 40.5, 100):
        mask = preamar.threshold(image, level)
        assert mask.dtype == bool
        np.testing.assert_array_equal(mask, image > level)
    found = preamar.minmax(image)
    assert found == (image.min(), image.max())
    assert [type(number) for number in found] == [float if image.dtype.kind == "f" else int] * 2


def extremes(shape, dtype, seed=0):
    """Noise, with the ends of the type and infinities."""
    random = np.random.default_rng(seed)
    image = noise(shape, dtype, seed)
    info = np.finfo(dtype) if image.dtype.kind == "f" else np.iinfo(dtype) if image.dtype != bool else None
    ends = [False, True] if info is None else [info.min, info.max, 0, 1]
    ends += [np.inf, -np.inf] if image.dtype.kind == "f" else []
    chosen = random.random(shape) < 0.3
    image[chosen] = np.array(ends, dtype)[random.integers(0, len(ends), np.count_nonzero(chosen))]
    return image


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", SHAPES)
def test_invert(shape, dtype):
    image = extremes(shape, dtype)
    expected = 0 - image if image.dtype.kind == "f" else ~image
    found = preamar.invert(image)
    assert found.dtype == image.dtype
    np.testing.assert_array_equal(found, expected)
    if image.dtype.kind == "f":
        assert not np.signbit(found[image == 0]).any()
    util = pytest.importorskip("skimage.util")
    np.testing.assert_array_equal(found, util.invert(image, signed_float=True))


@pytest.mark.parametrize("dtype", DTYPES[1:])
def test_subtract(dtype):
    image, other = extremes((40, 50), dtype, 1), extremes((40, 50), dtype, 2)
    found = preamar.subtract(image, other)
    assert found.dtype == image.dtype
    if image.dtype.kind == "f":
        with np.errstate(invalid="ignore", over="ignore"):
            expected = np.where(image == other, 0, image - other)
    else:
        info = np.iinfo(dtype)
        expected = np.clip(image.astype(object) - other.astype(object), info.min, info.max).astype(dtype)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("mask_dtype", ["bool", "uint8", "int16", "uint32", "int64"])
def test_and(dtype, mask_dtype):
    image, mask = extremes((40, 50), dtype, 1), extremes((40, 50), mask_dtype, 2)
    found = preamar.and_(image, mask)
    assert found.dtype == image.dtype
    np.testing.assert_array_equal(found, np.where(mask != 0, image, np.zeros((), dtype)))
    if dtype == mask_dtype == "bool":
        np.testing.assert_array_equal(found, image & mask)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("result", DTYPES)
def test_cast(dtype, result):
    image = extremes((40, 50), dtype)
    found = preamar.cast(image, result)
    assert found.dtype == result
    if found.dtype.kind == "f":
        with np.errstate(over="ignore"):
            expected = image.astype(result)
    else:
        low, high = (0, 1) if found.dtype == bool else (np.iinfo(result).min, np.iinfo(result).max)
        rounded = np.rint(image) if image.dtype.kind == "f" else image
        numbers = [min(max(value, low), high) for value in rounded.ravel().tolist()]
        expected = np.array([int(value) for value in numbers], object).reshape(image.shape).astype(result)
    np.testing.assert_array_equal(found, expected)


def test_points_refuse_by_name():
    with pytest.raises(ValueError, match="cast: image holds 1 NaN; no integer represents NaN"):
        preamar.cast(np.array([[np.nan, 1]]), dtype="int32")
    with pytest.raises(ValueError, match="subtract: image and other have dtype bool"):
        preamar.subtract(np.ones((2, 2), bool), np.ones((2, 2), bool))
    with pytest.raises(ValueError, match="and: mask has dtype float64"):
        preamar.and_(np.ones((2, 2)), np.ones((2, 2)))
    with pytest.raises(TypeError, match=r"and_\(\) missing a required argument: 'mask'"):
        preamar.and_(np.ones((2, 2)))


def test_minmax_beyond_int64():
    assert preamar.minmax(np.array([[3, 2**64 - 1]], np.uint64)) == (3, 2**64 - 1)


def test_numbers_have_no_out():
    with pytest.raises(TypeError, match="unexpected keyword argument 'out'"):
        preamar.minmax(noise((4, 4), "uint8"), out=np.zeros(2))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("bins", [1, 7, 10, 256, 1000])
def test_histogram_over_a_range(dtype, bins):
    image = noise((60, 70), dtype)
    theirs = image.astype(np.uint8) if image.dtype == bool else image
    for low, high in [(0, 255), (-3.5, 20.25), (0.1, 0.7), (10, 10), (0, 1)]:
        counts = preamar.histogram(image, bins=bins, range=(low, high))
        assert counts.dtype == np.int64 and counts.shape == (bins,)
        np.testing.assert_array_equal(counts, np.histogram(theirs, bins, (float(low), float(high)))[0])


@pytest.mark.parametrize("dtype", DTYPES[2:5] + DTYPES[6:])
@pytest.mark.parametrize("bins", [1, 10, 256, 1000])
def test_histogram_of_all_levels(dtype, bins):
    for image in (noise((60, 70), dtype), np.full((5, 6), 9, dtype)):
        np.testing.assert_array_equal(preamar.histogram(image, bins=bins), np.histogram(image, bins)[0])


# Pixels that lie on edges, where the last bit of an edge decides.
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_histogram_of_edges(dtype):
    for bins in (3, 10, 77, 256):
        image = np.repeat(np.linspace(0.1, 0.7, bins + 1), 2).astype(dtype)[None]
        np.testing.assert_array_equal(preamar.histogram(image, bins=bins), np.histogram(image, bins)[0])
        np.testing.assert_array_equal(
            preamar.histogram(image, bins=bins, range=(0.1, 0.7)), np.histogram(image, bins, (0.1, 0.7))[0]
        )


def test_histogram_of_bytes_has_a_bin_a_value():
    image = noise((60, 70), "uint8")
    np.testing.assert_array_equal(preamar.histogram(image), np.bincount(image.ravel(), minlength=256))


def test_histogram_refuses_a_range_that_is_none():
    with pytest.raises(ValueError, match="range is '3'; it must be two numbers, such as 0,255"):
        preamar.histogram(noise((4, 4), "uint8"), range=3)
    with pytest.raises(ValueError, match="range is '1,2,3'; it must be two numbers"):
        preamar.histogram(noise((4, 4), "uint8"), range=(1, 2, 3))


@pytest.mark.parametrize("dtype", DTYPES)
def test_otsu_is_that_of_scikit_image(dtype):
    filters = pytest.importorskip("skimage.filters")
    for seed in range(10):
        for shape in [(60, 71), (7, 20, 21), (1, 5), (300, 400)]:
            image = noise(shape, dtype, seed)
            theirs = filters.threshold_otsu(image)
            level = preamar.otsu(image)
            assert isinstance(level, float) and level == theirs
            ours_too = ours.threshold_otsu(image)
            assert ours_too == theirs and ours_too.dtype == theirs.dtype


@pytest.mark.parametrize("bins", [2, 10, 255, 1000])
def test_otsu_with_so_many_bins(bins):
    filters = pytest.importorskip("skimage.filters")
    for dtype in ("float32", "float64"):
        image = noise((80, 90), dtype)
        assert preamar.otsu(image, bins=bins) == filters.threshold_otsu(image, bins)


def test_otsu_of_one_value():
    filters = pytest.importorskip("skimage.filters")
    for dtype in DTYPES:
        image = np.full((4, 5), 1, dtype)
        assert preamar.otsu(image) == 1
        assert ours.threshold_otsu(image).dtype == filters.threshold_otsu(image).dtype
    with pytest.raises(ValueError, match="threshold_otsu: hist is"):
        ours.threshold_otsu(hist=np.ones(3))


@pytest.mark.parametrize("dtype", DTYPES[1:])
@pytest.mark.parametrize("shape", [(100,), *SHAPES])
@pytest.mark.parametrize("parameters", [{}, {"nbins": 17}, {"normalize": True}, {"source_range": "dtype"}])
def test_exposure_histogram(shape, dtype, parameters):
    exposure = pytest.importorskip("skimage.exposure")
    image = noise(shape, dtype)
    if "source_range" in parameters and np.dtype(dtype).itemsize > 2 and np.dtype(dtype).kind != "f":
        with pytest.raises(ValueError, match="histogram: bins is"):  # as many as the type has values
            ours.exposure.histogram(image, **parameters)
        return
    for found, expected in zip(ours.exposure.histogram(image, **parameters), exposure.histogram(image, **parameters)):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)


def test_exposure_histogram_refuses():
    with pytest.raises(ValueError, match="Incorrect value for `source_range`"):
        ours.histogram(noise((4, 4), "uint8"), source_range="none")
    with pytest.raises(ValueError, match="histogram: channel_axis is 2; preamar takes images of one channel"):
        ours.histogram(noise((4, 4, 3), "uint8"), channel_axis=2)
