#!/usr/bin/env python3
"""Draws the plot of the README from the recorded benchmarks, the typical case and the worst one: speed.py OUTPUT."""
import json
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

RECORDS = Path(__file__).resolve().parents[2] / "docs/benchmarks"
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


def times(operator, instance):
    """Milliseconds of Preamar and of the fastest other library on the most threads, and that library's name."""
    record = json.loads((RECORDS / f"{operator}.json").read_text())
    case = next(case for case in record["cases"] if case["name"] == instance)
    rows = [row for row in case["rows"] if row.get("ms")]
    ours = next(row["ms"] for row in rows if row["library"] == "Preamar" and row["threads"] == max(record["threads"]))
    other = min((row for row in rows if not row["library"].startswith("Preamar")), key=lambda row: row["ms"])
    return ours, other["ms"], other["library"]


def main(output):
    figure, axis = plt.subplots(figsize=(9, 4))
    for row, (operator, instance, title) in enumerate(CASES):
        ours, others, library = times(operator, instance)
        axis.plot([ours, others], [row, row], color="0.8", linewidth=6, zorder=1, solid_capstyle="butt")
        axis.scatter(ours, row, color="#1f6fb4", zorder=2, label="Preamar" if row == 0 else None)
        axis.scatter(others, row, color="#b5651d", zorder=2, label="fastest other library" if row == 0 else None)
        axis.annotate(f"{library}, {others / ours:.1f} times", (others, row), (8, -3), textcoords="offset points", fontsize=8)
    axis.set_yticks(range(len(CASES)), [title for _, _, title in CASES])
    axis.invert_yaxis()
    axis.set_xscale("log")
    axis.set_xticks([10, 30, 100, 300, 1000, 3000], ["10", "30", "100", "300", "1000", "3000"])
    axis.set_xticks([], minor=True)
    axis.set_xlim(8, 6000)
    axis.set_xlabel("milliseconds, 4096x4096 pixels of uint8, two threads")
    axis.legend(loc="upper right", bbox_to_anchor=(1, 0.9), frameon=False, fontsize=9)
    axis.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(output, dpi=80)


if __name__ == "__main__":
    main(*sys.argv[1:])
