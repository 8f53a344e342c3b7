"""Descriptions of files, also of those that operators refuse, and the axes that must be chosen."""

import numpy as np
import preamar
import pytest

tifffile = pytest.importorskip("tifffile")


@pytest.fixture
def stack(tmp_path):
    image = np.arange(3 * 5 * 2 * 16 * 20, dtype=np.uint16).reshape(3, 5, 2, 16, 20)
    tifffile.imwrite(tmp_path / "stack.tif", image, imagej=True, metadata={"axes": "TZCYX"})
    return tmp_path / "stack.tif", image


def test_axes_are_chosen(stack):
    file, image = stack
    with pytest.raises(ValueError, match=r'its axes are t=3, z=5, c=2, y=16, x=20; choose one position on t and c with '
                                         r'select="t=N,c=N"$'):
        preamar.read_image(file)
    assert np.array_equal(preamar.read_image(file, select="c=1,t=2"), image[2, :, 1])
    info = preamar.describe(file)
    assert info.shape == (5, 16, 20)
    assert 'select="t=N,c=N"' in info.refusal
    assert preamar.describe(file, select="c=1,t=2").refusal == ""


def test_blocks_refuse_axes_too(stack, tmp_path):
    file, _ = stack
    with pytest.raises(ValueError, match="choose one position on t and c"):
        preamar.run_in_blocks("threshold", file, output=tmp_path / "out.tif", value=4000)
    assert [path.name for path in tmp_path.iterdir()] == ["stack.tif"]


def test_colours_are_described(tmp_path):
    tifffile.imwrite(tmp_path / "rgb.tif", np.zeros((16, 20, 3), np.uint8), photometric="rgb")
    info = preamar.describe(tmp_path / "rgb.tif")
    assert (info.shape, info.dtype, info.samples) == ((16, 20), "uint8", 3)
    assert info.refusal.startswith("has 3 samples per pixel (RGB); choose one with channel=")
    with pytest.raises(ValueError, match="3 samples per pixel"):
        preamar.read_image(tmp_path / "rgb.tif")


def test_a_chunk_of_a_tiff(tmp_path):
    with pytest.raises(ValueError, match="a chunk shape was given; TIFF has none; leave it out, or write .ome.zarr$"):
        preamar.write_image(tmp_path / "a.tif", np.ones((16, 16), np.uint8), chunk=(8, 8))


def test_options_are_shown_as_python_has_them():
    image = np.array([[1, np.nan]], np.float32)
    with pytest.raises(ValueError, match='give nan="ignore" to make each a wall$'):
        preamar.reconstruct(image, image)
