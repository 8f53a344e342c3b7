"""One Dask worker beside the engine of one process, on the same files, in turns: the cost of jobs.

python bench/cluster_overhead.py PROGRAM [SIDE] [ROUNDS]

needs preamar and distributed. Prints a table and refuses a wrong result."""

import filecmp
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import distributed

import preamar.cluster

BLOCK, CHUNK, THREADS = (4096, 4096), (1024, 1024), 2
CALLS = {
    "reconstruct": (["marker", "mask"], {}),
    "fill_holes": (["mask"], {}),
    "label": (["blobs"], {}),
    "gaussian": (["mask"], {"sigma": 2.0}),
}


def words(shape):
    return ",".join(map(str, shape))


def same(one, other):
    """Whether two images have the same chunks."""
    files = [file.relative_to(one) for file in one.rglob("*") if file.is_file() and file.name != "zarr.json"]
    return bool(files) and all(filecmp.cmp(one / file, other / file, shallow=False) for file in files)


def main():
    program, side = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 16384
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with tempfile.TemporaryDirectory() as place:
        measure(program, side, rounds, pathlib.Path(place))


def measure(program, side, rounds, place):
    def call(*given):
        subprocess.run([program, *map(str, given)], check=True, stdout=subprocess.DEVNULL)

    chunk = ["--chunk", words(CHUNK)]
    call("generate", "tissue-100-h", side, "-o", place / "marker.ome.zarr", place / "mask.ome.zarr", *chunk)
    call("generate", "blobs", side, "-o", place / "blobs.ome.zarr", *chunk)
    load = os.getloadavg()[0]
    print(f"{side}x{side}, blocks of {BLOCK[0]}x{BLOCK[1]}, {THREADS} threads, medians of {rounds} rounds in turns, "
          f"load before {load:.1f}\n")
    print("| operator | engine s | one worker s | ratio | outside blocks |\n|---|---:|---:|---:|---:|")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None,
                                  memory_limit="8GB") as cluster, distributed.Client(cluster) as client:
        for operator, (names, options) in CALLS.items():
            files = [place / f"{name}.ome.zarr" for name in names]
            one, other = place / "engine.ome.zarr", place / "cluster.ome.zarr"
            engine, worker, outside = [], [], []
            for _ in range(rounds):
                begun = time.monotonic()
                call(operator, *files, *(f"--{name}={value}" for name, value in options.items()), "-o", one, *chunk,
                     "--block", words(BLOCK), "--threads", THREADS, "--overwrite")
                middle = time.monotonic()
                report = preamar.cluster.run(operator, files, other, client=client, block=BLOCK, chunk=CHUNK,
                                             threads=THREADS, memory="4G", overwrite=True, **options)
                end = time.monotonic()
                if not same(one, other):
                    sys.exit(f"{operator}: the results differ")
                blocks = sum(stage["task_seconds"] for stage in report.stages if stage["name"] == "blocks")
                engine.append(middle - begun)
                worker.append(end - middle)
                outside.append(1 - blocks / (end - middle))
            ratio = statistics.median(b / a for a, b in zip(engine, worker))
            print(f"| `{operator}` | {statistics.median(engine):.2f} | {statistics.median(worker):.2f} | {ratio:.2f} | "
                  f"{100 * statistics.median(outside):.0f} % |", flush=True)


if __name__ == "__main__":
    main()
