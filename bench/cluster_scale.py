"""Cost and memory of jobs on Dask, from 10^8 to 10^12 pixels.

    python bench/cluster_scale.py --folder /somewhere/large --measured 8192 16384 32768 --simulated 8 32 100 245

Measured: `preamar.cluster.run` of `reconstruct` on `tissue-100-h`, at each size. Simulated: an image of N x N blocks of
4096x4096 pixels that are all the same tile. It is a real Zarr: its files are hard links to one. The summaries of its
blocks take nine forms, because a block touches none, one or two borders of the image; real tasks compute these nine, and
the script writes a record of one of them for each block. Dask runs all stages of the job. Tasks that process a block
return at once, except a random sample of them; all other tasks are real. The results of the sample are compared with the
only right ones. Removes its files. Writes cluster_scale.json, cluster.png and a section of cluster.md.
"""

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import numpy
import psutil

import preamar
import preamar.cluster
from preamar import _ext
from preamar.cluster import _client, _worker

from blocks import commit, machine
from cluster_mosaic import (TILE, WRITING, block_nodes, borders_of, planned, real_summaries, resized, right_tile,
                            summary_name, tile_file, write_records)
from cluster_processes import Processes, start_cluster
from sections import write_record
from cluster_scale_page import CAPTION, write_page

INSTANCE = "tissue-100-h"
RECORD = "cluster_scale.json"


# Stages on Dask.

class Recorded(_client._Plan):
    """Records time and memory of each stage."""

    processes, rows = None, []

    def run_stage(self, name, pass_number, level, first, tasks):
        self.processes.start()
        last = super().run_stage(name, pass_number, level, first, tasks)
        self.note(self.report.stages[-1])
        return last

    def note(self, stage, **more):
        cpu, memory = self.processes.used()
        kept = {key: stage[key] for key in ("name", "pass", "level", "tasks", "task_seconds", "seconds", "state_bytes")}
        self.rows.append({**kept, "cpu_seconds": cpu, "peak_memory": memory, **more})
        print(json.dumps(self.rows[-1]), file=sys.stderr, flush=True)


def no_task(plan, number, retries):
    """A task that does nothing."""
    from distributed import get_worker

    return {"was_done": False, "seconds": 0.0, "bytes_read": 0, "bytes_written": 0, "state_bytes": 0, "shares": {},
            "is_last": False, "next": None, "found": {}, "errors": 0, "worker": str(get_worker().name)}


class Simulated(Recorded):
    """Tasks of blocks do nothing, except those of the sample."""

    sample, before_commit = [], None

    def submit(self, name, number):
        if name != "blocks":
            return super().submit(name, number)
        return self.client.submit(no_task, self.plan["file"], number, self.retries, pure=False,
                                  key=f"preamar_{name}-{self.plan['job']}-none-{number}")

    def run_stage(self, name, pass_number, level, first, tasks):
        if name == "commit":
            self.before_commit()
        last = super().run_stage(name, pass_number, level, first, tasks)
        if name == "blocks":
            self.run_sample(pass_number, first)
        return last

    def run_sample(self, pass_number, first):
        self.processes.start()
        begun = time.monotonic()
        futures = [self.client.submit(_worker.do_task, self.plan["file"], first + number, self.retries, pure=False)
                   for number in self.sample]
        reports = self.client.gather(futures)
        assert not any(report["was_done"] for report in reports)
        self.note({"name": "sample of blocks", "pass": pass_number, "level": 0, "tasks": len(reports),
                   "task_seconds": sum(report["seconds"] for report in reports),
                   "seconds": time.monotonic() - begun,
                   "state_bytes": sum(report["state_bytes"] for report in reports)})


def sizes_in(state):
    """Files and bytes of each kind of record."""
    found = {}
    for folder in sorted(state.iterdir()):
        if folder.is_dir():
            sizes = [each.stat().st_size for each in os.scandir(folder)]
            found[folder.name] = {"records": len(sizes), "bytes": sum(sizes), "largest": max(sizes)}
    return found


def check_sample(folder, state, sample, count, **_):
    """Ends the program if real tasks had other summaries than those that were written for them, or wrong results.

    In a process of its own. Then all blocks of the output are there, and the job can end.
    """
    folder, state = Path(folder), Path(state)
    right, (result,) = numpy.load(folder / "right.npy"), (folder / "out.zarr.work").glob("partial*")
    for _, node, y, x in sample:
        if (state / summary_name(node)).read_bytes() != (folder / "written" / str(node)).read_bytes():
            sys.exit(f"cluster_scale.py: block {node}: a real task has another summary than was written for it")
        one = resized(result, folder / "one.zarr", TILE)
        (one / "c" / "0").mkdir(parents=True)
        shutil.copy(result / "c" / str(y) / str(x), one / "c" / "0" / "0")
        if not numpy.array_equal(preamar.read_image(one), right):
            sys.exit(f"cluster_scale.py: block {node}: the result is wrong")
    complete(result, sample, count)
    return {"right": len(sample), "state": sizes_in(state)}


def complete(result, sample, count):
    """Blocks that no task has written get the same file as those of the sample."""
    known = {(y, x) for _, _, y, x in sample}
    _, _, some_y, some_x = sample[0]
    for y in range(count):
        (result / "c" / str(y)).mkdir(parents=True, exist_ok=True)
        for x in range(count):
            if (y, x) not in known:
                os.link(result / "c" / str(some_y) / str(some_x), result / "c" / str(y) / str(x))


def run_simulated(folder, workers, plan, state, sample, count, **_):
    """In a process of its own, which is the client."""
    row = {}

    def before_commit():
        row.update(in_own_process(check_sample, folder=folder, state=state, sample=sample, count=count))

    with start_cluster(Path(folder) / "dask", workers) as cluster:
        Recorded.processes, Recorded.rows = Processes(cluster), []
        Simulated.sample, Simulated.before_commit = [number for number, _, _, _ in sample], staticmethod(before_commit)
        _client._Plan = Simulated
        row["client_before"] = psutil.Process().memory_info().rss
        report = _client.run_plan(plan, client=cluster.client)
        row |= {"tasks": report.tasks, "stages": Recorded.rows}
    return row


def run_measured(folder, workers, rounds, marker, mask, **_):
    folder, rows = Path(folder), []
    with start_cluster(folder / "dask", workers) as cluster:
        Recorded.processes = Processes(cluster)
        _client._Plan = Recorded
        for _ in range(rounds):
            Recorded.rows = []
            report = preamar.cluster.run("reconstruct", [marker, mask], folder / "out.zarr", client=cluster.client,
                                         memory="1500M", block=(TILE, TILE), threads=1, **WRITING)
            rows.append({"seconds": report.seconds, "tasks": report.tasks, "stages": Recorded.rows})
    return rows


def in_own_process(function, **arguments):
    """The client is a process of its own, so that its memory is that of the client only."""
    words = json.dumps({"function": function.__name__, **arguments}, default=str)
    done = subprocess.run([sys.executable, __file__, "--client", words], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"cluster_scale.py: {function.__name__} ended with {done.returncode}")
    return json.loads(done.stdout)


# What is recorded.

def cpu_of(stages):
    return sum(sum(stage["cpu_seconds"].values()) for stage in stages)


def costs(row):
    """CPU time per pixel: of block tasks, of merges and splits, and of everything."""
    pixels, blocks = row["side"] ** 2, row["blocks"]
    samples = [stage for stage in row["stages"] if stage["name"] == "sample of blocks"]
    others = [stage for stage in row["stages"] if stage["name"] != "sample of blocks"]
    tree = cpu_of(stage for stage in others if stage["name"] in ("merge", "split"))
    sampled = sum(cpu_of([stage]) / stage["tasks"] for stage in samples) * blocks
    return {"ns_per_pixel": 1e9 * (cpu_of(others) + sampled) / pixels, "tree_ns_per_pixel": 1e9 * tree / pixels,
            "cpu_seconds": cpu_of(others) + sampled}


def peaks(row):
    return {name: max(stage["peak_memory"][name] for stage in row["stages"]) for name in ("client", "scheduler", "workers")}


def simulate(folder, count, tiles, summaries, right, options):
    own = folder / f"mosaic-{count}"
    own.mkdir()
    begun = time.monotonic()
    plan, state = planned(own, tiles, count)
    plan_seconds = time.monotonic() - begun
    names = {}
    nodes = list(block_nodes(count, count))
    for node, y, x in nodes:
        names.setdefault(borders_of(y, x, count), []).append(summary_name(node))
    (state / summary_name(0)).parent.mkdir(parents=True)
    for borders, own_names in names.items():
        write_records(state, plan["job"], own_names, summaries[borders])
    print(f"{count}x{count}: summaries written, {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    numpy.save(own / "right.npy", right)
    inner = [(number, *node) for number, node in enumerate(nodes) if not any(borders_of(*node[1:], count))]
    sample = random.Random(count).sample(inner, min(options.sample, len(inner)))
    (own / "written").mkdir()
    for _, node, _, _ in sample:
        shutil.copy(state / summary_name(node), own / "written" / str(node))
    row = in_own_process(run_simulated, folder=own, workers=options.workers, plan=plan["file"], state=state, sample=sample,
                         count=count)
    whole = preamar.describe(own / "out.zarr")
    assert tuple(whole.shape) == (TILE * count,) * 2, whole
    shutil.rmtree(own)
    row |= {"kind": "simulated", "side": TILE * count, "blocks": count * count, "plan_seconds": plan_seconds,
            "plan_memory": plan["memory"], "sample": len(sample), "load_after": os.getloadavg()[0]}
    return {**row, **costs(row), "peaks": peaks(row)}


def measure(folder, side, options):
    own = folder / f"tissue-{side}"
    own.mkdir()
    images = preamar.generate(INSTANCE, side)
    files = [own / f"{name}.zarr" for name in ("marker", "mask")]
    for file, image in zip(files, images):
        preamar.write_image(file, image, **WRITING)
    del image
    rounds = in_own_process(run_measured, folder=own, workers=options.workers, rounds=options.rounds, marker=files[0],
                            mask=files[1])
    if not numpy.array_equal(preamar.read_image(own / "out.zarr"), preamar.reconstruct(*images)):
        sys.exit(f"cluster_scale.py: the result at {side} is wrong")
    shutil.rmtree(own)
    for row in rounds:
        row |= {"kind": "measured", "side": side, "blocks": (side // TILE) ** 2}
        row |= {**costs(row), "peaks": peaks(row)}
    middle = statistics.median_low(row["cpu_seconds"] for row in rounds)
    row = next(row for row in rounds if row["cpu_seconds"] == middle)
    return row | {"all_cpu_seconds": [each["cpu_seconds"] for each in rounds],
                  "all_seconds": [each["seconds"] for each in rounds], "load_after": os.getloadavg()[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help="an empty or missing folder on a disk with 20 GB free")
    parser.add_argument("--measured", type=int, nargs="*", default=[8192, 16384, 32768], help="pixels per side")
    parser.add_argument("--simulated", type=int, nargs="*", default=[8, 32, 100, 245], help="blocks per side, 4 or more")
    parser.add_argument("--sample", type=int, default=32, help="blocks that are processed in a simulation")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--page", action="store_true", help="measure nothing; write plot and page of the record anew")
    parser.add_argument("--out", default="docs/benchmarks")
    options = parser.parse_args()
    if options.client:
        words = json.loads(options.client)
        print(json.dumps(globals()[words.pop("function")](**words)))
        return
    record = {"date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
              "command": f"python bench/cluster_scale.py --measured {' '.join(map(str, options.measured))} --simulated "
                         f"{' '.join(map(str, options.simulated))} --sample {options.sample} --rounds {options.rounds}",
              "commit": commit(), "machine": machine(), "load_before": os.getloadavg()[0], "workers": options.workers,
              "caption": CAPTION}
    out = Path(options.out)
    if options.page:
        return write_page(out, json.loads((out / RECORD).read_text()))
    folder = Path(options.folder).absolute()
    folder.mkdir(parents=True)
    record["rows"] = []

    def add(row):
        record["rows"].append(row)
        write_record(out / RECORD, record)

    try:
        for side in options.measured:
            add(measure(folder, side, options))
        marker, mask = preamar.generate(INSTANCE, TILE)
        tiles = {"marker": tile_file(folder / "marker-tile.zarr", marker), "mask": tile_file(folder / "mask-tile.zarr", mask)}
        right = right_tile(marker, mask)
        summaries = real_summaries(folder / "mosaic-3", tiles)
        for count in options.simulated:
            add(simulate(folder, count, tiles, summaries, right, options))
    finally:
        shutil.rmtree(folder)
    write_page(out, record)


if __name__ == "__main__":
    import cluster_scale  # workers know the functions by this name

    cluster_scale.main()
