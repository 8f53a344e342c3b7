"""The table of docs/files.md says which dtypes a format holds; writing each of them says the same."""

import re
from pathlib import Path

import numpy as np
import preamar
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "files.md"
DTYPES = ["bool", *(f"{kind}{bits}" for kind in ("uint", "int") for bits in (8, 16, 32, 64)), "float32", "float64"]


def rows():
    """A suffix and the dtypes that the page claims for it."""
    table = PAGE.read_text().partition("| suffix | format | dtypes |")[2].partition("\n\n")[0]
    for line in table.splitlines():
        if not line.startswith("| `."):
            continue
        suffixes, _, dtypes, *_ = [cell.strip() for cell in line.strip("|").split("|")]
        if dtypes.startswith("not written"):
            continue
        named = [word for word in re.findall(r"\w+", dtypes.replace("bool as", "")) if word in DTYPES]
        claimed = set(named)
        if dtypes.startswith("all but"):
            claimed = set(DTYPES) - claimed
        elif dtypes.startswith("all"):
            claimed = set(DTYPES)
        for suffix in re.findall(r"`(\.[\w.]+)`", suffixes):
            yield suffix, claimed


ROWS = dict(rows())


def test_the_table_is_found():
    assert {".tif", ".ome.tif", ".ome.zarr", ".zarr", ".nrrd", ".mha", ".png"} <= set(ROWS)


@pytest.mark.parametrize("suffix", ROWS)
def test_dtypes(tmp_path, suffix):
    held = set()
    for dtype in DTYPES:
        image = np.ones((16, 16), dtype)
        try:
            preamar.write_image(tmp_path / f"{dtype}{suffix}", image)
            held.add(dtype)
        except ValueError as error:
            assert f"does not hold {dtype} but" in str(error) and "; write " in str(error)
    assert held == ROWS[suffix]
