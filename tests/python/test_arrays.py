"""Arrays of any memory layout, in and out, without copies."""

import gc

import numpy as np
import preamar
import pytest
from images import DTYPES, random_pair
from numpy.lib.stride_tricks import as_strided

LAYOUTS = {
    "C": lambda image: image,
    "F": np.asfortranarray,
    "transposed": lambda image: image.transpose(),
    "rows backwards": lambda image: image[::-1],
    "columns backwards": lambda image: image[..., ::-1],
    "all backwards": lambda image: image[(slice(None, None, -1),) * image.ndim],
    "every second": lambda image: image[::2, ::2],
    "every third column": lambda image: image[..., ::3],
    "inside": lambda image: image[1:-1, 2:-3],
    "axes turned": lambda image: np.moveaxis(image, 0, -1),
    "one row": lambda image: image[:1],
    "one column": lambda image: image[..., :1],
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", ["bool", "uint8", "uint16", "float32", "int64"])
@pytest.mark.parametrize("shape", [(40, 51), (11, 12, 23)])
def test_layouts(shape, dtype, layout):
    marker, mask = map(LAYOUTS[layout], random_pair(shape, dtype))
    expected = preamar.reconstruct(np.ascontiguousarray(marker), np.ascontiguousarray(mask), device="reference")
    np.testing.assert_array_equal(preamar.reconstruct(marker, mask), expected)
    np.testing.assert_array_equal(preamar.reconstruct(np.ascontiguousarray(marker), mask), expected)
    # Into a view: only its own pixels are written.
    whole = np.zeros_like(LAYOUTS["C"](random_pair(shape, dtype)[1]))
    view = LAYOUTS[layout](whole)
    if np.shares_memory(view, whole):
        assert preamar.reconstruct(marker, mask, out=view) is view
        np.testing.assert_array_equal(view, expected)
        assert np.count_nonzero(whole) == np.count_nonzero(expected)


def test_broadcast_and_read_only_inputs():
    mask = np.broadcast_to(np.array([3, 9, 3, 5, 9], np.uint8), (20, 5))
    marker = np.broadcast_to(np.uint8(4), mask.shape)
    assert not mask.flags.writeable and mask.strides[0] == 0
    np.testing.assert_array_equal(preamar.reconstruct(marker, mask), np.minimum(mask, 4))
    fixed = np.ones((4, 4), np.uint8)
    fixed.flags.writeable = False
    np.testing.assert_array_equal(preamar.reconstruct(fixed, fixed), fixed)


@pytest.mark.parametrize("dtype", DTYPES)
def test_results_are_ordinary_arrays(dtype):
    marker, mask = random_pair((30, 40), dtype)
    before = marker.copy(), mask.copy()
    result = preamar.reconstruct(marker, mask)
    assert type(result) is np.ndarray
    assert result.flags.c_contiguous and result.flags.writeable and result.flags.aligned
    assert not np.shares_memory(result, mask) and not np.shares_memory(result, marker)
    result[:] = 0  # nobody else's memory
    np.testing.assert_array_equal(marker, before[0])
    np.testing.assert_array_equal(mask, before[1])


def test_a_view_keeps_the_result_alive():
    marker, mask = random_pair((300, 400))
    row = preamar.reconstruct(marker, mask)[7]
    gc.collect()
    others = [preamar.reconstruct(marker, mask) for _ in range(3)]
    np.testing.assert_array_equal(row, others[0][7])


def test_in_place():
    marker, mask = random_pair((50, 60))
    expected = preamar.reconstruct(marker, mask)
    assert preamar.reconstruct(marker, mask, out=marker) is marker
    np.testing.assert_array_equal(marker, expected)


def test_lists_and_numpy_scalars_are_taken():
    result = preamar.reconstruct([[0, 1, 0]], [[1, 1, 1]], connectivity=np.int32(1), threads=np.int64(1))
    assert result.tolist() == [[1, 1, 1]]


def test_an_out_that_repeats_pixels_is_refused():
    marker, mask = random_pair((20, 20))
    out = as_strided(np.zeros(20, np.uint8), (20, 20), (0, 1))
    message = r"^reconstruct: out repeats its pixels along axis 0 \(stride 0\); give an image that has each pixel once$"
    with pytest.raises(ValueError, match=message):
        preamar.reconstruct(marker, mask, out=out)


def test_an_out_whose_pixels_overlap_is_refused():
    marker, mask = random_pair((20, 20))
    out = as_strided(np.zeros(400, np.uint8), (20, 20), (7, 1))
    message = r"^reconstruct: out has pixels that overlap along axis 0 \(stride 7\); give an image that has each pixel once$"
    with pytest.raises(ValueError, match=message):
        preamar.reconstruct(marker, mask, out=out)


def test_pixels_out_of_alignment_are_refused():
    mask = np.frombuffer(bytearray(1 + 4 * 16), np.uint32, 16, offset=1).reshape(4, 4)
    with pytest.raises(ValueError, match=r"^reconstruct: mask has pixels that are not aligned in memory; give a copy of it"):
        preamar.reconstruct(np.zeros((4, 4), np.uint32), mask)
