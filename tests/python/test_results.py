"""Operators with several outputs, required options, optional inputs and numbers for each axis."""

import numpy as np
import preamar
import pytest

MASK = np.random.default_rng(0).random((20, 30)) < 0.8


def test_one_output_comes_alone_and_several_as_a_tuple():
    assert isinstance(preamar.distance(MASK), np.ndarray)
    far, nearest = preamar.distance(MASK, indices=True)
    assert far.dtype == np.float32 and nearest.dtype == np.int64
    labels, count = preamar.label(MASK)
    assert type(count) is int and count == labels.max()


def test_out_of_several_images_is_a_tuple():
    expected = preamar.distance(MASK, indices=True)
    out = np.empty(MASK.shape, np.float32), np.empty(MASK.shape, np.int64)
    found = preamar.distance(MASK, indices=True, out=out)
    assert all(one is other for one, other in zip(found, out))
    for one, other in zip(found, expected):
        np.testing.assert_array_equal(one, other)
    with pytest.raises(TypeError, match="^distance: out has 1 arrays; 2 are written$"):
        preamar.distance(MASK, indices=True, out=out[0])


def test_out_beside_a_number():
    out = np.empty(MASK.shape, np.uint32)
    labels, count = preamar.label(MASK, out=out)
    assert labels is out and count == out.max()


def test_required_options_by_place_and_by_name():
    image = (MASK * 50).astype(np.uint8)
    np.testing.assert_array_equal(preamar.h_maxima(image, 10), preamar.h_maxima(image, h=10))
    np.testing.assert_array_equal(preamar.h_maxima(image, 10), preamar.h_maxima(image, np.float32(10)))
    with pytest.raises(TypeError, match=r"^h_maxima\(\) missing a required argument: 'h'$"):
        preamar.h_maxima(image)
    with pytest.raises(TypeError, match="^h_maxima: h is '10'; it must be a number$"):
        preamar.h_maxima(image, "10")


def test_optional_inputs():
    image = np.arange(600, dtype=np.uint16).reshape(MASK.shape)
    markers = np.zeros(MASK.shape, np.int32)
    markers[0, 0], markers[-1, -1] = 1, 2
    whole = preamar.watershed(image, markers)
    np.testing.assert_array_equal(preamar.watershed(image, markers, None), whole)
    np.testing.assert_array_equal(preamar.watershed(image, markers, mask=np.ones_like(MASK)), whole)
    assert not preamar.watershed(image, markers, MASK)[~MASK].any()


@pytest.mark.parametrize("spacing", [2, 2.0, [2, 2], (2.0, 2), np.array([2, 2]), np.float64(2)])
def test_a_number_for_each_axis(spacing):
    np.testing.assert_array_equal(preamar.distance(MASK, spacing=spacing), 2 * preamar.distance(MASK))


@pytest.mark.parametrize("spacing", ["2", [1, "2"], [True, False], {1: 2}, True])
def test_what_is_no_number_for_each_axis(spacing):
    with pytest.raises(TypeError, match="^distance: spacing is .*; it must be a number, or one for each axis"):
        preamar.distance(MASK, spacing=spacing)


def test_numbers_that_are_not_one_for_each_axis():
    with pytest.raises(ValueError, match="^distance: spacing "):
        preamar.distance(MASK, spacing=[1, 2, 3])
    with pytest.raises(ValueError, match="^distance: spacing "):
        preamar.distance(MASK, spacing=[])
