"""The programs of examples/ on constant images, where they find nothing. tests/examples compares them with the truth."""

import sys
from pathlib import Path

import numpy as np
import preamar
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
LEVELS = [0, 128, 255]


@pytest.fixture
def program(monkeypatch):
    """Imports a program of examples/."""

    def load(folder, name):
        monkeypatch.syspath_prepend(EXAMPLES / folder)
        monkeypatch.delitem(sys.modules, name, raising=False)
        return __import__(name)

    return load


@pytest.mark.parametrize("level", LEVELS)
def test_no_nuclei_on_a_blank_slide(tmp_path, program, level):
    tifffile = pytest.importorskip("tifffile")
    rgb = np.full((600, 610, 3), level, np.uint8)  # large enough for a pyramid
    tifffile.imwrite(tmp_path / "slide.tif", rgb, tile=(64, 64), photometric="rgb")
    assert program("whole_slide_nuclei", "nuclei").find_nuclei(tmp_path / "slide.tif", tmp_path) == 0
    assert (tmp_path / "nuclei.csv").read_text().count("\n") == 1
    assert not preamar.read_image(tmp_path / "slide.ome.zarr" / "labels" / "nuclei").any()


@pytest.mark.parametrize("level", LEVELS)
def test_no_pores_in_a_uniform_rock(tmp_path, program, level):
    preamar.write_image(tmp_path / "rock.ome.zarr", np.full((20, 30, 40), level, np.uint8))
    pores = program("porous_volume", "pores")
    assert pores.find_pores(tmp_path / "rock.ome.zarr", tmp_path) == (0, 0)
    labels = preamar.read_image(tmp_path / "pores.ome.zarr")
    assert not labels.any() and len(pores.find_throats(labels)[0]) == 0
