"""The tables of options on the operators' pages say what the table of operators says."""

import re
from pathlib import Path

import pytest

from preamar import _ext

PAGES = Path(__file__).resolve().parents[2] / "docs/operators"


@pytest.mark.parametrize("row", _ext.operators(), ids=lambda row: row["name"])
def test_pages_have_every_option_and_its_default(row):
    page = (PAGES / f"{row['dual_of'] or row['name']}.md").read_text(encoding="utf-8")
    table = page[page.find("| option |") :].split("\n\n")[0]  # the first table of options
    defaults = dict(re.findall(r"^\| (\w+) \| ([^|]+) \|", table, re.MULTILINE))
    for option in row["options"]:
        assert defaults[option["name"]] == option["default_text"] or (
            option["required"] and defaults[option["name"]] == "required"
        ), option["name"]
