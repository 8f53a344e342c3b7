"""Colour files and stains, compared with scikit-image, tifffile and Pillow."""

import numpy as np
import preamar
import pytest

tifffile = pytest.importorskip("tifffile")
color = pytest.importorskip("skimage.color")
pillow = pytest.importorskip("PIL.Image")

STAINS = ["haematoxylin", "eosin", "dab"]
COLOURS = ["red", "green", "blue", "alpha"]


def noise(shape, dtype="uint8"):
    return np.random.default_rng(7).integers(0, np.iinfo(dtype).max, shape, dtype, endpoint=True)


@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_stains_are_those_of_scikit_image(dtype):
    rgb = noise((64, 50, 3), dtype)
    rgb[0, :3] = 0, 1, np.iinfo(dtype).max
    found = preamar.unmix_stains(rgb)
    assert found.dtype == np.float32 and found.shape == rgb.shape
    assert np.abs(found - color.rgb2hed(rgb)).max() <= 1.2e-7
    np.testing.assert_array_equal(preamar.unmix_stains(rgb[::-2, 3:9]), found[::-2, 3:9])
    np.testing.assert_array_equal(preamar.unmix_stains(rgb[5]), found[5])


def test_stains_of_ones_own():
    rgb = noise((40, 30, 3))
    two = np.array([[0.65, 0.7, 0.29], [0.27, 0.57, 0.78]])
    matrix = np.vstack([two, np.cross(*two)])
    expected = color.separate_stains(rgb, np.linalg.inv(matrix))
    for stains in (two, matrix):
        assert np.abs(preamar.unmix_stains(rgb, stains) - expected).max() <= 1e-6


def test_calls_that_are_wrong():
    with pytest.raises(ValueError, match="last axis must be red"):
        preamar.unmix_stains(noise((4, 4)))
    with pytest.raises(ValueError, match="linearly dependent"):
        preamar.unmix_stains(noise((4, 4, 3)), np.ones((3, 3)))
    with pytest.raises(ValueError, match="stains are 4 numbers"):
        preamar.unmix_stains(noise((4, 4, 3)), np.ones((2, 2)))
    with pytest.raises((TypeError, ValueError), match="float64"):
        preamar.unmix_stains(np.zeros((4, 4, 3)))


@pytest.mark.parametrize("options", [{}, {"tile": (32, 48)}, {"planarconfig": "separate"},
                                     {"planarconfig": "separate", "tile": (16, 16)}, {"compression": "deflate"}])
@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
@pytest.mark.parametrize("byteorder", ["<", ">"])
def test_tiff_of_tifffile(tmp_path, options, dtype, byteorder):
    rgb = noise((70, 91, 3), dtype)
    stored = np.moveaxis(rgb, -1, 0) if "planarconfig" in options else rgb
    tifffile.imwrite(tmp_path / "a.tif", stored, photometric="rgb", byteorder=byteorder, **options)
    for i in range(3):
        np.testing.assert_array_equal(preamar.read_image(tmp_path / "a.tif", channel=COLOURS[i]), rgb[..., i])
        np.testing.assert_array_equal(preamar.read_image(tmp_path / "a.tif", channel=STAINS[i]),
                                      preamar.unmix_stains(rgb)[..., i])
    grey = preamar.read_image(tmp_path / "a.tif", channel="luminance")
    assert grey.dtype == dtype
    assert np.abs(grey - color.rgb2gray(rgb) * np.iinfo(dtype).max).max() <= 0.5 + 1e-6


def test_ome_and_palette_of_tifffile(tmp_path):
    rgb = noise((20, 30, 3))
    tifffile.imwrite(tmp_path / "a.ome.tif", rgb, photometric="rgb", metadata={"PhysicalSizeX": 0.5,
                                                                             "PhysicalSizeY": 0.5})
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "a.ome.tif", channel="green"), rgb[..., 1])
    indices, colormap = noise((20, 30)), noise((3, 256)).astype("uint16") * 257
    tifffile.imwrite(tmp_path / "b.tif", indices, photometric="palette", colormap=colormap)
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "b.tif", channel="blue"), colormap[2][indices] // 257)


def save(tmp_path, image, name, **options):
    image.save(tmp_path / name, **options)
    return tmp_path / name


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_jpeg_tiff_of_pillow(tmp_path, mode):
    y, x = np.mgrid[:75, :90]
    smooth = np.stack([y + x, 255 - 2 * x, y * 3], -1).astype("uint8")
    file = save(tmp_path, pillow.fromarray(smooth).convert(mode), "a.tif", compression="jpeg", quality=80)
    info = preamar.describe(file)
    assert info.compression == "JPEG" and " through libtiff " in info.decoder
    expected = np.asarray(pillow.open(file))
    if mode == "L":
        assert np.abs(preamar.read_image(file).astype(int) - expected).max() <= 1
    for i in range(3 if mode == "RGB" else 0):
        # Two builds of libjpeg may round chroma differently.
        found = preamar.read_image(file, channel=COLOURS[i])
        assert np.abs(found.astype(int) - expected[..., i]).max() <= 3


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "LA", "P"])
def test_png_of_pillow(tmp_path, mode):
    image = pillow.fromarray(noise((30, 40, 4))).convert("RGB" if mode == "P" else mode)
    image = image.quantize(11) if mode == "P" else image
    file = save(tmp_path, image, "a.png")
    expected = np.asarray(image.convert("RGB")) if mode == "P" else np.asarray(image)
    names = ["luminance", "alpha"] if mode == "LA" else COLOURS[:expected.shape[2]]
    assert preamar.describe(file).samples == len(names)
    for i, name in enumerate(names):
        np.testing.assert_array_equal(preamar.read_image(file, channel=name), expected[..., i])


def test_blocks_and_pipelines_read_a_channel(tmp_path):
    rgb = noise((150, 170, 3))
    tifffile.imwrite(tmp_path / "a.tif", rgb, photometric="rgb", tile=(32, 32))
    eosin = preamar.unmix_stains(rgb)[..., 1]
    scaled = np.floor(np.clip((eosin.astype("float64") - 0.05) / (0.3 - 0.05) * 255, 0, 255) + 0.5).astype("uint8")
    read = {"channel": "eosin", "channel_range": (0.05, 0.3)}
    assert preamar.describe(tmp_path / "a.tif", **read).channel == "eosin"
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "a.tif", **read), scaled)
    expected = preamar.threshold(preamar.fill_holes(scaled), 100)
    report = preamar.run_in_blocks("fill_holes", tmp_path / "a.tif", output=tmp_path / "b.tif", block=(64, 64), tile=32,
                                   **read)
    assert report["blocks"] > 1
    np.testing.assert_array_equal(tifffile.imread(tmp_path / "b.tif"), preamar.fill_holes(scaled))
    pipeline = preamar.Pipeline()
    image = pipeline.read(tmp_path / "a.tif", **read)
    pipeline.write(pipeline.threshold(pipeline.fill_holes(image), value=100), tmp_path / "c.tif")
    pipeline.run(block=(64, 64), tile=32)
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "c.tif"), expected)


def test_a_channel_is_never_chosen_silently(tmp_path):
    tifffile.imwrite(tmp_path / "a.tif", noise((20, 30, 3)), photometric="rgb")
    tifffile.imwrite(tmp_path / "grey.tif", noise((20, 30)))
    with pytest.raises(ValueError, match='choose one with channel="luminance", red, green'):
        preamar.run_in_blocks("fill_holes", tmp_path / "a.tif", output=tmp_path / "b.tif")
    with pytest.raises(ValueError, match="'purple' is unknown"):
        preamar.read_image(tmp_path / "a.tif", channel="purple")
    with pytest.raises(ValueError, match="one sample per pixel"):
        preamar.read_image(tmp_path / "grey.tif", channel="red")
    with pytest.raises(ValueError, match="channel"):
        preamar.run_in_blocks("fill_holes", noise((20, 30)), output=tmp_path / "b.tif", channel="red")
