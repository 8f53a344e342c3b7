"""Arrays that could be colour images or volumes."""

import numpy as np
import preamar
import preamar.skimage
import pytest


@pytest.mark.parametrize("shape", [(16, 16, 3), (40, 30, 4)])
def test_an_array_that_may_be_a_colour_image_is_refused(shape):
    image = np.random.default_rng(1).integers(0, 255, shape, np.uint8)
    remedy = r"which may be a colour image or a volume; pass one channel, .* preamar.volume\(image\)"
    with pytest.raises(ValueError, match=rf"^dilate: image has shape \({shape[0]}, .* and dtype uint8, {remedy}"):
        preamar.dilate(image, radius=1)
    with pytest.raises(ValueError, match="^reconstruct: marker has shape "):
        preamar.reconstruct(image, image)
    with pytest.raises(ValueError, match=f"^invert: image .*{remedy}"):
        preamar.run_in_blocks("invert", image, output=np.empty_like(image))
    assert preamar.dilate(image[..., 1], radius=1).shape == shape[:2]


def test_a_volume_is_processed():
    image = np.random.default_rng(2).integers(0, 255, (20, 30, 3), np.uint8)
    volume = preamar.volume(image)
    assert np.shares_memory(volume, image)
    dilated = preamar.dilate(volume, radius=1)
    padded = preamar.dilate(np.moveaxis(image, 2, 0), radius=1)
    assert np.array_equal(dilated, np.moveaxis(padded, 0, 2))
    assert type(dilated) is np.ndarray
    assert preamar.label(dilated > 200)[0].shape == image.shape
    assert np.array_equal(preamar.reconstruct(np.minimum(volume, 9), volume), preamar.reconstruct(np.minimum(image, 9)
                          .astype(np.uint16), image.astype(np.uint16)))
    out = np.empty_like(image)
    assert preamar.dilate(volume, radius=1, out=out) is out
    preamar.run_in_blocks("invert", volume, output=out)
    assert np.array_equal(out, 255 - image)
    with pytest.raises(ValueError, match="^to_device: array has shape "):
        preamar.to_device(image, "cpu")
    assert np.array_equal(preamar.invert(preamar.to_device(volume, "cpu")).numpy(), 255 - image)


def test_functions_of_numpy_keep_a_volume_of_three_axes():
    volume = preamar.volume(np.arange(24, dtype=np.uint8).reshape(2, 3, 4))
    for result in volume + 1, np.minimum(volume, 9), volume.max(axis=0, keepdims=True):
        assert isinstance(result, type(volume))
    for result in volume.max(axis=0), volume.sum(axis=(0, 1)), volume.mean(axis=2), np.median(volume, axis=0):
        assert type(result) is np.ndarray
    assert np.array_equal(volume.max(axis=0), np.asarray(volume).max(axis=0))
    assert type(volume.max()) is np.uint8 and volume.max() == 23
    assert type(volume.mean()) is np.float64 and volume.mean() == 11.5


@pytest.mark.parametrize("suffix", [".tif", ".zarr"])
def test_a_volume_that_was_read_is_processed(tmp_path, suffix):
    image = np.random.default_rng(5).integers(0, 255, (20, 30, 3), np.uint8)
    preamar.write_image(tmp_path / f"thin{suffix}", preamar.volume(image))
    thin = preamar.read_image(tmp_path / f"thin{suffix}")
    assert np.array_equal(preamar.invert(thin), 255 - image)
    preamar.write_image(tmp_path / f"again{suffix}", thin)
    assert np.array_equal(preamar.read_image(tmp_path / f"again{suffix}", metadata=True)[0], image)
    preamar.write_image(tmp_path / f"flat{suffix}", image[..., 0])
    assert type(preamar.read_image(tmp_path / f"flat{suffix}")) is np.ndarray


def test_dimensions_of_xarray_say_what_an_array_is():
    xarray = pytest.importorskip("xarray")
    image = np.random.default_rng(3).integers(0, 255, (20, 30, 3), np.uint8)
    volume = xarray.DataArray(image, dims=("z", "y", "x"))
    assert np.array_equal(preamar.invert(volume), 255 - image)
    out = np.empty_like(image)
    preamar.run_in_blocks("invert", volume, output=out)
    assert np.array_equal(out, 255 - image)
    for colours in xarray.DataArray(image), xarray.DataArray(image, dims=("y", "x", "band")):
        with pytest.raises(ValueError, match="^invert: image has shape "):
            preamar.invert(colours)
        with pytest.raises(ValueError, match=r'^invert: .* an xarray.DataArray of it with dims=\("z", "y", "x"\)'):
            preamar.run_in_blocks("invert", colours, output=out)


def test_an_array_without_names_of_dimensions_may_be_a_colour_image():
    class Unnamed(np.ndarray):
        dims = ()

    with pytest.raises(ValueError, match="^invert: image has shape "):
        preamar.invert(np.zeros((20, 30, 3), np.uint8).view(Unnamed))


def test_functions_of_scikit_image_have_axes_of_space():
    image = np.random.default_rng(4).integers(0, 255, (20, 30, 3), np.uint8)
    expected = preamar.dilate(preamar.volume(image), radius=1)
    dilated = preamar.skimage.dilation(image)
    assert type(dilated) is np.ndarray and np.array_equal(dilated, expected)
    for result in (preamar.skimage.local_maxima(image), preamar.skimage.h_maxima(image, 9), preamar.skimage.sobel(image),
                   preamar.skimage.label(image), preamar.skimage.expand_labels(image),
                   preamar.skimage.remove_small_objects(image), preamar.skimage.relabel_sequential(image)[0],
                   preamar.skimage.clear_border(image), preamar.skimage.watershed(image, image),
                   preamar.skimage.reconstruction(image, image), preamar.skimage.gaussian(image, channel_axis=-1)):
        assert type(result) is np.ndarray and result.shape == image.shape
    assert len(preamar.skimage.regionprops_table(image, image, ["label", "intensity_mean"])["label"]) > 200
    assert preamar.skimage.histogram(image)[0].sum() == image.size
    assert 0 < preamar.skimage.threshold_otsu(image) < 255


@pytest.mark.parametrize(("shape", "dtype"), [((15, 30, 3), "uint8"), ((30, 30, 5), "uint8"), ((3, 30, 30), "uint8"),
                                              ((30, 30, 3), "uint16"), ((30, 30, 4), "bool"), ((30, 30, 2), "uint8")])
def test_other_arrays_have_one_meaning(shape, dtype):
    assert preamar.invert(np.zeros(shape, dtype)).shape == shape


def test_a_volume_has_three_axes():
    with pytest.raises(ValueError, match="^volume: image has 2 axes; a volume has 3"):
        preamar.volume(np.zeros((4, 4)))
