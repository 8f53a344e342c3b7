"""The tables of docs/founding-documents.md, each from the rows of one experiment."""

import math

from markdown_table import number, table
from wavefront import PASSES


def size(row):
    return "x".join(map(str, row["shape"]))


def fastest(row):
    return f"{number(row['fastest_ms'])} ({row['fastest']})"


def device_header(experiment):
    return [f"Preamar, `{experiment['device']['name']}`"] if "device" in experiment else []


def device_cells(row):
    return [number(row["device_ms"])] if "device_ms" in row else []


def timed_header(experiment):
    return ["Preamar, 1 thread", "Preamar, 2 threads", *device_header(experiment), "fastest other library"]


def timed_cells(row):
    return [*map(number, row["ms"]), *device_cells(row), fastest(row)]


def times_table(experiment, *reported):
    """The times that the article reports, of these programs, and those of Preamar."""
    header = ["article", "image", "size", *reported, *timed_header(experiment)]
    return table(header, [[row["name"], f"`{row['instance']}`", size(row), *row["reported"], *timed_cells(row)]
                          for row in experiment["rows"]], left=3)


def error_table(record):
    header = ["article", "image", "size", "IWPP-MP", "`nearest_seed`", "pixels that differ"]
    return table(header, [[row["name"], f"`{row['instance']}`", size(row), f"{row['reported']:.5f}", f"{row['error']:.5f}",
                           row["wrong"]] for row in record["errors"]["rows"]], left=3)


def differing_errors(record, tolerance=1e-4):
    return ", ".join(row["name"] for row in record["errors"]["rows"] if abs(row["error"] - row["reported"]) > tolerance)


def share_table(record):
    return table(["size", "article, %", "`iwpp-random-pair`, %"],
                 [[size(row), row["reported"], f"{row['percent']:.2f}"] for row in record["scans"]["rows"]], left=1)


def volume_table(record):
    header = ["article", "image", *timed_header(record["volumes"])]
    return table(header, [[row["name"], f"`{row['instance']}`", *timed_cells(row)] for row in record["volumes"]["rows"]], left=2)


def large_volume_table(record):
    header = ["article", "image", "objects", "article: merge, create + search", "Preamar: whole labelling, 2 threads"]
    return table(header, [[row["name"], f"`{row['instance']}`", row["objects"],
                           " + ".join(map(str, row["reported"])), number(row["ms"])] for row in record["large_volumes"]["rows"]],
                 left=2)


def thousands(count):
    return f"{count / 1e3:.1f}" if count < 1e5 else f"{count / 1e3:.0f}"


def percent(part, whole):
    return f"{100 * part / whole:.1f}"


def first_tile_table(record):
    header = ["article", "image", "size", "visits", "of them for nothing", "%", "visits after scans", "of them for nothing", "%"]
    return table(header, [[row["name"], f"`{row['instance']}`", size(row),
                           *(cell for start in ("all", "scanned") for cell in (
                               row[start]["visits"], row[start]["idle"], percent(row[start]["idle"], row[start]["visits"])))]
                          for row in record["first_tiles"]["rows"]], left=3)


def passes(counts, form):
    return PASSES[form] * counts[form]["iterations"]


def diagonal_rows(record):
    return record["diagonals"]["rows"] + record["large_diagonals"]["rows"]


def diagonal_table(record):
    forms = ["sweeps", "parallelogram", "wrapped"]
    header = ["coverage", "image", "size", "tiles visited: four sweeps", "parallelogram", "square", "passes: four sweeps",
              "parallelogram", "square", "ratio"]
    return table(header, [[row["name"], f"`{row['instance']}`", size(row),
                           *(thousands(row["counts"][form]["visits"]) if form in row["counts"] else "" for form in forms),
                           *(thousands(passes(row["counts"], form)) if form in row["counts"] else "" for form in forms),
                           f"{ratio:.2f}"]
                          for row, ratio in zip(diagonal_rows(record), pass_ratios(record))], left=3)


def pass_ratios(record):
    """The passes of four sweeps, divided by those of a parallelogram."""
    rows = diagonal_rows(record)
    return [passes(row["counts"], "sweeps") / passes(row["counts"], "parallelogram") for row in rows]


def visit_ratios(record):
    """The visits of parallelograms, divided by those of squares with four sweeps."""
    rows = diagonal_rows(record)
    return [row["counts"]["parallelogram"]["visits"] / row["counts"]["sweeps"]["visits"] for row in rows]


def span(values):
    return f"{min(values):.2f} to {max(values):.2f}"


def class_table(record):
    forms = ["serial", "openmp", "openacc", "converted"]
    header = ["class", "size", "serial C", "OpenMP", "OpenACC", "Preamar, converted"]
    return table(header, [[row["name"], f"{row['shape'][1]}x{row['shape'][0]}",
                           *(f"{number(row['processing_ms'][form])} / {number(row['total_ms'][form])}" for form in forms)]
                          for row in record["classes"]["rows"]], left=2)


def part_of_serial(record, form):
    """The processing time of a form as a percentage of that of serial C, at the largest size."""
    rows = record["classes"]["rows"]
    times = [row["processing_ms"] for row in rows if row["shape"] == rows[-1]["shape"]]
    parts = [100 * ms[form] / ms["serial"] for ms in times]
    return f"{min(parts):.0f} to {max(parts):.0f} %"


def device_table(record):
    stages = ["in", "runs", "merge", "number", "out", "host"]
    header = ["image", "size", "MB in", "MB out", "kernels launched", "iterations of the article's kernel 2", "ms",
              *(f"{name}, %" for name in ("copies in", "runs", "merging", "numbering", "copies out", "other"))]
    return table(header, [[f"`{row['name']}`", size(row), *(f"{row['bytes'][way] / 1e6:.1f}" for way in ("in", "out")),
                           row["launches"], row["merging_iterations"], number(row["ms"]),
                           *(percent(row["stage_ms"].get(stage, 0), sum(row["stage_ms"].values())) for stage in stages)]
                          for row in record["devices"]["rows"]], left=2)


def hybrid_table(record):
    devices = ["cpu", "opencl:0", "hybrid"]
    header = ["image", "MB read", "MB written", *(f"`{device}`, ms" for device in devices), "tasks of `cpu` and `opencl:0`"]
    return table(header, [[f"`{row['name']}`", *(f"{count / 1e6:.1f}" for count in row["bytes"]),
                           *(number(row["ms"][device]) for device in devices),
                           f"{row['shares'].get('cpu', 0)} and {row['shares'].get('opencl:0', 0)}"]
                          for row in record["hybrid"]["rows"]], left=1)


def edge_table(record):
    header = ["set", "size", "article: ITK, one core", "article: GPU", "ITK here", "Preamar",
              *device_header(record["edges"]), "ratio", "ITK, pixels per ms",
              "Preamar, pixels per ms", "hysteresis in ITK, %", "in Preamar, %"]
    return table(header, [[row["name"], size(row), *row["reported"], *(number(whole) for whole, _ in both(row)),
                           *device_cells(row), number(row["itk_ms"][0] / row["ms"][0]),
                           *(number(math.prod(row["shape"]) / whole) for whole, _ in both(row)),
                           *(percent(whole - before, whole) for whole, before in both(row))]
                          for row in record["edges"]["rows"]], left=2)


def both(row):
    """The times of ITK and of Preamar, whole and without edges to follow."""
    return row["itk_ms"], row["ms"]
