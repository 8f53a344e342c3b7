"""Writes docs/benchmarks/operators.md, its picture, and the tables of other pages from the recorded results."""

import json

from markdown_table import number, table
from peer import OURS, OURS_NEW

# One row per operator for readers who want six figures: the typical image, not the best one.
LEADING = {"reconstruct": "tissue-100-h", "fill_holes": "tissue-bin", "label": "tissue-bin", "distance": "circles16",
           "watershed": "tissue-seeds", "h_maxima": "tissue"}
BEGIN, END = "<!-- begin: {}, made by `python bench/peers report` -->\n", "<!-- end of {} -->\n"
INTRODUCTION = """\
# Operators compared with other libraries
Median milliseconds per call. All images are [synthetic](../instances.md), including `photo`. Per pixel type and rank, the tables
have the typical image and the one with the smallest ratio. The picture has all images; *all figures* has the time of each call and of
a copy of the same bytes. [How it is measured](README.md#how-it-is-measured).

| column | meaning |
|---|---|
| a library | on two threads, or on one (\\*) if it has no more. A dash: it does not take such images. `over 6 s`: stopped |
| Preamar | the default call, which returns a new array, on one and two threads (T) |
| reused | two threads, into an array of the caller (`out=`), as OpenCV and IPP do |
| ratio | the time of the fastest other library divided by Preamar's, on as many threads |
| bytes | per pixel beyond the input, on two threads: Preamar / the fastest other library |

![Milliseconds per call of each library on each image, on a logarithmic axis](operators.png)
"""


def row_named(case, library, threads):
    return next((row for row in case["rows"] if (row["library"], row["threads"]) == (library, threads)), {})


def fastest_other(case, threads):
    """A library may use fewer threads than it is offered."""
    others = [row for row in case["rows"] if not row["library"].startswith(OURS) and row["threads"] <= threads and "ms" in row]
    return min(others, key=lambda row: row["ms"])


def default_call(case, threads):
    """Preamar with a new result; tables and numbers are new in any case, and recorded once."""
    return row_named(case, OURS_NEW, threads) or row_named(case, OURS, threads)


def reused(case, threads):
    return row_named(case, OURS, threads) if row_named(case, OURS_NEW, threads) else {}


def ratio(case, threads):
    """The speed-up of the default call over the fastest other library."""
    return fastest_other(case, threads)["ms"] / default_call(case, threads)["ms"]


def figure_of(row, key):
    """A figure of a row, or the reason why there is none."""
    if not row:
        return "-"
    return number(row[key]) if row.get(key) is not None else row["status"].partition(":")[0]


def shape_of(case):
    return "x".join(map(str, case["shape"]))


def name_of(case):
    """The image, its pixel type and its size."""
    image, *pixels = case["name"].split(", ")
    return ", ".join([image.split()[0], *pixels, shape_of(case)])


def others_of(record):
    """Each other library with its largest number of threads, in the order in which they were measured."""
    rows = [row for case in record["cases"] for row in case["rows"] if not row["library"].startswith(OURS)]
    return {row["library"]: max(r["threads"] for r in rows if r["library"] == row["library"]) for row in rows}


def bytes_of(case, threads):
    return " / ".join(figure_of(row, "extra_bytes_per_pixel")
                      for row in (default_call(case, threads), fastest_other(case, threads)))


def shown(record):
    """Per pixel type and rank, the typical image and the one with the smallest ratio on the most threads."""
    groups = {}
    for case in record["cases"]:
        groups.setdefault((case["dtype"], len(case["shape"])), []).append(case)
    for group in groups.values():
        typical = next((case for case in group if case["name"] == LEADING.get(record["operator"])), group[0])
        worst = min(group, key=lambda case: ratio(case, max(record["threads"])))
        yield from [typical] if worst is typical else [typical, worst]


def table_of(record):
    most, others = max(record["threads"]), others_of(record)
    header = ["image", *(library if threads == most else f"{library} \\*" for library, threads in others.items()),
              *(f"Preamar, {threads} T" for threads in record["threads"]), "reused",
              *(f"ratio, {threads} T" for threads in record["threads"]), "bytes"]
    return table(header, [
        [name_of(case), *(figure_of(row_named(case, *column), "ms") for column in others.items()),
         *(figure_of(default_call(case, threads), "ms") for threads in record["threads"]),
         figure_of(reused(case, most), "ms"),
         *(f"**{number(ratio(case, threads))}**" for threads in record["threads"]), bytes_of(case, most)]
        for case in shown(record)])


def versions_of(records):
    found = {(row["library"], row["version"]) for record in records for case in record["cases"] for row in case["rows"]
             if row["version"] and not row["library"].startswith(OURS)}
    return ", ".join(f"{library} {version}" for library, version in sorted(found))


def commit_of(record):
    """The commit, and whether the files differed from it."""
    commit = record["commit"]
    clean = commit.removesuffix("-dirty")
    return f"`{clean}`" + (" **with uncommitted changes**" if clean != commit else "")


def machine_of(record):
    machine = record["machine"]
    return f"{machine['processors']} processors {machine['processor']} (family {machine['family']}), {machine['system']}"


def section_of(record):
    name = record["operator"]
    return f"## {name}\n[{name}](../operators/{name.partition('-')[0]}.md), [all figures]({name}.json).\n\n{table_of(record)}"


def sources_of(records):
    """When, where and with which command the figures were made: one row per command."""
    runs = {}
    for record in records:
        key = (record["date"][:10], commit_of(record), record["machine"]["model"], f"`{record['command']}`")
        runs.setdefault(key, []).append(record)
    rows = []
    for (date, commit, model, command), made in runs.items():
        loads = [record[when] for record in made for when in ("load_before", "load_after")]
        rows.append([", ".join(record["operator"] for record in made), date, commit, model,
                     f"{number(min(loads), 2)} to {number(max(loads), 2)}", command])
    machines = "; ".join(dict.fromkeys(map(machine_of, records)))
    return (f"## How the figures were made\n{machines}. {versions_of(records)}. *Load* is that before and after each operator.\n\n"
            + table(["operators", "date", "commit", "model", "load", "command"], rows, left=6))


def leading_table(records):
    chosen = [next(record for record in records if record["operator"] == name) for name in LEADING]
    rows = []
    for record in chosen:
        name = record["operator"]
        case = next(case for case in record["cases"] if case["name"] == LEADING[name])
        mark = " \\*" if record["commit"].endswith("-dirty") else ""
        cells = [f"[{name}](operators.md#{name}){mark}", name_of(case)]
        for threads in record["threads"]:
            other = fastest_other(case, threads)
            cells += [f"{other['library']} {number(other['ms'])}", figure_of(default_call(case, threads), "ms"),
                      f"**{number(ratio(case, threads))}**"]
        rows.append(cells)
    header = ["operator", "image"]
    for threads in (1, 2):
        header += [f"fastest other, {threads} T", f"Preamar, {threads} T", "ratio"]
    dates = " and ".join(sorted({record["date"][:10] for record in chosen}))
    machines = "; ".join(dict.fromkeys(map(machine_of, chosen)))
    return (f"{table(header, rows)}\n{dates}, {machines}; the commands are in [operators](operators.md). \\* With uncommitted"
            " changes.\n")


def missed_aims(records):
    """The recorded ratios, which are those of a call into a reused array, that are below what was aimed at."""
    missed = {}
    for record in records:
        for case in record["cases"]:
            for threads, found in case["ratios"].items():
                if found["aim"] is not None and found["ratio"] < found["aim"]:
                    missed.setdefault((record["operator"], threads, number(found["aim"])), []).append(
                        f"{name_of(case).rpartition(', ')[0]}: {number(found['ratio'])}")
    return table(["operator", "threads", "aim", "image: ratio"], [[*key, ", ".join(rows)] for key, rows in missed.items()], left=4)


def write_between(page, name, content):
    """Replaces what a page has between the two marks of `name`."""
    begin, end = BEGIN.format(name), END.format(name)
    before, _, rest = page.read_text().partition(begin)
    _, mark, after = rest.partition(end)
    if not mark:
        raise SystemExit(f"bench/peers: {page.name} has no lines '{begin.strip()}' and '{end.strip()}'")
    page.write_text(before + begin + "\n" + content + "\n" + end + after)


def records_in(folder):
    found = [json.loads(source.read_text()) for source in sorted(folder.glob("*.json"))]
    return [record for record in found if "operator" in record]  # other programs record there too


def page_of(records):
    return "\n".join([INTRODUCTION, *map(section_of, records), sources_of(records)])


def write(folder):
    import plot  # needs Matplotlib, which the pages do not

    records = records_in(folder)
    plot.draw(records, folder / "operators.png")
    (folder / "operators.md").write_text(page_of(records))
    write_between(folder / "README.md", "six rows", leading_table(records))
    write_between(folder.parent / "developers/profiles.md", "missed aims", missed_aims(records))
