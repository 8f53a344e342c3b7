"""The section and the plot of cluster_scale.py."""

from cluster_processes import MEGABYTE
from sections import head_of, write_section


def megabytes(count):
    return f"{count / MEGABYTE:,.0f}"


TEXT = """\
- **Measured**: `preamar.cluster.run` of `reconstruct` on `tissue-100-h`, in blocks of 4096x4096 pixels, from and to a folder, on
  a scheduler and two workers with one thread each: the run with the median CPU time. The last result of each size is equal to
  that in memory.
- **Simulated**: the image is copies of one tile of 4096x4096 pixels, as hard links to its files. Merge, split and commit tasks
  are real. Block tasks return at once, with summaries computed beforehand by real tasks, except a random sample inside the image:
  these write the only right pixels, and their mean CPU time is multiplied by the number of blocks.

*CPU* is that of all processes. *client*, *scheduler* and *worker* (the larger one) are peaks of resident memory, *state* the
intermediate results. [cluster_scale.json](cluster_scale.json) has the time of each stage and the size of each kind of record.
"""


def section(record):
    rows = record["rows"]
    lines = ["## Scale", "", head_of(record), "", TEXT, f"![{record['caption']}](cluster.png)", ""]
    lines += ["| | pixels per side | blocks | tasks | job, s | CPU, ns per pixel | of that merge and split | "
              "client, MB | scheduler, MB | worker, MB | state, GB |", "|---|" + "---:|" * 10]
    for row in rows:
        state = sum(kind["bytes"] for kind in row.get("state", {}).values())
        lines.append(f"| {row['kind']} | {row['side']:,} | {row['blocks']:,} | {row['tasks']:,} | "
                     f"{'' if row['kind'] == 'simulated' else format(row['seconds'], '.1f')} | {row['ns_per_pixel']:.1f} | "
                     f"{row['tree_ns_per_pixel']:.2f} | "
                     + " | ".join(megabytes(row["peaks"][name]) for name in ("client", "scheduler", "workers"))
                     + f" | {f'{state / 1e9:.2f}' if state else ''} |")
    return "\n".join(lines) + "\n"


CAPTION = "CPU time per pixel and peak memory per process, from 10^8 to 10^12 pixels, measured and simulated"


def draw(record, target):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), dpi=100)
    look = {"measured": {"markerfacecolor": None}, "simulated": {"markerfacecolor": "white"}}

    def plot(axis, key, colour, marker, label):
        for kind in look:
            rows = [row for row in record["rows"] if row["kind"] == kind]
            axis.plot([row["side"] ** 2 for row in rows], [key(row) for row in rows], marker, color=colour, markersize=7,
                      markerfacecolor=look[kind]["markerfacecolor"] or colour, linestyle="none",
                      label=f"{label}, {kind}")

    plot(left, lambda row: row["ns_per_pixel"], "#1f6fb4", "o", "all processes")
    plot(left, lambda row: row["tree_ns_per_pixel"], "#b5651d", "s", "merge and split")
    left.set_ylabel("CPU time, ns per pixel")
    for name, colour, marker, label in (("workers", "#1f6fb4", "o", "largest worker"),
                                        ("scheduler", "#c9a227", "^", "scheduler"), ("client", "#b04a4a", "s", "client")):
        plot(right, lambda row, name=name: row["peaks"][name] / MEGABYTE, colour, marker, label)
    right.set_ylabel("peak memory, MB")
    for axis in left, right:
        axis.set_xscale("log")
        axis.set_ylim(bottom=0)
        axis.set_xlabel("pixels")
        axis.spines[["top", "right"]].set_visible(False)
    left.legend(frameon=False, fontsize=8)
    right.legend(frameon=False, fontsize=8, ncols=3, loc="upper center", bbox_to_anchor=(0.5, 1.15))
    figure.tight_layout()
    figure.savefig(target)


def write_page(out, record):
    draw(record, out / "cluster.png")
    write_section(out / "cluster.md", "bench/cluster_scale.py", section(record))
