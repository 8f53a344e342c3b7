"""The same pixels as scikit-image and DIPlib give."""

import diplib
import numpy as np
import preamar
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from images import DTYPES, METHODS, random_pair, spiral_pair
from scipy.ndimage import generate_binary_structure
from skimage.morphology import reconstruction


def by_scikit_image(marker, mask, method, connectivity):
    footprint = generate_binary_structure(mask.ndim, connectivity)
    return reconstruction(marker.astype(float), mask.astype(float), method, footprint)


def by_diplib(marker, mask, method, connectivity):
    images = diplib.Image(marker), diplib.Image(mask)
    return np.asarray(diplib.MorphologicalReconstruction(*images, connectivity, method))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(60, 70), (12, 20, 22), (1, 30, 40), (9, 1, 30)])
def test_random_images(shape, dtype, method):
    marker, mask = random_pair(shape, dtype, method)
    for connectivity in range(1, mask.ndim + 1):
        result = preamar.reconstruct(marker, mask, method=method, connectivity=connectivity)
        assert result.dtype == mask.dtype
        expected = by_scikit_image(marker, mask, method, connectivity)
        np.testing.assert_array_equal(result.astype(float), expected)


# DIPlib interprets a short last axis as the components of a pixel, so images are longer than that.
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("dtype", ["uint8", "uint16", "int32", "float32", "float64"])
@pytest.mark.parametrize("shape", [(61, 75), (20, 31, 40)])
def test_diplib(shape, dtype, method):
    marker, mask = random_pair(shape, dtype, method, seed=1)
    for connectivity in range(1, mask.ndim + 1):
        result = preamar.reconstruct(marker, mask, method=method, connectivity=connectivity)
        np.testing.assert_array_equal(result, by_diplib(marker, mask, method, connectivity))


@pytest.mark.parametrize("size, device", [(63, "cpu"), (64, "cpu"), (65, "cpu"), (200, "cpu"), (65, "reference")])
def test_spirals(size, device):
    marker, mask = spiral_pair(size)
    for connectivity in (1, 2):
        result = preamar.reconstruct(marker, mask, connectivity=connectivity, device=device)
        np.testing.assert_array_equal(result, by_scikit_image(marker, mask, "dilation", connectivity))
        assert result.any()


LABELLED = ("fluorescence", "tissue-seeds", "tissue3d-seeds")  # their second image has labels
PAIRS = [instance for instance in preamar.instances() if instance.images == 2 and instance.name not in LABELLED]


@pytest.mark.parametrize("instance", PAIRS, ids=lambda instance: instance.name)
def test_generated_images(instance):
    marker, mask = preamar.generate(instance.name, 150 if instance.rank == 2 else 32)
    result = preamar.reconstruct(marker, mask)
    np.testing.assert_array_equal(result, by_diplib(marker, mask, "dilation", mask.ndim))


def test_a_larger_image():
    marker, mask = preamar.generate("tissue-75-h", 600)
    result = preamar.reconstruct(marker, mask)
    np.testing.assert_array_equal(result, by_diplib(marker, mask, "dilation", 2))
    for threads in (1, 2, 4):
        np.testing.assert_array_equal(result, preamar.reconstruct(marker, mask, threads=threads))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_image(data):
    rank = data.draw(st.sampled_from([2, 3]))
    shape = data.draw(st.tuples(*[st.integers(1, 40 if rank == 2 else 12)] * rank))
    method = data.draw(st.sampled_from(METHODS))
    connectivity = data.draw(st.integers(1, rank))
    seed = data.draw(st.integers(0, 2**32))
    marker, mask = random_pair(shape, data.draw(st.sampled_from(DTYPES)), method, seed)
    result = preamar.reconstruct(marker, mask, method=method, connectivity=connectivity)
    np.testing.assert_array_equal(result.astype(float), by_scikit_image(marker, mask, method, connectivity))


def test_a_marker_beyond_the_mask_is_clamped():
    marker, mask = random_pair((40, 50))
    high = np.full_like(mask, 255)
    np.testing.assert_array_equal(preamar.reconstruct(high, mask), mask)
    np.testing.assert_array_equal(preamar.reconstruct(np.zeros_like(mask), mask, method="erosion"), mask)


@pytest.mark.parametrize("device", ["cpu", "reference"])
def test_nan(device):
    marker, mask = np.zeros((5, 30)), np.full((5, 30), 7.0)
    marker[:, 0] = 5
    mask[:, 10] = np.nan
    marker[:, 20] = np.nan
    with pytest.raises(ValueError, match='^reconstruct: marker holds 5 NaN; replace them, or give nan="ignore"'):
        preamar.reconstruct(marker, mask, device=device)
    result = preamar.reconstruct(marker, mask, nan="ignore", device=device)
    assert (result[:, :10] == 5).all() and np.isnan(result[:, 10]).all() and (result[:, 11:] == 0).all()


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (3, 0, 4)])
def test_empty_images(shape):
    result = preamar.reconstruct(np.zeros(shape), np.zeros(shape))
    assert result.shape == shape and result.dtype == np.float64
