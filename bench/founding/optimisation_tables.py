"""The tables of the small CUDA kernels, for docs/founding-documents.md."""

from markdown_table import number, table

SHOWN = ["instructions", "branches", "selects", "loads", "fetches"]


def on_both(values):
    """The figures of the oldest and the newest architecture, or the one figure of both."""
    return " / ".join(dict.fromkeys(map(str, values)))


def code_table(record):
    header = ["kernel", "listing", "function", "instructions", "the same, constants of `float`", "conditional branches",
              "selects and predicated instructions", "loads", "texture fetches"]
    rows = []
    for row in record["optimisations"]["rows"][:-1]:  # 4.A and 4.B are one kernel
        as_listed, reduced = (list(row["code"][constants].values()) for constants in ("double", "float"))
        figures = {key: on_both(code[key] for code in as_listed) for key in SHOWN}
        other = on_both(code["instructions"] for code in reduced)
        instructions = figures.pop("instructions")
        rows.append([row["name"], row["listing"], f"`{row['kernel']}`", instructions, other if other != instructions else "",
                     *figures.values()])
    return table(header, rows, left=3)


def launch_table(record):
    header = ["kernel", "threads per block", "warps", "warps that diverge", "transactions per warp: G80", "GT200", "now",
              "threads resident, %", "article, ms: G80", "GT200", "Fermi"]
    rows = []
    for row in record["optimisations"]["rows"]:
        shares = {number(100 * held / most) for held, most in row["resident"].values()}
        rows.append([row["name"], row["threads"], row["warps"], row["divergent"],
                     *(transactions(row, rule) for rule in ("1.0", "1.2", "6.0")), " / ".join(sorted(shares)), *row["reported"]])
    return table(header, rows, left=1)


def transactions(row, rule):
    """Of reads and of writes. Old GPUs read textures by another path."""
    read, written = row["transactions"][rule]
    has_textures = row["code"]["double"]["sm_75"]["fetches"] > 0
    return f"{'texture' if has_textures and rule != '6.0' else number(read)} + {number(written)}"
