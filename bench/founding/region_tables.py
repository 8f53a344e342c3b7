"""The tables of tile sizes by region, for docs/founding-documents.md."""

import math

from markdown_table import number, table
from tables import percent, size

BY_DETAIL = "by detail"


def lanes(row):
    """Lane steps per pixel, by the size of the tiles."""
    return {name: counts["lanes"] / math.prod(row["shape"]) for name, counts in row["counts"].items()}


def saved(row):
    """The lane steps that a choice by detail saves, in percent of those of the best single size."""
    by_size = lanes(row)
    chosen = by_size.pop(BY_DETAIL)
    return 100 * (1 - chosen / min(by_size.values()))


def region_table(record):
    rows = record["regions"]["rows"]
    names = list(rows[0]["counts"])
    header = ["image", "size", *(f"lane steps per pixel: {names[0]}", *names[1:]), "best size per region", "saved by detail, %",
              *(f"barrier steps, thousands: {names[0]}", *names[1:])]
    return table(header, [[f"`{row['instance']}`", size(row), *map(number, lanes(row).values()),
                           number(row["best_lanes"] / math.prod(row["shape"])), round(saved(row)),
                           *(f"{counts['barriers'] / 1e3:.0f}" for counts in row["counts"].values())] for row in rows], left=2)


def savings(record):
    """Where a wide background of one value is flooded from the border, and elsewhere."""
    wide = [f"tissue-{percent}-border" for percent in (25, 50, 75)]
    rows = record["regions"]["rows"]
    there, elsewhere = ([saved(row) for row in rows if (row["instance"] in wide) == is_wide] for is_wide in (True, False))
    return (f"{min(there):.0f} to {max(there):.0f} % of the lane steps of the best single size if a wide background of one value is "
            f"flooded from the border,\nand less than {math.floor(max(elsewhere)) + 1} % elsewhere")


def cpu_table(record):
    header = ["image", "size", "visits of tiles of 128", "the mask has one value, %", "a queue of pixels, %", "sweeps, %"]
    rows = []
    for row in record["regions"]["rows"]:
        cpu = row["cpu"]
        parts = (cpu["plain"], cpu["trickles"], cpu["visits"] - cpu["plain"] - cpu["trickles"])
        rows.append([f"`{row['instance']}`", size(row), cpu["visits"], *(percent(part, cpu["visits"]) for part in parts)])
    return table(header, rows, left=2)
