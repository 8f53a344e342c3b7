"""Draws milliseconds of each library on each image as dots on a logarithmic axis."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from peer import OURS, OURS_NEW

COLOURS = {
    "scikit-image": "#9e9e9e", "SciPy": "#c4c4c4", "SimpleITK": "#c9a227", "DIPlib": "#7b9e57", "edt": "#5c8a8a",
    "cc3d": "#8a5c8a", "OpenCV": "#b04a4a", "IPP": "#b5651d", "TopoToolbox": "#6b8e23", "pyflwdir": "#d2a6a6",
    "NumPy": "#7f7fb2", OURS: "#1f6fb4",
}
TICKS = [1, 3, 10, 30, 100, 300, 1000, 3000, 10000, 30000]


def lines_of(records):
    """One line per case, with a gap above each operator: the title, and the place from the top."""
    place = 0
    for record in records:
        for number, case in enumerate(record["cases"]):
            yield place, record["operator"] if number == 0 else "", case, max(record["threads"])
            place += 1
        place += 0.6


def points_of(case, most):
    """Library and milliseconds, each on the most threads that it uses; Preamar as the default call."""
    best = {row["library"]: row["ms"] for row in sorted(case["rows"], key=lambda row: row["threads"])
            if "ms" in row and row["threads"] <= most}
    ours = best.pop(OURS)
    return best | {OURS: best.pop(OURS_NEW, ours)}


def draw(records, target):
    lines = list(lines_of(records))
    figure, axis = plt.subplots(figsize=(9, 0.19 * lines[-1][0] + 1.2), dpi=100)
    known = set()
    for place, operator, case, most in lines:
        points = points_of(case, most)
        axis.plot([min(points.values()), max(points.values())], [place, place], color="0.88", linewidth=4, zorder=1)
        for library, ms in points.items():
            axis.scatter(ms, place, s=26, zorder=2, color=COLOURS[library], label=None if library in known else library)
            known.add(library)
        if operator:
            axis.annotate(operator, (0, place), (-205, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                          fontsize=8, weight="bold", va="center", annotation_clip=False)
    axis.set_yticks([place for place, *_ in lines], [case["name"] for _, _, case, _ in lines], fontsize=7)
    axis.set_ylim(lines[-1][0] + 0.8, -0.8)
    axis.set_xscale("log")
    axis.set_xticks(TICKS, [f"{tick:,}" for tick in TICKS], fontsize=8)
    axis.set_xticks([], minor=True)
    axis.grid(axis="x", linewidth=0.4, color="#dddddd")
    axis.set_axisbelow(True)
    axis.tick_params(axis="y", length=0)
    axis.spines[["top", "right", "left"]].set_visible(False)
    dates = sorted({record["date"][:10] for record in records})
    axis.set_xlabel(f"milliseconds, each library on at most two threads; {' and '.join(dates)}", fontsize=8)
    handles, names = axis.get_legend_handles_labels()
    order = sorted(range(len(names)), key=lambda one: names[one] != OURS)
    figure.tight_layout(rect=(0, 0, 1, 1 - 0.5 / figure.get_figheight()))
    figure.legend([handles[one] for one in order], [names[one] for one in order], ncols=6, fontsize=8, frameon=False,
                  loc="upper center")
    figure.savefig(target)
    plt.close(figure)
