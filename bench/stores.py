"""Times operators from and to an object store, compared with a bare program that makes the same requests.

    python bench/stores.py --program build/bench/bin/preamar --bare build/bench/bin/bare_requests --size 16384

The store is Ceph's gateway on this machine (tests/tools/object_store). The bare program gets every chunk as often as the
operator reads it and puts every chunk once, with 64 requests at a time, and computes nothing. The two programs of a pair
run one after the other, `--rounds` times; the table has medians. With `--latency`, a proxy delays what the programs send.
Writes stores.json and a section of blocks.md.
"""

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from datetime import datetime, timezone
from pathlib import Path

from blocks import commit, machine
from sections import head_of, write_record, write_section

sys.path.append(str(Path(__file__).parents[1] / "tests" / "tools"))
from s3 import ObjectStore, without_credentials  # noqa: E402

# Operator and options, and the reads of each chunk.
CASES = [(["invert"], 1), (["fill_holes"], 2)]
CONNECTIONS = 64  # as the engine has


class DelayingProxy:
    """Forwards connections to `target`; what clients send arrives `seconds` later."""

    def __init__(self, target, seconds):
        self.host, self.port = target.split(":")
        self.seconds = seconds
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self.run, args=[ready], daemon=True).start()
        ready.wait()

    def run(self, ready):
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self.serve, "127.0.0.1", 0, backlog=512))
        self.address = "127.0.0.1:%d" % server.sockets[0].getsockname()[1]
        ready.set()
        self.loop.run_forever()

    async def serve(self, reader, writer):
        back, forth = await asyncio.open_connection(self.host, self.port)
        await asyncio.gather(self.forward(reader, forth, self.seconds), self.forward(back, writer, 0))

    async def forward(self, reader, writer, delay):
        try:
            while data := await reader.read(1 << 18):
                self.loop.call_later(delay, self.send, writer, data)
        except OSError:
            pass
        self.loop.call_later(delay, writer.close)

    @staticmethod
    def send(writer, data):
        if not writer.is_closing():
            writer.write(data)


class Bench:
    def __init__(self, options, store, folder):
        self.options, self.store, self.folder = options, store, folder
        self.environment = {**without_credentials(), **store.environment}

    def run(self, *words):
        begin = time.monotonic()
        done = subprocess.run([str(word) for word in words], env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bench/stores.py: {words} ended with {done.returncode}: {done.stderr}")
        return time.monotonic() - begin

    def case(self, operator, reads, milliseconds):
        endpoint = self.store.environment["AWS_ENDPOINT_URL"]
        if milliseconds:
            target = urllib.parse.urlsplit(endpoint).netloc
            endpoint = "http://" + DelayingProxy(target, milliseconds / 1000).address
        self.environment["AWS_ENDPOINT_URL"] = endpoint
        source, ours, bare = (f"s3://bench/{name}.ome.zarr" for name in ("in", "ours", "bare"))
        times = {"ours": [], "bare": [], "folder": []}
        own = ["--memory", self.options.memory, "--block", self.options.block, "--quiet"]
        for _ in range(self.options.rounds):
            times["ours"].append(self.run(self.options.program, operator[0], source, *operator[1:], "-o", ours, *own))
            times["bare"].append(self.run(self.options.bare, CONNECTIONS, reads, source, bare))
            times["folder"].append(self.run(self.options.program, operator[0], self.folder / "in.ome.zarr", *operator[1:],
                                            "-o", self.folder / "out.ome.zarr", "--overwrite", *own))
            for name in "ours", "bare":
                self.store.delete_all("bench", f"{name}.ome.zarr/")
        seconds = {name: statistics.median(all_of) for name, all_of in times.items()}
        row = {"operator": " ".join(operator), "reads": reads, "latency_ms": milliseconds,
               "seconds": round(seconds["ours"], 2), "bare_seconds": round(seconds["bare"], 2),
               "folder_seconds": round(seconds["folder"], 2),
               "throughput": round(seconds["bare"] / seconds["ours"], 2)}
        print(json.dumps(row), flush=True)
        return row


def section(record):
    lines = ["## Object stores", "", head_of(record), "",
             f"An image of {record['size']}x{record['size']} pixels of uint8 in chunks of 512x512, from and to Ceph's gateway on",
             "the same machine. The *bare* program gets every chunk as often as the operator reads it and puts every chunk once,",
             f"with {CONNECTIONS} requests at a time, and computes nothing. *throughput* is its time divided by that of Preamar.",
             "With a latency, a proxy delays all that the programs send. *folders*: Preamar from and to folders. Store, proxy and",
             "program share the processors, so the times of the bare program and of folders nearly add up.", "",
             "| operator | reads of each chunk | latency, ms | s | bare s | folders s | throughput |",
             "|---|---:|---:|---:|---:|---:|---:|"]
    lines += [f"| `{row['operator']}` | {row['reads']} | {row['latency_ms']} | {row['seconds']} | {row['bare_seconds']} | "
              f"{row['folder_seconds']} | {row['throughput']} |" for row in record["rows"]]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--bare", required=True)
    parser.add_argument("--size", type=int, default=16384)
    parser.add_argument("--memory", default="2G")
    parser.add_argument("--block", default="2048,2048")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--latency", type=int, nargs="+", default=[0, 50], help="milliseconds")
    parser.add_argument("--gigabytes", type=int, default=6, help="room of the store")
    parser.add_argument("--out", default="docs/benchmarks")
    options = parser.parse_args()
    record = {"date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
              "command": f"python bench/stores.py --size {options.size} --memory {options.memory} --rounds {options.rounds}",
              "commit": commit(), "machine": machine(), "load_before": os.getloadavg()[0], "size": options.size}
    with tempfile.TemporaryDirectory(prefix="preamar-bench-") as folder:
        store = ObjectStore(folder, options.gigabytes)
        try:
            store.make_bucket("bench")
            bench = Bench(options, store, Path(folder))
            for image in "s3://bench/in.ome.zarr", bench.folder / "in.ome.zarr":
                bench.run(options.program, "generate", "tissue", options.size, "-o", image)
            record["rows"] = [bench.case(operator, reads, latency) for latency in options.latency
                              for operator, reads in CASES]
        finally:
            store.close()
    out = Path(options.out)
    write_record(out / "stores.json", record)
    write_section(out / "blocks.md", "bench/stores.py", section(record))


if __name__ == "__main__":
    main()
