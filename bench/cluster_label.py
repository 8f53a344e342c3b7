"""Connected components on the same Dask cluster: Preamar compared with dask-image.

    python bench/cluster_label.py --folder /somewhere/large --size 8192 16384 --chunk 2048

Both label the same Zarr, 8-connected, and write a Zarr, with blocks of the shape of its chunks, on a cluster of two
workers with one thread each. They run in turn, `--rounds` times. Before each run the workers start anew and import what
they need, which is not timed, and the client is a new process. The table has medians. Results are compared with those of
SciPy and Preamar in memory. Removes its files. Writes cluster_label.json and a section of cluster.md; with `--add`, a run
with another version of Dask is added to them.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path

import numpy

import preamar

from blocks import commit, machine
from cluster_processes import MEGABYTE, Processes, peak_memory, start_cluster
from sections import head_of, write_record, write_section

INSTANCE = "tissue-bin"


def prepare_preamar():
    import preamar.cluster  # noqa: F401


def prepare_dask_image():
    import dask.array  # noqa: F401
    import dask_image.ndmeasure  # noqa: F401
    import zarr  # noqa: F401


def label_preamar(client, source, target, chunk):
    import preamar.cluster

    report = preamar.cluster.run("label", source, target, client=client, memory="1G", block=(chunk, chunk), threads=1,
                                 chunk=(chunk, chunk), connectivity=2)
    return {"tasks": report.tasks}


def label_dask_image(client, source, target, chunk):
    import dask
    import dask.array
    import dask_image.ndmeasure

    image = dask.array.from_zarr(source)
    assert image.chunksize == (chunk, chunk)
    labels, _ = dask_image.ndmeasure.label(image, structure=numpy.ones((3, 3)))
    work, = dask.optimize(labels.to_zarr(target, compute=False))
    dask.compute(work, optimize_graph=False)
    return {"tasks": len(dict(work.__dask_graph__()))}


LIBRARIES = {"Preamar": (prepare_preamar, label_preamar), "dask-image": (prepare_dask_image, label_dask_image)}


def run_client(address, library, source, target, chunk):
    """In a process of its own."""
    import distributed

    prepare, label = LIBRARIES[library]
    prepare()
    with distributed.Client(address, set_as_default=True) as client:
        begun, cpu = time.monotonic(), time.process_time()
        found = label(client, source, target, chunk)
        return found | {"seconds": time.monotonic() - begun, "client_cpu": time.process_time() - cpu,
                        "client_memory": peak_memory(os.getpid())}


def is_same_partition(labels, expected, count):
    """Whether each object has a label of its own, whatever the numbers; and whether the numbers are 1 to the count."""
    first = numpy.zeros(int(labels.max()) + 1, expected.dtype)
    first[labels.ravel()] = expected.ravel()
    used = numpy.unique(labels)
    is_same = numpy.array_equal(first[labels], expected) and len(numpy.unique(first[used])) == len(used)
    return bool(is_same), bool(numpy.array_equal(used[used > 0], numpy.arange(1, count + 1)))


class Bench:
    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self.cluster = start_cluster(folder / "dask", options.workers, memory="6GB")

    def run(self, library, source, chunk):
        target = self.folder / "labels.zarr"
        shutil.rmtree(target, ignore_errors=True)
        self.cluster.client.restart()
        self.cluster.client.wait_for_workers(self.options.workers)
        self.cluster.client.run(LIBRARIES[library][0])
        processes = Processes(self.cluster)
        processes.start()
        words = json.dumps([self.cluster.address, library, str(source), str(target), chunk])
        done = subprocess.run([sys.executable, __file__, "--client", words], stdout=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"cluster_label.py: {library} ended with {done.returncode}")
        cpu, memory = processes.used()
        row = json.loads(done.stdout)
        size = sum(file.stat().st_size for file in target.rglob("*") if file.is_file())
        row |= {"library": library, "worker_memory": memory["workers"],
                "cpu_seconds": cpu["workers"] + cpu["scheduler"] + row["client_cpu"], "bytes": size}
        print(json.dumps(row), file=sys.stderr, flush=True)
        return row, target

    def case(self, size, chunk):
        import scipy.ndimage
        import zarr

        image = preamar.generate(INSTANCE, size)
        source = self.folder / "image.zarr"
        preamar.write_image(source, image, chunk=(chunk, chunk), overwrite=True)
        expected, count = preamar.label(image, connectivity=2)
        confirmed, found = scipy.ndimage.label(image, structure=numpy.ones((3, 3)))
        if found != count or is_same_partition(confirmed, expected, count) != (True, True):
            sys.exit("cluster_label.py: SciPy and Preamar have other objects")
        del image, confirmed
        rounds = {library: [] for library in LIBRARIES}
        for number in range(self.options.rounds):
            for library, rows in rounds.items():
                row, target = self.run(library, source, chunk)
                if number == 0:
                    labels = zarr.open_array(target, mode="r")[:]
                    row["is_right"], row["is_consecutive"] = is_same_partition(labels, expected, count)
                    row["has_same_bytes"] = bool(numpy.array_equal(labels, expected))
                    row["dtype"] = str(labels.dtype)
                    del labels
                rows.append(row)
        return [self.row(size, chunk, count, rows) for rows in rounds.values()]

    def row(self, size, chunk, count, rows):
        middle = {key: statistics.median(row[key] for row in rows)
                  for key in ("seconds", "cpu_seconds", "worker_memory", "client_memory")}
        return {**rows[0], **middle, "size": size, "chunk": chunk, "objects": count,
                "all_seconds": [row["seconds"] for row in rows], "all_cpu_seconds": [row["cpu_seconds"] for row in rows]}


def table(record):
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    lines = ["", head_of(record) + f" {versions}.", "",
             "| pixels per side | blocks | library | s | CPU, s | tasks | worker, MB | client, MB | objects | "
             "right |", "|---:|---:|---|" + "---:|" * 6 + "---|"]
    for row in record["rows"]:
        lines.append(
            f"| {row['size']:,} | {(row['size'] // row['chunk']) ** 2} of {row['chunk']}x{row['chunk']} | {row['library']} | "
            f"{row['seconds']:.1f} | {row['cpu_seconds']:.1f} | {row['tasks']:,} | "
            + " | ".join(f"{row[name] / MEGABYTE:,.0f}" for name in ("worker_memory", "client_memory"))
            + f" | {row['objects']:,} | {'yes' if row['is_right'] and row['is_consecutive'] else '**no**'} |")
    return lines


TEXT = """\
Both libraries label `tissue-bin` (8 neighbours) from Zarr to Zarr in a folder, in blocks of the shape of the chunks, in turn; the
tables show medians. There are a scheduler and two workers with one thread, whose start and imports are not timed. *worker* (the
larger one) and *client* are peaks of resident memory. *right*: the objects are those of SciPy and Preamar in memory, numbered 1 to
*n*. dask-image does not compute its count here."""


def section(runs):
    return "\n".join(["## Compared with dask-image", "", TEXT, *(line for run in runs for line in table(run))]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help="a missing folder on a disk with 5 GB free")
    parser.add_argument("--size", type=int, nargs="+", default=[8192, 16384], help="pixels per side")
    parser.add_argument("--chunk", type=int, default=2048)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--add", action="store_true", help="keep earlier runs")
    parser.add_argument("--out", default="docs/benchmarks")
    options = parser.parse_args()
    if options.client:
        print(json.dumps(run_client(*json.loads(options.client))))
        return
    record = {"date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
              "command": f"python bench/cluster_label.py --size {' '.join(map(str, options.size))} --chunk {options.chunk} "
                         f"--rounds {options.rounds}",
              "commit": commit(), "machine": machine(), "load_before": os.getloadavg()[0],
              "versions": {name: version(name) for name in ("dask-image", "dask", "distributed", "zarr", "scipy")}}
    folder = Path(options.folder).absolute()
    folder.mkdir(parents=True)
    bench = None
    try:
        bench = Bench(folder, options)
        record["rows"] = [row for size in options.size for row in bench.case(size, options.chunk)]
    finally:
        if bench:
            bench.cluster.close()
        shutil.rmtree(folder)
    out = Path(options.out)
    file = out / "cluster_label.json"
    runs = [*(json.loads(file.read_text())["runs"] if options.add else []), record]
    write_record(file, {"runs": runs})
    write_section(out / "cluster.md", "bench/cluster_label.py", section(runs))


if __name__ == "__main__":
    import cluster_label  # workers know the functions by this name

    cluster_label.main()
