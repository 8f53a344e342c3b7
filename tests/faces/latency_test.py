"""Slow storage costs little: while blocks are computed, chunks of other blocks are read and written."""

import hashlib
import os
import time
import unittest

from program import ProgramTest

LIBRARY = os.environ["PREAMAR_SLOW_STORAGE"]  # tests/tools/slow_storage.cpp
LATENCY = 20  # milliseconds per chunk that is opened
SIDE, CHUNK = 12288, 512
RUNS = 3


class LatencyTest(ProgramTest):
    def seconds(self, latency, *words):
        """How long a run takes with storage of this latency, in milliseconds."""
        begin = time.monotonic()
        self.call(*words, "--overwrite", "--quiet", env={**os.environ, "LD_PRELOAD": LIBRARY,
                                                         "PREAMAR_LATENCY": str(latency)})
        return time.monotonic() - begin

    def digests(self, name):
        """Of the chunks of an OME-Zarr image."""
        return {path.relative_to(self.folder / name): hashlib.sha256(path.read_bytes()).digest()
                for path in (self.folder / name).rglob("c/**/*") if path.is_file()}

    def test_every_chunk_waits(self):
        self.generate("blobs", CHUNK, "in.ome.zarr")
        self.assertGreater(self.seconds(400, "fill_holes", "in.ome.zarr", "-o", "out.ome.zarr"), 2 * 0.4)

    def test_latency_is_hidden(self):
        self.generate("blobs", SIDE, "in.ome.zarr")
        serial = 3 * (SIDE // CHUNK)**2 * LATENCY / 1000
        for operator in ("fill_holes", "label"):
            with self.subTest(operator=operator):
                runs = {0: [], LATENCY: []}
                for _ in range(RUNS):
                    for latency, seconds in runs.items():
                        seconds.append(self.seconds(latency, operator, "in.ome.zarr", "-o", f"{latency}.ome.zarr",
                                                    "--memory", "512M"))
                fast, slow = map(min, runs.values())
                print(f"{operator}: {fast:.2f} s; {slow:.2f} s with {LATENCY} ms per chunk, {slow / fast:.2f} times "
                      f"(one chunk after the other: {serial:.0f} s more)", flush=True)
                self.assertLess(slow, fast + serial / 4)
                self.assertEqual(self.digests("0.ome.zarr"), self.digests(f"{LATENCY}.ome.zarr"))


if __name__ == "__main__":
    unittest.main()
