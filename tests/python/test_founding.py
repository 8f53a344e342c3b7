"""The page of the articles that Preamar grew from: complete, up to date, and made by a program that runs."""

import collections
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import preamar
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


# A random pair of 256x256 pixels, without the scans: with them, fewer tiles are visited.
COUNTED_AT_256 = {"rounds": 4, "visits": 197, "iterations": 505, "idle": 0}


def test_a_quick_run():
    command = [sys.executable, str(FOUNDING), "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {name: rows for line in done.stdout.splitlines() for name, rows in json.loads(line).items()}
    assert all(len(row["ms"]) == 2 for name in ("reconstruction", "distance", "volumes") for row in found[name])
    assert all(row["error"] < 1 for row in found["errors"])
    assert [row["all"] for row in found["first_tiles"]] == [COUNTED_AT_256] * 2
    assert [row["objects"] for row in found["large_volumes"]] == [64**3 // 2, 36]
    assert all(row["bytes"]["in"] >= 64**3 and row["bytes"]["out"] >= 4 * 64**3 for row in found["devices"])
    assert all(row["merging_iterations"] == 1 for row in found["devices"])  # no two fields of a chessboard share a face
    assert all(sum(row["shares"].values()) == 16 for row in found["hybrid"])  # two passes over eight blocks
    has_device = any(device.name == "opencl:0" for device in preamar.devices())
    assert [len(found["devices"]), len(found["hybrid"])] == ([1, 1] if has_device else [0, 0])
    code = {row["name"]: row["code"]["double"]["sm_75"] for row in found["optimisations"]}
    if code:  # nvcc and nvdisasm are there
        assert [code["2.A"][what] for what in ("branches", "loads", "fetches")] == [0, 2, 0]
        assert code["3.A"]["branches"] > code["3.B"]["branches"] == 0
    assert all(row["counts"]["by detail"]["lanes"] < row["counts"]["32"]["lanes"] for row in found["regions"])
    assert {row["name"] for row in found["classes"]} == {"P2P", "N2P", "R2S", "R2V"}


@pytest.mark.skipif(not any(device.name == "opencl:0" for device in preamar.devices()), reason="no OpenCL device")
def test_a_quick_run_on_a_device(page):
    """All calls run on the device, and its column is in each table."""
    import on_device

    command = [sys.executable, str(FOUNDING), "--quick", "--device", "opencl:0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    found = {name: rows for line in done.stdout.splitlines() for name, rows in json.loads(line).items()}
    assert list(found) == ["reconstruction", "distance", "volumes", "edges"]
    assert all(row["device_ms"] > 0 for rows in found.values() for row in rows)
    record = json.loads((ROOT / "docs/benchmarks/founding.json").read_text())
    for name, rows in found.items():
        record[name] |= {"rows": rows, "device": on_device.described("opencl:0")}
    assert page.text_of(record).count("Preamar, `opencl:0`") == 4


def test_a_device_that_is_not_there():
    command = [sys.executable, str(FOUNDING), "--quick", "--device", "cuda:9"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "cuda:9 is not here; `preamar devices` lists" in done.stderr


# Rounds, visits and iterations that docs/developers/devices.md has for 1024x1024 pixels: neighbours share an edge, and
# tiles are 32x32.
COUNTED_ON_A_DEVICE = [
    ("tissue-50-h", "sweeps", 21, 3.71, 10317),
    ("tissue-50-h", "wrapped", 21, 3.71, 10399),
    ("random-pair", "sweeps", 5, 3.13, 8006),
    ("random-pair", "wrapped", 5, 3.13, 7492),
]


@pytest.mark.parametrize("instance, form, rounds, visits_per_tile, iterations", COUNTED_ON_A_DEVICE)
def test_the_wavefront_counts_what_a_device_counts(page, instance, form, rounds, visits_per_tile, iterations):
    import wavefront

    marker, mask = preamar.generate(instance, 1024)
    found = wavefront.counts(wavefront.compiled(), marker, mask, form)
    assert (found["rounds"], round(found["visits"] / 1024, 2), found["iterations"]) == (rounds, visits_per_tile, iterations)


def test_squares_of_32_count_what_a_device_counts(page):
    import regions
    import wavefront

    instance, _, rounds, visits_per_tile, iterations = COUNTED_ON_A_DEVICE[0]
    marker, mask = preamar.generate(instance, 1024)
    function, squares = wavefront.library("regions.c").reconstruct_by_squares, regions.uniform(mask.shape, 32)
    _, found_rounds, work = regions.reconstructed(function, marker, mask, squares)
    found = (found_rounds, round(work["visits"].sum() / 1024, 2), work["iterations"].sum())
    assert found == (rounds, visits_per_tile, iterations)


def test_squares_by_detail_cover_the_mask(page):
    import regions

    mask = np.zeros((256, 384), np.uint8)
    mask[:40, :40] = np.arange(40)
    covered = np.zeros(mask.shape, int)
    squares = regions.by_detail(mask)
    for y, x, side in squares:
        covered[y : y + side, x : x + side] += 1
        assert side == 32 or (mask[y : y + side, x : x + side] == mask[y, x]).all()
    assert (covered == 1).all()
    assert np.bincount(squares[:, 2])[[32, 64, 128]].tolist() == [4, 3, 5]


@pytest.mark.parametrize("form", ["sweeps", "parallelogram", "wrapped"])
@pytest.mark.parametrize("instance", ["spiral-pair", "tissue-75-border"])
def test_the_wavefront_reconstructs(page, form, instance):
    import wavefront

    marker, mask = preamar.generate(instance, 256)
    right = preamar.reconstruct(marker, mask, connectivity=1)
    wavefront.counts(wavefront.compiled(), marker, mask, form)
    assert np.array_equal(marker, right)


def test_the_second_kernel_of_the_article_unites_a_chain(page):
    """Labels of a row of four parts: the second takes the first, then the others follow at once, because roots are found."""
    import tomography_devices

    row = np.zeros((8, 8, 32), np.uint8)
    row[0, 0] = 1
    volume = np.zeros((32, 32, 32), np.uint8)
    volume[:8, :8] = row
    assert tomography_devices.merging_iterations(volume) == 2
    assert tomography_devices.merging_iterations(np.zeros_like(volume)) == 1


@pytest.mark.parametrize("access, by_rule", [
    (lambda i: i, (2, 2, 4)),
    (lambda i: i ^ 1, (32, 2, 4)),  # pairs exchanged
    (lambda i: i + 1, (32, 3, 5)),  # the second half-warp ends in the next segment
    (lambda i: 8 * i, (32, 8, 32)),
])
def test_the_transactions_of_a_warp(page, access, by_rule):
    import transactions

    accessed = [access(transactions.elements(32, 32))]
    assert tuple(transactions.per_warp(accessed, rule) for rule in ("1.0", "1.2", "6.0")) == by_rule


def test_the_lanes_of_small_blocks(page):
    import transactions

    warps = transactions.elements(12, 5)  # a warp per block; the last has two elements
    assert (warps >= 0).sum(axis=1).tolist() == [5, 5, 2]
    assert transactions.per_warp([warps], "1.0") == (1 + 5 + 2) / 3  # only the first begins at a segment
