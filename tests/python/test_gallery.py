"""The programs of docs/gallery.md run and write a picture of the size that the page expects."""

import runpy
import sys
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")
Image = pytest.importorskip("PIL.Image")

FOLDER = Path(__file__).parents[2] / "examples/gallery"
PROGRAMS = sorted(path for path in FOLDER.glob("*.py") if path.stem not in ("scenes", "drawing"))


def test_there_are_twelve():
    assert len(PROGRAMS) == 12


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program(program, tmp_path, monkeypatch):
    output = tmp_path / "picture.png"
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.setattr(sys, "argv", [str(program), str(output)])
    runpy.run_path(str(program))
    import matplotlib.pyplot

    matplotlib.pyplot.close("all")
    with Image.open(output) as picture:
        assert picture.width == 900
    assert output.stat().st_size < 250_000
