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
        preamar.run_in_blocks("threshold", image, output=tmp_path / "mask.tif", value=100, valid=valid)
    preamar.run_in_blocks("threshold", image, output=tmp_path / "again.tif", value=100, valid=valid, valid_out=found)
    assert np.array_equal(found, valid)
    assert np.array_equal(preamar.read_image(tmp_path / "again.tif"), valid & (image > 100))


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
