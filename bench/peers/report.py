"""The tables and the figure of docs/benchmarks, from the recorded results."""

import json

import plot
from peers import OURS, OURS_NEW

BEGIN, END = "<!-- begin: made by `python bench/peers report` -->\n", "<!-- end -->\n"


def table(header, rows):
    """A Markdown table; columns after the first two are aligned to the right."""
    lines = [header, ["---"] * 2 + ["---:"] * (len(header) - 2), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def number(value, digits=3):
    """So many digits that count, without an exponent."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 10 ** (digits - 1) else f"{value:.{digits}g}"


def row_named(case, library, threads):
    return next((r for r in case["rows"] if r["library"] == library and r["threads"] == threads), None)


def figure_of(row, key):
    """A figure of a row; where it has none, why."""
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
        header += [f"its ms, {threads} T", f"Preamar ms, {threads} T", "ratio", "aim"]
    rows = []
    for case in record["cases"]:
        ratios = [case["ratios"][str(threads)] for threads in record["threads"]]
        cells = [case["name"], " / ".join(dict.fromkeys(ratio["fastest"] for ratio in ratios))]
        for ratio in ratios:
            cells += [number(ratio["fastest_ms"]), number(ratio["ms"]), f"**{number(ratio['ratio'])}**"]
            cells.append(number(ratio["aim"]))
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
    """Preamar in time a pixel and in copies of its images."""
    columns = [(library, threads) for library in (OURS, OURS_NEW) for threads in record["threads"]]
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


def sections(record, picture):
    yield heading(record)
    yield f"![Milliseconds of each library on each instance, on a logarithmic scale]({picture})\n"
    yield f"### Times as fast as the fastest other library\n\n{ratio_table(record)}"
    yield f"### Milliseconds\n\n{figure_table(record, 'ms')}"
    yield f"### Preamar beside a memcpy\n\n{floor_table(record)}"
    yield f"### Extra memory, bytes a pixel\n\n{figure_table(record, 'extra_bytes_per_pixel')}"


def write(source, page):
    """Draw the figure beside the page, and put what was measured between the marks of the page."""
    record = json.loads(source.read_text())
    picture = page.with_name(source.stem + ".png")
    plot.draw(record, picture)
    before, _, rest = page.read_text().partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise SystemExit(f"bench/peers: {page} has no lines '{BEGIN.strip()}' and '{END.strip()}'")
    page.write_text(before + BEGIN + "\n" + "\n".join(sections(record, picture.name)) + "\n" + END + after)
