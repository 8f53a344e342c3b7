"""`--threads 1` occupies one processor: no other thread of the process computes, reads or writes."""

import os
import pathlib
import time
import unittest

from program import ProgramTest

TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of_threads(process):
    """Processor seconds of each thread that lives."""
    seconds = {}
    for stat in pathlib.Path(f"/proc/{process.pid}/task").glob("*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended
            continue
        seconds[stat.parent.name] = (int(fields[11]) + int(fields[12])) / TICKS
    return seconds


class Threads(ProgramTest):
    def busy(self, *words):
        """The largest seconds of each thread seen during the run, in descending order."""
        process = self.start(*words, "--overwrite", "--quiet")
        most = {}
        while process.poll() is None:
            most.update(seconds_of_threads(process))
            time.sleep(0.02)
        self.assertEqual(process.returncode, 0)
        return sorted(most.values(), reverse=True)

    def test_one_thread_is_busy(self):
        self.generate("blobs", 6144, "in.ome.zarr")
        self.generate("blobs", 6144, "in.tif")
        for source, output in ("in.ome.zarr", "out.ome.zarr"), ("in.tif", "out.tif"):
            for more in [], ["--block", "512,512"]:
                with self.subTest(output=output, more=more):
                    first, *others = self.busy("label", source, "-o", output, "--threads", "1", *more)
                    print(f"{output} {more}: {first} s; other threads {others}", flush=True)
                    self.assertLessEqual(sum(others), 0.05 * first + 0.02)
                    self.assertGreater(first, 0.1)


if __name__ == "__main__":
    unittest.main()
