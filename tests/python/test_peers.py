"""The benchmark against other libraries measures times and rejects wrong results. Speed itself is not tested."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

PEERS = Path(__file__).parents[2] / "bench/peers"


def run(*words):
    command = [sys.executable, str(PEERS), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture
def modules(monkeypatch):
    monkeypatch.syspath_prepend(str(PEERS))
    import cases
    import peer
    import rounds

    return rounds, peer, cases


def test_a_quick_run(tmp_path):
    done = run("reconstruct", "--quick", "--output", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    record = json.loads((tmp_path / "reconstruct.json").read_text())
    assert {"date", "command", "machine", "commit", "cases"} <= record.keys()
    assert [len(case["shape"]) for case in record["cases"]] == [2, 3]
    for case in record["cases"]:
        rows = {(row["library"], row["threads"]): row for row in case["rows"]}
        assert rows["wrong", 1]["status"] == "wrong" and "ms" not in rows["wrong", 1]
        for name in [("Preamar", 1), ("Preamar", 2), ("Preamar, new result", 1), ("DIPlib", 2), ("scikit-image", 1)]:
            assert rows[name]["status"] == "timed" and rows[name]["ms"] > 0 and rows[name]["version"]
        assert case["ratios"]["1"]["fastest"] in ("DIPlib", "scikit-image")


def test_the_page_has_the_recorded_figures(monkeypatch):
    monkeypatch.syspath_prepend(str(PEERS))
    import report

    pages = PEERS.parents[1] / "docs/benchmarks"
    records = report.records_in(pages)
    assert {"reconstruct", "label", "watershed"} <= {record["operator"] for record in records}
    assert (pages / "operators.md").read_text() == report.page_of(records)
    assert report.leading_table(records) in (pages / "README.md").read_text()
    for record in records:  # the page leaves images out, but never the one with the smallest ratio
        smallest = min(record["cases"], key=lambda case: report.ratio(case, max(record["threads"])))
        assert smallest in report.shown(record)


def test_an_unknown_instance():
    done = run("reconstruct", "--only", "tissue-99-h")
    assert done.returncode == 1 and "tissue-99-h is not measured" in done.stderr


def images(shape=(64, 80)):
    random = np.random.default_rng(1)
    mask = random.integers(0, 256, shape, np.uint8)
    return np.minimum(mask, random.integers(0, 256, mask.shape, np.uint8)), mask


def test_nothing_is_timed_without_confirmation(modules):
    rounds, peer, cases = modules
    limits = rounds.Limits(rounds=1, budget=1, limit=60)
    with pytest.raises(rounds.Refused, match="no trusted library"):
        rounds.measure(cases.Case("reconstruct", "noise"), images(), [peer.OURS], [1], limits)


def test_a_call_that_takes_too_long_is_ended(modules):
    rounds, peer, cases = modules
    limits = rounds.Limits(rounds=1, budget=1, limit=0.01)
    large = images((2000, 2000))  # many times the limit
    with pytest.raises(rounds.Refused, match="DIPlib: over 0.01 s"):
        rounds.measure(cases.Case("reconstruct", "noise"), large, [peer.OURS, "DIPlib"], [1], limits)


def test_equality_is_by_bytes(modules):
    same = modules[1].same_bytes
    expected = np.arange(12, dtype=np.uint8).reshape(3, 4)
    assert same(expected.copy(), expected)
    assert same(expected.astype(float), expected)
    assert not same(expected + np.float64(0.25), expected)
    assert not same(expected.reshape(4, 3), expected)
    assert not same(expected.astype(float) + 256, expected)
    zero = np.zeros((2, 2), np.float32)
    assert not same(-zero, zero)


def test_labels_may_differ_by_their_numbers_only(modules):
    same = modules[1].same_partition
    expected = np.array([[1, 1, 0], [0, 2, 2]])
    assert same(np.array([[5, 5, 0], [0, 3, 3]]), expected)
    assert not same(np.array([[5, 5, 0], [0, 5, 5]]), expected)
    assert not same(np.array([[5, 4, 0], [0, 3, 3]]), expected)


@pytest.mark.parametrize("operator", ["distance", "label", "fill_holes", "h_maxima", "regional_maxima", "watershed"])
def test_an_operator_is_confirmed(modules, operator):
    rounds, peer, cases = modules
    case = next(case for case in cases.CASES if case.operator == operator)
    names = [peer.OURS, "SciPy", "scikit-image"]
    found = rounds.measure(case, case.images(128), names, [1], rounds.Limits(rounds=1, budget=1, limit=60))
    assert {one.status for one in found} == {"timed"}
