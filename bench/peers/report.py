"""The pages of docs/benchmarks, from the recorded results: one an operator, and a summary."""

import json

import plot
from peer import OURS, OURS_NEW

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
            f"# {name} beside other libraries",
            f"What [{name}](../operators/{name.partition('-')[0]}.md) takes; [how it is measured](README.md). T stands for threads. Where a"
            " figure is missing, the library does not take such images.\n",
            heading(record),
            f"![Milliseconds of each library on each instance, on a logarithmic scale]({picture})\n",
            f"## Times as fast as the fastest other library\n\n{ratio_table(record)}",
            f"## Milliseconds\n\n{figure_table(record, 'ms')}",
            f"## Preamar beside a memcpy\n\n{floor_table(record)}",
            f"## Extra memory, bytes a pixel\n\n{figure_table(record, 'extra_bytes_per_pixel')}",
        )
    )


def summary_of(records):
    """Each instance on the most threads."""
    rows = []
    for record in records:
        threads = str(max(record["threads"]))
        page = f"[{record['operator']}]({record['operator']}.md)"
        for case in record["cases"]:
            ratio = case["ratios"][threads]
            rows.append([page, f"{case['name']}, {shape_of(case)}", ratio["fastest"], number(ratio["fastest_ms"]),
                         number(ratio["ms"]), f"**{number(ratio['ratio'])}**", number(ratio["aim"])])
    header = ["operator", "instance", "fastest other", "its ms", "Preamar ms", "ratio", "aim"]
    return table(header, rows)


def write(folder):
    """A page and a figure for each file of results, and the summary between the marks of README.md."""
    records = []
    for source in sorted(folder.glob("*.json")):
        records.append(json.loads(source.read_text()))
        picture = source.with_suffix(".png")
        plot.draw(records[-1], picture)
        source.with_suffix(".md").write_text(page_of(records[-1], picture.name))
    page = folder / "README.md"
    before, _, rest = page.read_text().partition(BEGIN)
    _, mark, after = rest.partition(END)
    if not mark:
        raise SystemExit(f"bench/peers: {page} has no lines '{BEGIN.strip()}' and '{END.strip()}'")
    page.write_text(before + BEGIN + "\n" + summary_of(records) + "\n" + END + after)
