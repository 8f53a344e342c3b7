"""The parameters on the operators' pages are those of the operator table, with their defaults."""

import re
from pathlib import Path

import pytest

from preamar import _ext

PAGES = Path(__file__).resolve().parents[2] / "docs/operators"
PARAMETER = re.compile(r"^- `(\w+)` \((.*?), (required|optional|default: ([^)]*))\):", re.MULTILINE)


@pytest.mark.parametrize("row", _ext.operators(), ids=lambda row: row["name"])
def test_pages_have_every_parameter_and_its_default(row):
    page = (PAGES / f"{row['dual_of'] or row['name']}.md").read_text(encoding="utf-8")
    section = page[page.find("## Parameters") : page.find("## Returns")]
    defaults = {name: default or word for name, _, word, default in PARAMETER.findall(section)}
    for part in row["inputs"]:
        assert defaults[part["name"]] == ("optional" if part["optional"] else "required"), part["name"]
    for option in row["options"]:
        expected = "required" if option["required"] else option["default_text"]
        assert defaults[option["name"]].strip("`") == expected, option["name"]
