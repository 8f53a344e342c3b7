"""preamar.skimage gives what scikit-image gives, and refuses what it refuses."""

import numpy as np
import preamar.skimage
import pytest
import skimage.morphology
from hypothesis import given, settings
from hypothesis import strategies as st
from images import DTYPES, METHODS, random_pair
from scipy.ndimage import generate_binary_structure

BOTH = pytest.mark.parametrize(
    "reconstruction", [skimage.morphology.reconstruction, preamar.skimage.reconstruction], ids=["skimage", "preamar"]
)


def same(*args, **options):
    result = preamar.skimage.reconstruction(*args, **options)
    expected = skimage.morphology.reconstruction(*args, **options)
    assert result.dtype == expected.dtype and result.shape == expected.shape
    np.testing.assert_array_equal(result, expected)


# What is expected of scikit-image is expected of both.
@BOTH
@pytest.mark.parametrize("dtype", [*DTYPES, "float16"])
def test_nothing_in_nothing_out(reconstruction, dtype):
    result = reconstruction(np.zeros((5, 7), dtype), np.zeros((5, 7), dtype))
    assert not result.any()
    assert result.dtype == (np.float32 if dtype in ("float16", "float32") else np.float64)


@BOTH
@pytest.mark.parametrize("dtype", ["uint8", "float32", "float64"])
def test_seed_equal_to_mask_stays(reconstruction, dtype):
    image = np.full((5, 7), 9, dtype)
    np.testing.assert_array_equal(reconstruction(image, image), image)


@BOTH
def test_a_seed_fills_its_object_and_no_other(reconstruction):
    mask = np.zeros((8, 8))
    mask[1:4, 1:4] = 3
    mask[5:7, 5:7] = 4
    seed = np.zeros_like(mask)
    seed[2, 2] = 2
    expected = np.where(mask == 3, 2.0, 0.0)
    np.testing.assert_array_equal(reconstruction(seed, mask), expected)


@BOTH
def test_holes_by_erosion(reconstruction):
    image = np.array([[0, 8, 8, 8, 0], [0, 8, 1, 8, 0], [0, 8, 8, 8, 0]])
    seed = image.copy()
    seed[1:-1, 1:-1] = image.max()
    np.testing.assert_array_equal(reconstruction(seed, image, method="erosion")[1], [0, 8, 8, 8, 0])


@BOTH
def test_a_line(reconstruction):
    mask = np.array([0, 4, 6, 2, 5, 5, 1, 4, 2, 0])
    seed = np.array([0, 0, 3, 0, 0, 0, 0, 1, 0, 0])
    np.testing.assert_array_equal(reconstruction(seed, mask), [0, 3, 3, 2, 2, 2, 1, 1, 1, 0])


@BOTH
def test_wrong_calls(reconstruction):
    low, high = np.zeros((4, 4)), np.ones((4, 4))
    message = "^Intensity of seed image must be {} than that of the mask image for reconstruction by {}.$".format
    with pytest.raises(ValueError, match=message("less", "dilation")):
        reconstruction(high, low)
    with pytest.raises(ValueError, match=message("greater", "erosion")):
        reconstruction(low, high, method="erosion")
    with pytest.raises(ValueError, match="^Reconstruction method can be one of 'erosion' or 'dilation'. Got 'foo'.$"):
        reconstruction(low, high, method="foo")
    with pytest.raises(ValueError, match="^Footprint dimensions must all be odd$"):
        reconstruction(low, high, footprint=np.ones((4, 4)))
    with pytest.raises(ValueError, match="^Offset must be included inside footprint$"):
        reconstruction(low[0], high[0], footprint=np.ones(3), offset=np.array([3]))
    with pytest.raises(ValueError, match="^Offset and footprint ndims must be equal.$"):
        reconstruction(low, high, footprint=np.ones((3, 3)), offset=np.array([1]))
    with pytest.raises((AssertionError, ValueError)):
        reconstruction(low, high[:3])


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", [(30,), (25, 31), (9, 10, 11)])
def test_the_same_for_every_connectivity(shape, method):
    for dtype in (dtype for dtype in DTYPES if dtype not in ("int64", "uint64")):
        seed, mask = random_pair(shape, dtype, method)
        same(seed, mask, method)
        for connectivity in range(1, mask.ndim + 1):
            footprint = generate_binary_structure(mask.ndim, connectivity)
            same(seed, mask, method, footprint)
            same(seed, mask, method, np.pad(footprint, 1).astype(int))


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(DTYPES), st.sampled_from(DTYPES), st.sampled_from(METHODS), st.integers(0, 1000))
def test_the_same_for_mixed_dtypes(seed_dtype, mask_dtype, method, number):
    random = np.random.default_rng(number)
    mask = random.integers(0, 2 if mask_dtype == "bool" else 100, (15, 16)).astype(mask_dtype)
    seed = random.integers(0, 2 if seed_dtype == "bool" else 100, (15, 16))
    seed = (np.minimum if method == "dilation" else np.maximum)(seed, mask.astype(np.int64))
    if method == "erosion" and "bool" in (seed_dtype, mask_dtype):
        seed, mask = seed * 0 + 1, mask.astype(bool).astype(mask_dtype)
    same(seed.astype(seed_dtype), mask, method)


def test_the_offset_of_the_centre():
    seed, mask = random_pair((30,))
    same(seed, mask, footprint=np.ones(3), offset=np.array([1]))


def test_byte_order_and_views():
    seed, mask = random_pair((30, 40), "uint16")
    expected = skimage.morphology.reconstruction(seed, mask)
    swapped = seed.astype(">u2"), mask.astype(">u2")
    np.testing.assert_array_equal(preamar.skimage.reconstruction(*swapped), expected)
    np.testing.assert_array_equal(preamar.skimage.reconstruction(seed.T, mask.T), expected.T)


@pytest.mark.parametrize(
    "footprint, offset",
    [
        (np.ones((5, 5)), None),
        (np.ones((1, 3)), None),
        (np.zeros((3, 3)), None),
        (np.ones((3, 3)), np.array([0, 0])),
        (np.array([[0, 1, 0], [1, 1, 0], [0, 1, 0]]), None),
    ],
)
def test_other_footprints_are_refused(footprint, offset):
    image = np.zeros((6, 6))
    with pytest.raises(ValueError, match="^reconstruction: footprint is not the neighbourhood of a connectivity; give"):
        preamar.skimage.reconstruction(image, image, footprint=footprint, offset=offset)


def test_four_axes_are_refused():
    image = np.zeros((2, 2, 2, 2))
    with pytest.raises(ValueError, match="^reconstruction: mask has rank 4; images of rank 1 to 3 are taken$"):
        preamar.skimage.reconstruction(image, image)
