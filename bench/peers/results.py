"""The rows of a result file."""

from math import prod
from statistics import median

from peer import OURS


def row_of(one, pixels, floors):
    """One contestant as a row; without figures if it was not timed."""
    ms = one.ms()
    row = {"library": one.peer.name, "threads": one.threads, "version": one.version, "status": one.status}
    if ms is None:
        return row
    return row | {
        "ms": round(ms, 3),
        "ns_per_pixel": round(1e6 * ms / pixels, 3),
        "memcpys": round(ms / floors[str(one.threads)], 2),
        "extra_bytes_per_pixel": None if one.memory is None else round(one.memory / pixels, 3),
        "first_ms": round(one.first_ms, 3),
        "runs_ms": [round(run, 3) for run in one.runs_ms],
    }


def floors_of(found):
    """Milliseconds of a memcpy of the inputs and the output, by threads: the median over all processes."""
    samples = {}
    for one in found:
        samples.setdefault(str(one.threads), []).extend(one.memcpy_ms)
    return {threads: round(median(values), 4) for threads, values in samples.items() if values}


def ratios_of(rows, aims):
    """The speed-up of Preamar over the fastest other library, by threads. A library may use fewer threads than it is
    offered."""
    ratios = {}
    for ours in (row for row in rows if row["library"] == OURS):
        threads = ours["threads"]
        others = [r for r in rows if not r["library"].startswith(OURS) and r["threads"] <= threads and "ms" in r]
        fastest = min(others, key=lambda row: row["ms"])
        ratios[str(threads)] = {
            "fastest": fastest["library"],
            "fastest_ms": fastest["ms"],
            "ms": ours["ms"],
            "ratio": round(fastest["ms"] / ours["ms"], 2),
            "aim": aims[threads - 1] if threads <= len(aims) else None,
        }
    return ratios


def case_result(case, shape, found):
    pixels = prod(shape)
    floors = floors_of(found)
    rows = [row_of(one, pixels, floors) for one in found]
    return {
        "operator": case.operator,
        "instance": case.instance,
        "name": case.name,
        "dtype": case.dtype,
        "shape": list(shape),
        "memcpy_ms": floors,
        "rows": rows,
        "ratios": ratios_of(rows, case.aims),
    }


def memory_faults(result, allowed=3.0, least_pixels=1 << 22):
    """Reconstructions of uint8 into a given array that took more than `allowed` bytes per pixel beyond it. Small images are
    skipped, because of the fixed costs of threads and pages."""
    if (result["operator"], result["dtype"]) != ("reconstruct", "uint8") or prod(result["shape"]) < least_pixels:
        return []
    return [
        f"{result['name']}: {row['extra_bytes_per_pixel']} bytes per pixel on {row['threads']} threads, over {allowed:g}"
        for row in result["rows"]
        if row["library"] == OURS and (row.get("extra_bytes_per_pixel") or 0) > allowed
    ]


def text_of(result):
    """The rows of one case for a terminal."""
    shape = "x".join(map(str, result["shape"]))
    yield f"{result['operator']}, {result['name']}, {shape}, {result['dtype']}; memcpy {result['memcpy_ms']} ms"
    for row in result["rows"]:
        head = f"  {row['library']:20} {row['threads']} threads"
        if "ms" not in row:
            yield f"{head}  {row['status']}"
            continue
        extra = row["extra_bytes_per_pixel"]
        memory = "?" if extra is None else f"{extra:.2f}"
        yield (
            f"{head} {row['ms']:10.2f} ms {row['ns_per_pixel']:9.2f} ns/pixel {row['memcpys']:9.1f} memcpys"
            f"  +{memory} B/pixel  {len(row['runs_ms']) or 1} runs"
        )
    for threads, ratio in result["ratios"].items():
        aim = f", aim {ratio['aim']:g}" if ratio["aim"] else ""
        yield f"  ratio on {threads} threads: {ratio['ratio']:g} times {ratio['fastest']}{aim}"
