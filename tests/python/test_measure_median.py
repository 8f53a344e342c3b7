"""The median of intensities: that of NumPy, also in blocks, which count one digit per pass."""

import numpy as np
import pytest

import preamar

DTYPES = ["bool", "uint8", "int8", "uint16", "int16", "uint32", "int32", "float32", "uint64", "int64", "float64"]


def scene(dtype, seed, shape=(160, 190)):
    """Labels of a few and of many pixels, some in several parts, and levels that share their first digits."""
    random = np.random.default_rng(seed)
    print("seed", seed)
    labels = random.integers(0, 40, shape).astype(np.int32) - 3
    labels[20:90, 30:120] = 7
    labels[100:103, 5:9] = 1000
    if dtype == "bool":
        return labels, random.integers(0, 2, shape) > 0
    if np.dtype(dtype).kind == "f":
        return labels, (random.normal(size=shape) * 10.0 ** random.integers(-3, 4, shape)).astype(dtype)
    limits = np.iinfo(dtype)
    wide = random.integers(limits.min, limits.max, shape, dtype, endpoint=True)
    near = (random.integers(0, 9, shape) + limits.max // 2).astype(dtype)
    return labels, np.where(random.random(shape) < 0.5, wide, near)


def expected(labels, levels):
    found = []
    for label in np.unique(labels[labels != 0]):
        own = np.sort(levels[labels == label])
        low, high = own[(own.size - 1) // 2], own[own.size // 2]
        exact = (float(low) + float(high)) / 2 if levels.dtype.kind == "f" else (int(low) + int(high)) / 2
        found.append(exact)
    return np.array(found)


@pytest.mark.parametrize("dtype", DTYPES)
def test_equal_to_the_sorted_middle(dtype):
    labels, levels = scene(dtype, np.random.default_rng().integers(1 << 30))
    table = preamar.measure(labels, levels, properties=["intensity_median"])
    np.testing.assert_array_equal(table["intensity_median"], expected(labels, levels))


@pytest.mark.parametrize("dtype", DTYPES)
def test_equal_in_blocks(dtype):
    seed = np.random.default_rng().integers(1 << 30)
    labels, levels = scene(dtype, seed)
    block = tuple(int(side) for side in np.random.default_rng(seed).integers(17, 120, 2))
    properties = ["size", "centroid", "intensity_mean", "intensity_median"]
    if dtype in ("uint8", "uint16"):
        properties += ["solidity", "perimeter"]
    whole = preamar.measure(labels, levels, properties=properties)
    report = preamar.run_in_blocks("measure", labels, levels, block=block, properties=properties)
    for name, column in whole.items():
        np.testing.assert_array_equal(report[name], column, err_msg=f"{name} {block}")


def test_volumes_and_an_intensity_that_is_missing():
    labels, levels = scene("int16", 5, (11, 23, 31))
    table = preamar.measure(labels, levels, properties="intensity_median")
    np.testing.assert_array_equal(table["intensity_median"], expected(labels, levels))
    with pytest.raises(ValueError, match="intensity_median needs the image intensity"):
        preamar.measure(labels, properties="intensity_median")
