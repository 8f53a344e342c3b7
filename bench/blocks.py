"""Times operators on files in blocks, compared with the cost of reading and writing the files.

    python bench/blocks.py --program build/bench/bin/preamar --bare build/bench/bin/bare_blocks \
        --size 8192 32768 --memory 512M --folder /somewhere/large --out docs/benchmarks

The bare program reads every block twice and writes it once through the same files, with the same threads and blocks. The
two programs of a pair run one after the other, `--rounds` times; the best time of each counts. Two other libraries label
the whole image in the same run. Writes blocks.json, a section of blocks.md, and blocks.png.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

from sections import head_of, write_record, write_section

# Name, instance, operator and options.
CASES = [
    ("label", "tissue-bin", ["label"]),
    ("label", "spiral", ["label"]),
    ("hysteresis", "tissue", ["hysteresis", "--low", "120", "--high", "180"]),
    ("fill_holes, binary", "tissue-bin:bool", ["fill_holes"]),
    ("fill_holes, binary", "spiral:bool", ["fill_holes"]),
    ("distance", "tissue-bin", ["distance"]),
    ("canny", "tissue", ["canny", "--sigma", "1.4", "--low", "4", "--high", "7"]),
    ("watershed", "tissue-seeds", ["watershed"]),
    ("watershed, plateau=4", "tissue-seeds", ["watershed", "--plateau", "4"]),
    ("reconstruct, h-markers", "tissue-100-h", ["reconstruct"]),
    ("reconstruct, from the border", "tissue-100-border", ["reconstruct"]),
    ("reconstruct, from one end", "spiral-pair", ["reconstruct"]),
]
PEERS = {
    "scikit-image": """
import tifffile, skimage.measure
image = tifffile.imread(source)
labels = skimage.measure.label(image > 0, connectivity=2)
tifffile.imwrite(target, labels.astype('uint32'), tile=(256, 256), compression='zlib', bigtiff=True)
""",
    "dask-image": """
import dask.array, dask_image.ndmeasure, numpy, tifffile, zarr
image = dask.array.from_zarr(zarr.open(tifffile.imread(source, aszarr=True), mode='r'), chunks=(4096, 4096))
labels, count = dask_image.ndmeasure.label(image > 0, structure=numpy.ones((3, 3)))
labels.astype('uint32').to_zarr(target, overwrite=True)
""",
}


def measured(command, options):
    """Standard output, wall and CPU seconds, and peak resident bytes of a process."""
    time.sleep(options.rest)
    command = [*options.prefix.split(), *map(str, command)]
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with {process.returncode}")
    return output, {"seconds": time.monotonic() - begin, "cpu_seconds": usage.ru_utime + usage.ru_stime,
                    "peak_memory": usage.ru_maxrss * 1024}


class Bench:
    def __init__(self, options):
        self.options = options
        self.folder = Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)

    def program(self, *words):
        return measured([self.options.program, *words], self.options)

    def inputs(self, instance, size):
        """The files of an instance, generated where they are not there."""
        name, _, kind = instance.partition(":")
        count = 2 if name.endswith(("-h", "-border", "-pair", "-seeds")) else 1
        files = [self.folder / f"{name}-{size}-{i}{self.options.suffix}" for i in range(count)]
        if not all(file.exists() for file in files):
            self.program("generate", name, size, "-o", *files, "--overwrite")
        if kind == "bool":
            masks = [self.folder / f"{name}-{size}-bool{self.options.suffix}"]
            if not masks[0].exists():
                self.program("threshold", files[0], "--value", 0, "-o", masks[0], "--memory", self.options.memory)
            return masks
        return files

    def block_of(self, words):
        plan, _ = self.program(*words, "--dry-run")
        return re.search(r"blocks \d+ of (\S+),", plan)

    def pair(self, words, files, dtype, block):
        out = self.folder / f"out{self.options.suffix}"
        threads = self.options.threads
        bare = measured([self.options.bare, block, threads, dtype, out, *files], self.options)[1]
        report, ours = self.program(*words, "--json")
        return bare, ours | {"report": json.loads(report)}

    def case(self, name, instance, operator, size):
        files = self.inputs(instance, size)
        out = self.folder / f"out{self.options.suffix}"
        words = [operator[0], *files, *operator[1:], "-o", out, "--overwrite", "--memory", self.options.memory,
                 "--threads", self.options.threads]
        if self.options.block:
            words += ["--block", self.options.block]
        found = self.block_of(words)
        if not found:
            words += ["--block", "2048,2048"]  # the image fits: blocks are asked for
            found = self.block_of(words)
        block = found.group(1)
        dtype = json.loads(self.program(*words, "--dry-run", "--json")[0])["dtype"]
        rounds = [self.pair(words, files, dtype, block) for _ in range(self.options.rounds)]
        bare = min((pair[0] for pair in rounds), key=lambda run: run["seconds"])
        ours = min((pair[1] for pair in rounds), key=lambda run: run["seconds"])
        pixels = size * size
        report = ours["report"]
        row = {
            "name": name, "instance": instance, "size": size, "block": block, "blocks": report["blocks"],
            "reads_per_block": report["reads_per_block"], "writes_per_block": report["writes_per_block"],
            "seconds": round(ours["seconds"], 3), "cpu_seconds": round(ours["cpu_seconds"], 3),
            "bare_seconds": round(bare["seconds"], 3), "bare_cpu_seconds": round(bare["cpu_seconds"], 3),
            "ratio": round(ours["seconds"] / bare["seconds"], 2),
            "cpu_ratio": round(ours["cpu_seconds"] / bare["cpu_seconds"], 2),
            "ns_per_pixel_and_core": round(1e9 * ours["cpu_seconds"] / pixels, 2),
            "million_pixels_per_second_and_core": round(1e-6 * pixels / ours["cpu_seconds"], 1),
            "peak_memory": report["peak_memory"],
        }
        print(json.dumps(row), flush=True)
        return row

    def peer(self, library, size):
        source = self.inputs("tissue-bin", size)[0]
        target = self.folder / ("peer.zarr" if library == "dask-image" else "peer.tif")
        code = f"source, target = {str(source)!r}, {str(target)!r}\n{PEERS[library]}"
        try:
            _, run = measured([sys.executable, "-c", code], self.options)
        except SystemExit as failure:
            return {"library": library, "size": size, "status": str(failure)[-200:]}
        row = {"library": library, "size": size, **{key: round(value, 3) for key, value in run.items()}}
        print(json.dumps(row), flush=True)
        return row


def machine():
    fields = dict(line.split(":", 1) for line in Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines())
    names = {key.strip(): value.strip() for key, value in fields.items()}
    return {"processor": names.get("model name"), "processors": len(os.sched_getaffinity(0)),
            "kernel": platform.release()}


def commit():
    done = subprocess.run(["git", "-C", Path(__file__).parent, "describe", "--always", "--dirty", "--exclude=*"],
                          capture_output=True, text=True)
    return done.stdout.strip() or None


def mib(value):
    return f"{value / 2**20:.0f}"


def section(record):
    largest = max(row["size"] for row in record["rows"])
    lines = ["## Files", "", head_of(record), "",
             "Each operator is compared with a *bare* program that only reads every block twice and writes it once, through the",
             f"same files (tiled BigTIFF, {record['compression']}, in a folder on {record['folder_kind']}), with the same threads and blocks of",
             f"{record['rows'][0]['block']}. *CPU ratio* is the CPU time divided by that of the bare program. Memory allowed: {record['memory']}.",
             f"Images of {largest}x{largest}, the best of the runs of each program; other sizes are in [blocks.json](blocks.json).", "",
             "| operator | image | reads / writes per block | s | bare s | CPU ratio | ns per pixel and core | peak MiB |",
             "|---|---|" + "---:|" * 6]
    for row in (row for row in record["rows"] if row["size"] == largest):
        lines.append(f"| {row['name']} | {row['instance']} | {row['reads_per_block']} / "
                     f"{row['writes_per_block']} | {row['seconds']:.1f} | {row['bare_seconds']:.1f} | {row['cpu_ratio']:.2f} | "
                     f"{row['ns_per_pixel_and_core']:.1f} | {mib(row['peak_memory'])} |")
    lines += ["", "`label` of `tissue-bin` from a file to a file, in the same run. scikit-image holds the whole image in memory,",
              "dask-image its chunks; both have no memory limit.", "",
              "| library | pixels per side | s | CPU s | peak MiB |", "|---|---:|---:|---:|---:|"]
    for row in record["rows"]:
        if row["name"] == "label" and row["instance"] == "tissue-bin":
            lines.append(f"| preamar --memory {record['memory']} | {row['size']} | {row['seconds']:.1f} | "
                         f"{row['cpu_seconds']:.1f} | {mib(row['peak_memory'])} |")
    for row in record["peers"]:
        if "status" in row:
            lines.append(f"| {row['library']} | {row['size']} | failed | | |")
        else:
            lines.append(f"| {row['library']} | {row['size']} | {row['seconds']:.1f} | {row['cpu_seconds']:.1f} | "
                         f"{mib(row['peak_memory'])} |")
    return "\n".join(lines + ["", "![Bar chart of CPU ratios, and a plot of time against peak memory](blocks.png)"]) + "\n"


def draw(record, target):
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    from matplotlib.ticker import NullLocator

    rows = record["rows"]
    largest = [row for row in rows if row["size"] == max(row["size"] for row in rows)][::-1]
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.2), dpi=100, width_ratios=[3, 2])
    places = range(len(largest))
    left.barh(places, [row["cpu_ratio"] for row in largest], 0.7, color="#1f6fb4")
    left.axvline(1, color="#777777", linewidth=0.8)
    left.set_yticks(places, [f"{row['name']}\n{row['instance']}" for row in largest], fontsize=8)
    left.set_xlabel("CPU time, that of the bare program = 1")
    left.set_title(f"{largest[0]['size']}x{largest[0]['size']}, memory {record['memory']}", fontsize=9, loc="left")
    points = [("preamar", row["size"], row) for row in rows if row["name"] == "label" and row["instance"] == "tissue-bin"]
    points += [(row["library"], row["size"], row) for row in record["peers"] if "seconds" in row]
    for library, colour in [("preamar", "#1f6fb4"), ("scikit-image", "#9e9e9e"), ("dask-image", "#c9a227")]:
        own = [(row["seconds"], row["peak_memory"] / 2**20, size) for name, size, row in points if name == library]
        right.scatter([x for x, _, _ in own], [y for _, y, _ in own], color=colour, label=library)
        for x, y, size in own:
            right.annotate(str(size), (x, y), textcoords="offset points", xytext=(5, 3), fontsize=7)
    right.set_xscale("log")
    right.set_yscale("log")
    for axis, ticks in (right.xaxis, [0.5, 1, 2, 5, 10, 20, 50, 100]), (right.yaxis, [50, 100, 200, 500, 1000, 2000, 5000]):
        lowest, highest = axis.get_view_interval()
        axis.set_minor_locator(NullLocator())
        axis.set_ticks([tick for tick in ticks if lowest <= tick <= highest])
        axis.set_major_formatter("{x:g}")
    right.set_xlabel("seconds")
    right.set_ylabel("peak memory, MiB")
    right.set_title("label, tissue-bin", fontsize=9, loc="left")
    right.legend(frameon=False, fontsize=8)
    for axis in (left, right):
        axis.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(target)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--bare", required=True)
    parser.add_argument("--prefix", default="", help="prefix of each measured command, such as 'chrt -f 50'")
    parser.add_argument("--rest", type=float, default=0, help="seconds between measured commands")
    parser.add_argument("--size", type=int, nargs="+", default=[8192])
    parser.add_argument("--memory", default="512M")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--block", help="shape of blocks, such as 3328,4864; default: as planned")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--only", nargs="*", help="names of operators")
    parser.add_argument("--peers", type=int, nargs="*", default=[], help="sizes at which other libraries label too")
    parser.add_argument("--suffix", default=".btf")
    parser.add_argument("--folder", required=True)
    parser.add_argument("--folder-kind", default="a disk")
    parser.add_argument("--out", default="docs/benchmarks")
    options = parser.parse_args()
    bench = Bench(options)
    record = {"date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
              "command": f"python bench/blocks.py --size {' '.join(map(str, options.size))} --memory {options.memory} "
                         f"--threads {options.threads} --rounds {options.rounds}"
                         + (f" --block {options.block}" if options.block else "")
                         + (f" --suffix {options.suffix}" if options.suffix != ".btf" else ""),
              "commit": commit(), "machine": machine(), "load_before": os.getloadavg()[0], "memory": options.memory,
              "folder_kind": options.folder_kind, "compression": "deflate"}
    record["rows"] = [bench.case(name, instance, operator, size)
                      for size in options.size for name, instance, operator in CASES
                      if not options.only or operator[0] in options.only]
    record["peers"] = [bench.peer(library, size) for size in options.peers for library in PEERS]
    out = Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    write_record(out / "blocks.json", record)
    write_section(out / "blocks.md", "bench/blocks.py", section(record))
    draw(record, out / "blocks.png")


if __name__ == "__main__":
    main()
