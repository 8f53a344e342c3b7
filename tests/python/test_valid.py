"""Pixels without data: masks, masked arrays and nodata values."""

import numpy as np
import pytest

import preamar


@pytest.fixture
def holes():
    random = np.random.default_rng(37)
    image = random.integers(1, 200, (40, 50)).astype(np.int16)
    valid = random.random(image.shape) > 0.3
    valid[10:20, 5:12] = False
    return image, valid


def test_a_masked_array_and_valid_give_a_masked_array(holes):
    image, valid = holes
    by_mask = preamar.dilate(image, radius=2, valid=valid)
    masked = preamar.dilate(np.ma.MaskedArray(image, ~valid), radius=2)
    for result in (by_mask, masked):
        assert isinstance(result, np.ma.MaskedArray)
        assert np.array_equal(result.mask, ~valid)
        assert result.dtype == np.int16 and np.all(result.data[~valid] == 0)
    assert np.array_equal(by_mask.data, masked.data)
    assert not isinstance(preamar.dilate(image, radius=2), np.ma.MaskedArray)


def test_what_is_outside_does_not_matter(holes):
    image, valid = holes
    other = np.where(valid, image, -30000).astype(np.int16)
    for call in (lambda a: preamar.gaussian(a, sigma=2, valid=valid), lambda a: preamar.label(a > 90, valid=valid)[0],
                 lambda a: preamar.fill_holes(a, valid=valid), lambda a: preamar.otsu(a, valid=valid),
                 lambda a: preamar.minmax(a, valid=valid), lambda a: preamar.histogram(a, valid=valid)):
        assert np.array_equal(np.ma.filled(call(image), 0), np.ma.filled(call(other), 0), equal_nan=True)


def test_numbers_and_tables_leave_invalid_pixels_out(holes):
    image, valid = holes
    assert preamar.minmax(image, valid=valid) == (image[valid].min(), image[valid].max())
    assert preamar.histogram(image, bins=10, valid=valid).sum() == valid.sum()
    labels = np.ones(image.shape, np.uint8)
    table = preamar.measure(labels, image, valid=valid)
    assert table["size"][0] == valid.sum()
    assert table["intensity_mean"][0] == pytest.approx(image[valid].mean())


def test_floating_results_are_nan_outside(holes):
    image, valid = holes
    result = preamar.gaussian(image.astype(np.float32), 1, valid=valid)
    assert np.array_equal(np.isnan(result.data), ~valid) and np.array_equal(result.mask, ~valid)
    edges = preamar.sobel(image, valid=valid)
    assert edges.mask.sum() > (~valid).sum()


def test_a_nodata_value_of_a_file_comes_back(holes, tmp_path):
    image, valid = holes
    stored = np.where(valid, image, -9999).astype(np.int16)
    preamar.write_image(tmp_path / "in.tif", stored, metadata=preamar.Metadata(nodata=-9999))
    preamar.run_in_blocks("opening", tmp_path / "in.tif", output=tmp_path / "out.tif", radius=1, block=(16, 32))
    opened = preamar.read_image(tmp_path / "out.tif")
    assert preamar.describe(tmp_path / "out.tif").metadata.nodata == -9999
    assert np.array_equal(opened == -9999, ~valid)
    assert np.array_equal(opened[valid], preamar.opening(image, radius=1, valid=valid).data[valid])


def test_a_mask_that_a_file_cannot_have_is_announced_or_written(holes, tmp_path):
    image, valid = holes
    found = np.zeros(image.shape, bool)
    with pytest.warns(UserWarning, match="invalid pixels are 0 and not marked in it.*valid_out"):
        preamar.run_in_blocks("threshold", image, output=tmp_path / "mask.npy", value=100, valid=valid)
    preamar.run_in_blocks("threshold", image, output=tmp_path / "again.npy", value=100, valid=valid, valid_out=found)
    assert np.array_equal(found, valid)
    assert np.array_equal(preamar.read_image(tmp_path / "again.npy"), valid & (image > 100))


def test_a_mask_beside_a_tiff_marks_invalid_pixels(holes, tmp_path):
    image, valid = holes
    mask, beside = tmp_path / "mask.tif", tmp_path / "mask.tif.msk"
    for _ in range(2):
        preamar.run_in_blocks("threshold", image, output=mask, value=100, valid=valid, overwrite=True)
    assert np.array_equal(preamar.read_image(beside), np.where(valid, 255, 0))
    labels = np.zeros(image.shape, np.uint32)
    again = np.zeros(image.shape, bool)
    preamar.run_in_blocks("label", mask, output=labels, valid_out=again)
    assert np.array_equal(again, valid)
    assert np.array_equal(labels, preamar.label(image > 100, valid=valid)[0].filled(0))
    with pytest.raises(OSError, match="mask.tif.msk: would be the mask of the output"):
        preamar.run_in_blocks("threshold", image, output=mask, value=100, overwrite=True)


@pytest.mark.parametrize("attributes", ["_FillValue", "missing_value", "nodata"])
def test_fill_values_of_xarray(holes, attributes):
    xarray = pytest.importorskip("xarray")
    image, valid = holes
    stored = xarray.DataArray(np.where(valid, image, -9999), attrs={attributes: -9999})
    assert np.array_equal(preamar.dilate(stored, radius=1).mask, ~valid)
    read = xarray.DataArray(np.where(valid, image, np.nan).astype(np.float32))
    read.encoding["_FillValue"] = -9999.0
    expected = preamar.gaussian(image.astype(np.float32), 1, valid=valid)
    found = preamar.gaussian(read, 1)
    assert np.array_equal(found.mask, ~valid) and np.array_equal(found[valid], expected[valid])
    here = np.empty_like(read)
    preamar.run_in_blocks("gaussian", read, output=here, sigma=1, block=(16, 16))
    assert np.array_equal(here, expected.filled(np.nan), equal_nan=True)


@pytest.mark.parametrize("value", ["none", [1, 2]])
def test_a_fill_value_that_is_no_number(holes, value):
    xarray = pytest.importorskip("xarray")
    with pytest.raises(ValueError, match="xarray: _FillValue is .*; it must be a number"):
        preamar.dilate(xarray.DataArray(holes[0], attrs={"_FillValue": value}), radius=1)


def test_a_nodata_value_that_is_given(holes, tmp_path):
    image, valid = holes
    preamar.write_image(tmp_path / "in.tif", np.where(valid, image, -9999), metadata=preamar.Metadata(nodata=7))
    expected = preamar.dilate(image, radius=1, valid=valid).filled(-9999)
    preamar.run_in_blocks("dilate", tmp_path / "in.tif", output=tmp_path / "out.tif", radius=1, nodata=-9999)
    assert np.array_equal(preamar.read_image(tmp_path / "out.tif"), expected)
    pipeline = preamar.Pipeline()
    pipeline.write(pipeline.dilate(pipeline.read(tmp_path / "in.tif", nodata=-9999), radius=1), tmp_path / "piped.tif")
    pipeline.run()
    assert np.array_equal(preamar.read_image(tmp_path / "piped.tif"), expected)
    here = np.empty_like(expected)
    preamar.run_in_blocks("dilate", np.where(valid, image, -9999), output=here, radius=1, nodata=-9999)
    assert np.array_equal(here, expected)


def test_blocks_know_what_masked_arrays_mask(holes, tmp_path):
    image, valid = holes
    masked = np.ma.MaskedArray(image, mask=~valid)
    here, there = np.empty_like(image), np.empty_like(image)
    found = np.zeros(image.shape, bool)
    preamar.run_in_blocks("dilate", masked, output=here, radius=2, block=(16, 32), valid_out=found)
    preamar.run_in_blocks("dilate", image, output=there, radius=2, block=(16, 32), valid=valid)
    assert np.array_equal(here[valid], there[valid]) and np.array_equal(found, valid)
    preamar.write_image(tmp_path / "valid.tif", valid)
    with pytest.raises(ValueError, match="masked array and valid is a file; give one of them"):
        preamar.run_in_blocks("dilate", masked, output=here, radius=2, valid=tmp_path / "valid.tif")
    with pytest.raises(ValueError, match="valid_out shares pixels with valid"):
        preamar.run_in_blocks("dilate", image, output=here, radius=2, valid=found, valid_out=found)


def test_an_input_of_a_pipeline_may_be_the_mask_of_another(holes, tmp_path):
    image, valid = holes
    preamar.write_image(tmp_path / "image.tif", image)
    preamar.write_image(tmp_path / "valid.tif", valid)
    pipeline = preamar.Pipeline()
    mask = pipeline.read(tmp_path / "valid.tif")
    stored = pipeline.read(tmp_path / "image.tif", valid=mask)
    level = pipeline.otsu(stored)
    labels = pipeline.label(pipeline.threshold(stored, value=level.value))
    pipeline.write(pipeline.measure(labels), tmp_path / "objects.csv")
    report = pipeline.run()
    value = preamar.otsu(image, valid=valid)
    assert report.found["otsu"]["level"] == value
    assert report.found["label"]["count"] == preamar.label(preamar.threshold(image, value, valid=valid))[1]


@pytest.mark.parametrize("call, text", [
    (lambda a, v: preamar.dilate(a, 1, valid=v[1:]), "dilate: valid is 39x50 bool; it must be 40x50"),
    (lambda a, v: preamar.dilate(a, 1, valid=v.astype(float)), "of bool or integers"),
    (lambda a, v: preamar.minmax(a, valid=v & False), "no valid pixel"),
    (lambda a, v: preamar.gaussian(a, 1, border="wrap", valid=v), "whole images"),
])
def test_refusals(holes, call, text):
    with pytest.raises(ValueError, match=text):
        call(*holes)
