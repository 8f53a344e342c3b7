"""Images processed in blocks give the same result as whole ones: any block, both kinds of file, runs that are killed and resumed."""

import json
import os
import random
import signal
import subprocess
import time
import unittest

from program import PATIENCE, ProgramTest

SEED = int(os.environ.get("PREAMAR_SEED", random.SystemRandom().randrange(1 << 32)))
print(f"PREAMAR_SEED={SEED}", flush=True)

# Each operator on an image of `instance`, and how often its blocks are read and written.
CALLS = [
    ("threshold", "tissue", ["--value", "120"], 1, 1),
    ("gaussian", "tissue", ["--sigma", "2"], 1, 1),
    ("fill_depressions", "tissue", [], 2, 1),
    ("fill_holes", "tissue", [], 2, 1),
    ("h_maxima", "tissue", ["--h", "20"], 2, 1),
    ("h_minima", "random", ["--h", "90", "--extended"], 2, 1),
    ("regional_maxima", "random", [], 2, 1),
    ("opening_by_reconstruction", "tissue", ["--radius", "3"], 2, 1),
    ("clear_border", "tissue", ["--kind", "grey"], 2, 1),
    ("clear_border", "blobs", ["--kind", "binary"], 2, 1),
    ("hysteresis", "tissue", ["--low", "100", "--high", "160"], 2, 1),
    ("label", "blobs", [], 2, 1),
    ("label", "spiral", [], 2, 1),
    ("fill_holes", "spiral", [], 2, 1),
]


class BlocksTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)

    def pixels(self, name):
        """The bytes of an image, whatever file it is in."""
        self.call("dilate", name, "--radius", 0, "-o", "pixels.tif", "--overwrite", "--threads", 1)
        return (self.folder / "pixels.tif").read_bytes()

    def report(self, *words):
        return json.loads(self.call(*words, "--json")[0])

    def in_blocks(self, words, output, reads, writes, *more):
        report = self.report(*words, "-o", output, *more)
        self.assertGreater(report["blocks"], 1)
        self.assertEqual((report["reads_per_block"], report["writes_per_block"]), (reads, writes))
        return report


class InBlocks(BlocksTest):
    def test_equal_to_the_whole_image(self):
        for operator, instance, options, reads, writes in CALLS:
            size = self.random.randrange(520, 800)
            block = f"{self.random.randrange(60, 257)},{self.random.randrange(60, 257)}"
            with self.subTest(operator=operator, instance=instance, size=size, block=block, seed=SEED):
                self.call("generate", instance, size, "-o", "in.tif", "--overwrite")
                whole = self.report(operator, "in.tif", *options, "-o", "whole.tif", "--overwrite")
                expected = self.pixels("whole.tif")
                for output in ("out.tif", "out.ome.zarr"):
                    report = self.in_blocks([operator, "in.tif", *options], output, reads, writes, "--block", block,
                                            "--overwrite")
                    self.assertEqual(report.get("count"), whole.get("count"))
                    self.assertEqual(self.pixels(output), expected, output)
                self.call("dilate", "in.tif", "--radius", 0, "-o", "in.ome.zarr", "--overwrite")
                self.in_blocks([operator, "in.ome.zarr", *options], "again.tif", reads, writes, "--block", block,
                               "--overwrite")
                self.assertEqual(self.pixels("again.tif"), expected)

    def test_several_devices_give_the_bytes_of_one(self):
        report = json.loads(self.call("selftest", "--device", "cpu+reference", "--json")[0])
        self.assertEqual((report["device"], report["failed"]), ("cpu+reference", 0))
        names = {row["operator"] for row in report["results"]}
        self.assertLessEqual({"reconstruct", "label", "minmax"}, names)
        self.assertNotIn("watershed", names)

    def test_nothing_is_left_beside_the_result(self):
        self.generate("tissue", 600, "in.tif")
        self.call("fill_holes", "in.tif", "-o", "out.tif", "--block", "256,256")
        self.assertEqual(self.files(), ["in.tif", "out.tif"])

    def test_memory_decides(self):
        self.generate("tissue", 4096, "in.tif")
        words = ["h_maxima", "in.tif", "--h", "20"]
        self.call(*words, "-o", "whole.tif")
        self.assertEqual(self.report(*words, "-o", "o.tif", "--dry-run")["blocks"], 1)
        plan = self.report(*words, "-o", "out.tif", "--dry-run", "--memory", "64M", "--threads", "2")
        self.assertLess(plan["peak_memory"], 64 << 20)
        report = self.in_blocks(words, "out.tif", 2, 1, "--memory", "64M", "--threads", "2")
        self.assertEqual(report["blocks"], plan["blocks"])
        self.assertLess(report["peak_memory"], 64 << 20)
        self.assertEqual(self.pixels("out.tif"), self.pixels("whole.tif"))

    def test_what_does_not_fit_is_refused_before_work(self):
        self.generate("tissue", 2048, "in.tif")
        message = self.complaint("fill_holes", "in.tif", "-o", "out.tif", "--memory", "1M", code=1)
        self.assertRegex(message, r"fill_holes: memory is 1M; blocks of 256x256 on \d+ threads? need \d+M; give that")
        self.assertRegex(self.complaint("fill_holes", "in.tif", "-o", "out.nrrd", "--block", "256,256", code=2),
                         "one stream, not in blocks; write .tif or .ome.zarr")
        self.assertRegex(self.complaint("fill_holes", "in.tif", "-o", "out.tif", "--block", "256", code=2),
                         "block")
        self.assertRegex(self.complaint("distance", "in.tif", "-o", "out.tif", "--memory", "4M", code=1),
                         "distance: memory is 4.0 MiB; the images take 20.0 MiB and are processed whole")
        self.assertEqual(self.files(), ["in.tif"])


class Killed(BlocksTest):
    """A run that was ended at any moment goes on where it was, and ends as if nothing had been."""

    def setUp(self):
        super().setUp()
        self.generate("spiral", 4096, "in.tif")
        self.words = ["fill_holes", "in.tif"]
        self.call(*self.words, "-o", "whole.tif")
        self.expected = self.pixels("whole.tif")

    def more(self, output):
        return ["-o", output, "--block", "256,256", "--threads", "2", "--quiet"]

    def seconds(self):
        begin = time.monotonic()
        self.call(*self.words, *self.more("time.tif"))
        return time.monotonic() - begin

    def ended_and_resumed(self, output, delay, number):
        process = self.start(*self.words, *self.more(output), stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(number)
        process.wait(timeout=PATIENCE)
        self.addCleanup(self.clear, output)
        left = self.folder / f"{output}.work"
        was_complete = (self.folder / output).exists() and not (left / "record" / "identity").exists()
        if process.returncode != 0 and not was_complete:
            done = subprocess.run([process.args[0], *self.words, *self.more(output), "--resume"], cwd=self.folder,
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pixels(output), self.expected)
        kept = [path.name for path in left.rglob("*")] if left.exists() else []
        self.assertTrue(not left.exists() or was_complete and set(kept) <= {"made-by-preamar", "record", "commit"}, kept)
        self.clear(output)
        return process.returncode

    def clear(self, output):
        subprocess.run(["rm", "-rf", output, f"{output}.work"], cwd=self.folder, check=True)

    def test_ten_moments(self):
        whole = self.seconds()
        ends = []
        for i in range(10):
            output = ("out.tif", "out.ome.zarr")[i % 2]
            delay = self.random.uniform(0, whole)
            with self.subTest(output=output, delay=delay, seed=SEED):
                ends.append(self.ended_and_resumed(output, delay, signal.SIGKILL))
        self.assertIn(-signal.SIGKILL, ends)

    def test_stopped_by_the_user(self):
        self.assertIn(self.ended_and_resumed("out.tif", self.seconds() / 2, signal.SIGTERM), (0, 130))

    def test_a_new_run_begins_anew(self):
        process = self.start(*self.words, *self.more("out.tif"), stderr=subprocess.DEVNULL)
        time.sleep(self.seconds() / 3)
        process.kill()
        process.wait(timeout=PATIENCE)
        self.call(*self.words, *self.more("out.tif"), "--overwrite")
        self.assertEqual(self.pixels("out.tif"), self.expected)


if __name__ == "__main__":
    unittest.main()
