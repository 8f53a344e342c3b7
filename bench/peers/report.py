"""Writes the pages of docs/benchmarks from the recorded results: one per operator, and the tables of README.md."""

import json

import plot
from markdown_table import number, table
from peer import OURS, OURS_NEW

BEGIN, END = "<!-- begin: made by `python bench/peers report` -->\n", "<!-- end -->\n"
BEGIN_AIMS, END_AIMS = "<!-- begin: aims, made by `python bench/peers report` -->\n", "<!-- end of aims -->\n"


def row_named(case, library, threads):
    return next((r for r in case["rows"] if r["library"] == library and r["threads"] == threads), None)


def figure_of(row, key):
    """A figure of a row, or the reason why there is none."""
    if row is None:
        return "-"
    return number(row[key]) if key in row else row["status"].partition(":")[0]


def shape_of(case):
    return "x".join(map(str, case["shape"]))


def columns_of(record):
    """The libraries and thread counts that occur, in the order in which they were measured."""
    return list(dict.fromkeys((row["library"], row["threads"]) for case in record["cases"] for row in case["rows"]))


def ratio_table(record):
    header = ["instance", "fastest other"]
    for threads in record["threads"]:
        header += [f"its ms, {threads} T", f"Preamar ms, {threads} T", "ratio"]
    rows = []
    for case in record["cases"]:
        ratios = [case["ratios"][str(threads)] for threads in record["threads"]]
        cells = [case["name"], " / ".join(dict.fromkeys(ratio["fastest"] for ratio in ratios))]
        for ratio in ratios:
            cells += [number(ratio["fastest_ms"]), number(ratio["ms"]), f"**{number(ratio['ratio'])}**"]
        rows.append(cells)
    return table(header, rows)


def figure_table(record, key):
    """One figure of every library on every instance."""
    columns = columns_of(record)
    header = ["instance", "size", *(f"{library}, {threads} T" for library, threads in columns)]
    return table(
        header,
        [
            [case["name"], shape_of(case), *(figure_of(row_named(case, *column), key) for column in columns)]
            for case in record["cases"]
        ],
    )


def floor_table(record):
    """The time of Preamar per pixel, and in multiples of a copy of its images."""
    columns = [column for column in columns_of(record) if column[0] in (OURS, OURS_NEW)]
    header = ["instance", "size", *(f"memcpy ms, {threads} T" for threads in record["threads"])]
    header += [f"{library}, {threads} T: {unit}" for library, threads in columns for unit in ("ns/pixel", "memcpys")]
    rows = []
    for case in record["cases"]:
        cells = [case["name"], shape_of(case)]
        cells += [number(case["memcpy_ms"][str(threads)]) for threads in record["threads"]]
        for column in columns:
            row = row_named(case, *column)
            cells += [figure_of(row, "ns_per_pixel"), figure_of(row, "memcpys")]
        rows.append(cells)
    return table(header, rows)


def versions_of(record):
    found = {row["library"]: row["version"] for case in record["cases"] for row in case["rows"] if row["version"]}
    return ", ".join(f"{library} {version}" for library, version in found.items() if library != OURS_NEW)


def heading(record):
    machine = record["machine"]
    return (
        f"Measured {record['date'][:10]} at commit `{record['commit']}` by `{record['command']}`, on"
        f" {machine['processors']} processors {machine['processor']} (family {machine['family']}, model"
        f" {machine['model']}; {machine['preamar_device']}), {machine['memory_gib']} GiB, {machine['system']}, kernel"
        f" {machine['kernel']}; load {number(record['load_before'])} before and {number(record['load_after'])} after."
        f" {versions_of(record)}.\n"
    )


def page_of(record, picture):
    name = record["operator"]
    return "\n".join(
        (
            f"# {name} compared with other libraries",
            f"The tables show the median time per call of [{name}](../operators/{name.partition('-')[0]}.md);"
            " [how it is measured](README.md#how-it-is-measured).\nAll images are [generated](../instances.md). T stands for"
            " threads. A dash means that the library does not take such images.\n",
            heading(record),
            f"![Bar chart: milliseconds per call of each library on each instance, on a logarithmic scale]({picture})\n",
            f"## Speed-up over the fastest other library\n\n{ratio_table(record)}",
            f"## Time per call, in milliseconds\n\n{figure_table(record, 'ms')}",
            f"## Preamar compared with a memcpy\n\n{floor_table(record)}",
            f"## Extra memory, in bytes per pixel\n\n{figure_table(record, 'extra_bytes_per_pixel')}",
        )
    )


def summary_of(records):
    """Each instance, on the largest number of threads."""
    rows = []
    for record in records:
        threads = str(max(record["threads"]))
        page = f"[{record['operator']}]({record['operator']}.md)"
        for case in record["cases"]:
            ratio = case["ratios"][threads]
            rows.append([page, f"{case['name']}, {shape_of(case)}", ratio["fastest"], number(ratio["fastest_ms"]),
                         number(ratio["ms"]), f"**{number(ratio['ratio'])}**"])
    header = ["operator", "instance", "fastest other", "its ms", "Preamar ms", "ratio"]
    return table(header, rows)


def aims_of(records):
    """The ratio that was aimed at, and the ratio that was measured, for each instance and number of threads."""
    rows = []
    for record in records:
        for case in record["cases"]:
            for threads, ratio in case["ratios"].items():
                if ratio["aim"] is not None:
                    reached = "yes" if ratio["ratio"] >= ratio["aim"] else "no"
                    rows.append([record["operator"], f"{case['name']}, {shape_of(case)}", threads,
                                 number(ratio["ratio"]), number(ratio["aim"]), reached])
    return table(["operator", "instance", "threads", "ratio", "aim", "reached"], rows)


def replaced(page, begin, end, content):
    """The text of a page with new content between two marks."""
    before, _, rest = page.partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise SystemExit(f"bench/peers: README.md has no lines '{begin.strip()}' and '{end.strip()}'")
    return before + begin + "\n" + content + "\n" + end + after


def write(folder):
    """Writes a page and a chart per file of results, and the tables between the marks of README.md."""
    records = []
    for source in sorted(folder.glob("*.json")):
        record = json.loads(source.read_text())
        if "cases" not in record:  # blocks.json, of bench/blocks.py
            continue
        records.append(record)
        picture = source.with_suffix(".png")
        plot.draw(records[-1], picture)
        source.with_suffix(".md").write_text(page_of(records[-1], picture.name))
    page = folder / "README.md"
    text = replaced(page.read_text(), BEGIN, END, summary_of(records))
    page.write_text(replaced(text, BEGIN_AIMS, END_AIMS, aims_of(records)))
