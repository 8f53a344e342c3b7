"""Sections of pages that benchmarks write."""

import json
from pathlib import Path


def write_section(page, script, text):
    """Replaces the part of a page that a script makes, or adds it at the end."""
    begin, end = f"<!-- begin: made by `{script}` -->\n", f"<!-- end of {script} -->\n"
    page = Path(page)
    before = page.read_text()
    if begin not in before:
        before = before.rstrip("\n") + "\n\n" + begin + end
    head, rest = before.split(begin, 1)
    page.write_text(head + begin + text + end + rest.split(end, 1)[1])


def write_record(file, record):
    Path(file).write_text(json.dumps(record, indent=1) + "\n")


def head_of(record):
    """The command, date, machine and commit of a record; a commit with uncommitted changes is marked."""
    machine, commit = record["machine"], record["commit"]
    clean = commit.removesuffix("-dirty")
    return (f"`{record['command']}`, {record['date'][:10]}, {machine['processor']}, {machine['processors']} processors, "
            f"commit {clean}{'' if clean == commit else ' **with uncommitted changes**'}, load before "
            f"{record['load_before']:.1f}.")
