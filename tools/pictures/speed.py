#!/usr/bin/env python3
"""Draws the plot of the README from the recorded benchmarks: the default call of Preamar and the fastest other library on one
and on two threads, for the typical image and the worst one: speed.py OUTPUT."""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "bench/peers"))
import report

BLUE, RED = "#1f6fb4", "#b5651d"
# Operator, instance, and what readers know it by.
CASES = (
    ("reconstruct", "tissue-100-h", "reconstruct: tissue"),
    ("reconstruct", "spiral-pair", "reconstruct: spiral (worst case)"),
    ("fill_holes", "tissue-bin", "fill_holes: tissue mask"),
    ("fill_holes", "spiral", "fill_holes: spiral (worst case)"),
    ("label", "tissue-bin", "label: tissue mask"),
    ("label", "random-50", "label: noise, half set (worst case)"),
    ("distance", "circles16", "distance: 16 disks"),
    ("distance", "random-bg1", "distance: noise (worst case)"),
    ("watershed", "tissue-seeds", "watershed: tissue, 20,000 markers"),
)


def draw_case(axis, place, case):
    """Above: the fastest other library; below: Preamar. A ring: one thread; a dot: two."""
    most = 0
    for threads, face in ((1, False), (2, True)):
        other, ours = report.fastest_other(case, threads), report.default_call(case, threads)
        for ms, colour, shift in ((other["ms"], RED, -0.16), (ours["ms"], BLUE, 0.16)):
            axis.scatter(ms, place + shift, s=30, zorder=2, edgecolor=colour, facecolor=colour if face else "white")
            most = max(most, ms)
    ratios = " and ".join(f"{report.ratio(case, threads):.1f}" for threads in (1, 2))
    names = "/".join(dict.fromkeys(report.fastest_other(case, threads)["library"] for threads in (1, 2)))
    axis.annotate(f"{names}: {ratios} times", (most, place), (9, -3), textcoords="offset points", fontsize=8)


def main(output):
    records = {record["operator"]: record for record in report.records_in(ROOT / "docs/benchmarks")}
    figure, axis = plt.subplots(figsize=(9, 4.6))
    for place, (operator, instance, _) in enumerate(CASES):
        draw_case(axis, place, next(case for case in records[operator]["cases"] if case["name"] == instance))
    dates = sorted({records[operator]["date"][:10] for operator, _, _ in CASES})
    axis.set_yticks(range(len(CASES)), [title for _, _, title in CASES])
    axis.set_ylim(len(CASES) - 0.5, -0.5)
    axis.set_xscale("log")
    axis.set_xticks([10, 30, 100, 300, 1000, 3000], ["10", "30", "100", "300", "1000", "3000"])
    axis.set_xticks([], minor=True)
    axis.set_xlim(8, 14000)
    axis.set_xlabel(f"milliseconds per call with a new result, 4096x4096 pixels of uint8, {' and '.join(dates)}", fontsize=9)
    axis.grid(axis="x", linewidth=0.4, color="#dddddd")
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    for name, colour, face in (("fastest other library, 1 thread", RED, "white"), ("2 threads", RED, RED),
                               ("Preamar, 1 thread", BLUE, "white"), ("2 threads", BLUE, BLUE)):
        axis.scatter([], [], s=30, edgecolor=colour, facecolor=face, label=name)
    figure.tight_layout(rect=(0, 0, 1, 0.94))
    figure.legend(loc="upper center", ncols=4, frameon=False, fontsize=9)
    figure.savefig(output, dpi=80)


if __name__ == "__main__":
    main(*sys.argv[1:])
