"""The programs of docs/gallery.md run, find what tests/examples/meaning.toml says, and write a picture of the right size."""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib")
Image = pytest.importorskip("PIL.Image")

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples/gallery"
PROGRAMS = sorted(path for path in FOLDER.glob("*.py") if path.stem not in ("scenes", "drawing"))


def test_there_are_twelve():
    assert len(PROGRAMS) == 12


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program(program, tmp_path, monkeypatch):
    output = tmp_path / "picture.png"
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr(sys, "argv", [str(program), str(output)])
    monkeypatch.syspath_prepend(str(ROOT / "tests/examples"))
    found = runpy.run_path(str(program))
    import matplotlib.pyplot
    import meaning

    matplotlib.pyplot.close("all")
    images = {name: value for name, value in found.items() if isinstance(value, np.ndarray)}
    assert list(meaning.faults_in(str(program.relative_to(ROOT)), images)) == []
    with Image.open(output) as picture:
        assert picture.width == 900
    assert output.stat().st_size < 250_000
