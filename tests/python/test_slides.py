"""Slides in Python: read, described and processed in blocks through the OpenSlide of openslide-bin."""

import pathlib
import subprocess
import sys

import numpy as np
import preamar
import pytest

pytest.importorskip("imagecodecs")
pytest.importorskip("tifffile")
pytest.importorskip("openslide_bin")
TOOLS = pathlib.Path(__file__).parents[1] / "tools"


@pytest.fixture
def slide(tmp_path):
    file = tmp_path / "slide.svs"
    subprocess.run([sys.executable, TOOLS / "synthetic_slide", file, "--size", "1000x1504", "--ratios", "1,4,8",
                    "--missing", "2"], check=True)
    return file


@pytest.fixture
def levels(slide, monkeypatch):
    monkeypatch.syspath_prepend(TOOLS)
    from openslide_oracle import installed

    return installed()[0].levels(slide)


def test_channels_are_read_as_openslide_reads_them(slide, levels):
    for level, pixels in enumerate(levels):
        for index, channel in enumerate(("red", "green", "blue")):
            assert np.array_equal(preamar.read_image(slide, channel=channel, level=level), pixels[..., index])


def test_stains_are_those_of_scikit_image(slide, levels):
    color = pytest.importorskip("skimage.color")
    wanted = color.rgb2hed(levels[1].astype(np.uint8))
    for index, channel in enumerate(("haematoxylin", "eosin", "dab")):
        stain = preamar.read_image(slide, channel=channel, level=1)
        assert stain.dtype == np.float32
        assert np.allclose(stain, wanted[..., index], atol=1e-5)


def test_description(slide):
    info = preamar.describe(slide, level=1, channel="red")
    assert (info.format, info.shape, info.samples, info.refusal) == ("slide (aperio)", (250, 376), 3, "")
    assert info.levels == ((1000, 1504), (250, 376), (125, 188))
    assert info.metadata.axes == (preamar.Axis("y", "micrometer", 1.0), preamar.Axis("x", "micrometer", 1.0))
    assert info.decoder.startswith("OpenSlide 4.")
    assert 'channel="' in preamar.describe(slide).refusal


def test_blocks_give_the_bytes_of_the_whole(slide, tmp_path):
    red = preamar.read_image(slide, channel="red")
    for operator, options in (("fill_holes", {}), ("dilate", {"radius": 9})):
        preamar.run_in_blocks(operator, slide, output=tmp_path / f"{operator}.tif", channel="red", block=(300, 200),
                              **options)
        whole = getattr(preamar, operator)(red, **options)
        assert np.array_equal(preamar.read_image(tmp_path / f"{operator}.tif"), whole)


def test_errors(slide, tmp_path):
    with pytest.raises(ValueError, match="levels 0 to 2"):
        preamar.read_image(slide, channel="red", level=3)
    with pytest.raises(ValueError, match="is read, not written"):
        preamar.write_image(tmp_path / "out.svs", np.zeros((4, 4), np.uint8))
    broken = tmp_path / "broken.svs"
    broken.write_bytes(slide.read_bytes()[:5000])
    with pytest.raises(OSError, match=r"broken\.svs"):
        preamar.read_image(broken, channel="red")
