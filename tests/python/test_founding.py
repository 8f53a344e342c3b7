"""The page of the articles that Preamar grew from: complete, up to date, and made by a program that runs."""

import collections
import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOUNDING = ROOT / "bench/founding"
KINDS = ("algorithm", "figure", "table", "listing")
MARKS = {"reproduced", "differently", "not"}


@pytest.fixture
def page(monkeypatch):
    for folder in (ROOT / "bench/peers", FOUNDING):
        monkeypatch.syspath_prepend(str(folder))
    import page

    return page


def test_everything_with_a_number_has_a_mark(page):
    articles = page.articles()
    assert [article["key"] for article in articles] == ["iwpp", "converter", "diagonal", "tomography", "canny"]
    for article in articles:
        counts = collections.Counter(item["kind"] for item in article["item"])
        assert {kind: counts[kind] for kind in KINDS} == {kind: article[kind + "s"] for kind in KINDS}
        numbers = [(item["kind"], item["number"]) for item in article["item"]]
        assert len(set(numbers)) == len(numbers)
        for item in article["item"]:
            assert item["mark"] in MARKS and item["what"] and item["text"]


def test_every_wish_is_of_an_article(page):
    keys = {article["key"] for article in page.articles()}
    assert {wish["article"] for wish in page.wishes()} == keys
    assert all(wish["mark"] in ("done", "partly", "not") and wish["what"] and wish["text"] for wish in page.wishes())


def test_the_page_has_the_figures_of_the_last_run(page):
    record = json.loads((ROOT / "docs/benchmarks/founding.json").read_text())
    assert (ROOT / "docs/founding-documents.md").read_text() == page.text_of(record)


def test_a_quick_run():
    command = [sys.executable, str(FOUNDING), "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {name: rows for line in done.stdout.splitlines() for name, rows in json.loads(line).items()}
    assert all(len(row["ms"]) == 2 for name in ("reconstruction", "distance", "volumes") for row in found[name])
    assert all(row["error"] < 1 for row in found["errors"])
    assert [row["objects"] for row in found["large_volumes"]] == [64**3 // 2, 36]
