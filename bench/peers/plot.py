"""Draws milliseconds of each library on each instance, on a logarithmic scale."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.ticker import ScalarFormatter
from peer import OURS, OURS_NEW

COLOURS = {
    "scikit-image": "#9e9e9e", "SciPy": "#c4c4c4", "SimpleITK": "#c9a227", "DIPlib": "#7b9e57", "edt": "#5c8a8a",
    "cc3d": "#8a5c8a", "OpenCV": "#b04a4a", "IPP": "#b5651d", OURS: "#1f6fb4",
}
SECOND = "#0b3c66"  # Preamar on several threads


def bars_of(record):
    """Label, colour, library and threads of each bar, slowest libraries first. Other libraries are drawn with their
    largest number of threads."""
    rows = [row for case in record["cases"] for row in case["rows"]]
    for name, colour in COLOURS.items():
        counts = [row["threads"] for row in rows if row["library"] == name and name not in (OURS, OURS_NEW)]
        if counts:
            yield name if max(counts) == 1 else f"{name}, {max(counts)} threads", colour, name, max(counts)
    for threads in record["threads"]:
        words = "1 thread" if threads == 1 else f"{threads} threads"
        yield f"{OURS}, {words}", COLOURS[OURS] if threads == record["threads"][0] else SECOND, OURS, threads


def value_of(case, library, threads):
    for row in case["rows"]:
        if (row["library"], row["threads"]) == (library, threads):
            return row.get("ms")
    return None


def draw(record, target):
    cases, bars = record["cases"], list(bars_of(record))
    width = 0.84 / len(bars)
    figure, axis = plt.subplots(figsize=(11, 4.6), dpi=100)
    for place, (label, colour, library, threads) in enumerate(bars):
        points = [(i, value) for i, case in enumerate(cases) if (value := value_of(case, library, threads))]
        if points:
            left = [i - 0.42 + (place + 0.5) * width for i, _ in points]
            axis.bar(left, [value for _, value in points], width * 0.92, color=colour, label=label)
    axis.set_yscale("log")
    axis.yaxis.set_major_formatter(ScalarFormatter())
    axis.set_ylabel("milliseconds")
    names = [case["name"].replace(", ", "\n") for case in cases]
    axis.set_xticks(range(len(cases)), names, rotation=35, ha="right", fontsize=8)
    axis.set_xlim(-0.6, len(cases) - 0.4)
    axis.grid(axis="y", linewidth=0.4, color="#cccccc")
    axis.set_axisbelow(True)
    axis.spines[["top", "right"]].set_visible(False)
    sizes = " and ".join(dict.fromkeys("x".join(map(str, case["shape"])) for case in cases))
    title = f"{record['operator']}, {sizes}; {record['date'][:10]}"
    axis.set_title(title, fontsize=10, loc="left")
    axis.legend(ncols=min(5, len(bars)), fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.5, 1.0))
    axis.set_ylim(top=axis.get_ylim()[1] * 3)
    figure.tight_layout()
    figure.savefig(target)
    plt.close(figure)
