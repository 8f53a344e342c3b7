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
    ("cast", "tissue", ["--dtype", "float32"], 1, 1),
    ("invert", "tissue", [], 1, 1),
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
    ("canny", "tissue", ["--sigma", "1.4", "--low", "4", "--high", "7"], 2, 1),
    ("canny", "tissue", ["--sigma", "2", "--low", "3", "--high", "5", "--method", "differential"], 2, 1),
    ("expand_labels", "random", ["--distance", "6"], 1, 1),
    ("expand_labels", "blobs", ["--distance", "23", "--spacing", "1,1.7"], 1, 1),
    ("relabel", "tissue", [], 2, 1),
    ("label", "blobs", [], 2, 1),
    ("label", "spiral", [], 2, 1),
    ("fill_holes", "spiral", [], 2, 1),
    ("distance", "blobs", [], 2, 1),
    ("distance", "spiral", ["--squared", "--spacing", "2,1"], 2, 1),
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

    def test_numbers_of_two_images_are_those_of_the_whole_images(self):
        self.generate("tissue", 700, "in.tif")
        for name, sigma in (("found", 1), ("expected", 2)):
            self.call("canny", "in.tif", "--sigma", sigma, "--low", 4, "--high", 7, "-o", f"{name}.tif")
            self.call("dilate", f"{name}.tif", "--radius", 0, "-o", f"{name}.ome.zarr")
        whole = self.report("compare_edges", "found.tif", "expected.tif")
        for suffix in ("tif", "ome.zarr"):
            report = self.report("compare_edges", f"found.{suffix}", f"expected.{suffix}", "--block", "97,256")
            self.assertGreater(report["blocks"], 1)
            self.assertEqual((report["reads_per_block"], report["writes_per_block"]), (1, 0))
            for number in ("pco", "pnd", "pfa"):
                self.assertEqual(report[number], whole[number])

    def test_watershed_is_that_of_the_whole_image(self):
        size = self.random.randrange(520, 800)
        block = f"{self.random.randrange(60, 257)},{self.random.randrange(60, 257)}"
        self.call("generate", "tissue-seeds", size, "-o", "in.tif", "markers.tif")
        for name in ("in", "markers"):
            self.call("dilate", f"{name}.tif", "--radius", 0, "-o", f"{name}.ome.zarr")
        for options in (["--plateau", "4"], ["--plateau", "0", "--line"], [], ["--line"]):
            with self.subTest(options=options, size=size, block=block, seed=SEED):
                self.call("watershed", "in.tif", "markers.tif", *options, "-o", "whole.tif", "--overwrite")
                expected = self.pixels("whole.tif")
                for suffix in ("tif", "ome.zarr"):
                    report = self.report("watershed", f"in.{suffix}", f"markers.{suffix}", *options, "-o",
                                         f"out.{suffix}", "--block", block, "--overwrite")
                    self.assertGreater(report["blocks"], 1)
                    self.assertEqual(report["writes_per_block"], 1)
                    if "--plateau" in options:
                        self.assertEqual(report["reads_per_block"], 2)
                    self.assertEqual(self.pixels(f"out.{suffix}"), expected)

    def test_paths_are_those_of_the_whole_image(self):
        size = self.random.randrange(520, 800)
        block = f"{self.random.randrange(60, 257)},{self.random.randrange(60, 257)}"
        for instance, weights in (("spiral-pair", "steps"), ("comb-pair", "quasi_euclidean")):
            with self.subTest(instance=instance, size=size, block=block, seed=SEED):
                self.call("generate", instance, size, "-o", "marker.tif", "mask.tif", "--overwrite")
                for name in ("marker", "mask"):
                    self.call("dilate", f"{name}.tif", "--radius", 0, "-o", f"{name}.ome.zarr", "--overwrite")
                self.call("geodesic_distance", "marker.tif", "mask.tif", "--weights", weights, "-o", "whole.tif",
                          "--overwrite")
                expected = self.pixels("whole.tif")
                for suffix in ("tif", "ome.zarr"):
                    words = ["geodesic_distance", f"marker.{suffix}", f"mask.{suffix}", "--weights", weights, "-o",
                             f"out.{suffix}", "--block", block, "--overwrite"]
                    self.assertIn("each read at least 2 times and written 1 times\nread at least ",
                                  self.call(*words, "--dry-run")[0])
                    plan, report = self.report(*words, "--dry-run"), self.report(*words)
                    self.assertTrue(plan["reads_depend_on_pixels"] and report["reads_depend_on_pixels"])
                    self.assertGreater(report["blocks"], 1)
                    self.assertEqual((plan["reads_per_block"], report["writes_per_block"]), (2, 1))
                    self.assertGreater(report["reads_per_block"], 2)
                    self.assertGreater(report["bytes_read"], plan["bytes_read"])
                    self.assertEqual(self.pixels(f"out.{suffix}"), expected)

    def test_several_devices_give_the_bytes_of_one(self):
        report = json.loads(self.call("selftest", "--device", "cpu+reference", "--json")[0])
        self.assertEqual((report["device"], report["failed"]), ("cpu+reference", 0))
        names = {row["operator"] for row in report["results"]}
        self.assertLessEqual({"reconstruct", "label", "minmax", "watershed", "geodesic_distance"}, names)

    def test_a_slab_that_does_not_fit_takes_scratch_images(self):
        self.generate("blobs", 8192, "in.tif")
        words = ["distance", "in.tif"]
        self.call(*words, "-o", "whole.tif")
        slabs = self.report(*words, "-o", "out.tif", "--dry-run", "--memory", "96M", "--threads", "2")
        self.assertEqual((slabs["reads_per_block"], slabs.get("scratch_bytes")), (2, None))
        # One slab at a time, with four threads.
        report = self.in_blocks(words, "few.tif", 2, 1, "--memory", "64M", "--threads", "4")
        self.assertLess(report["peak_memory"], 64 << 20)
        plan = self.report(*words, "-o", "out.tif", "--dry-run", "--memory", "44M", "--threads", "2")
        self.assertGreaterEqual(plan["scratch_bytes"], 4 * 8192 * 8192)
        printed = self.call(*words, "-o", "out.tif", "--dry-run", "--memory", "44M", "--threads", "2")[0]
        self.assertIn("scratch 512.0 MiB on disk", printed)
        report = self.in_blocks(words, "out.tif", 2, 1, "--memory", "44M", "--threads", "2")
        self.assertLess(report["peak_memory"], 44 << 20)
        expected = self.pixels("whole.tif")
        for output in ("few.tif", "out.tif"):
            self.assertEqual(self.pixels(output), expected, output)
        self.assertEqual(self.files(), ["few.tif", "in.tif", "out.tif", "pixels.tif", "whole.tif"])
        self.assertRegex(self.complaint(*words, "-o", "out.tif", "--overwrite", "--memory", "10M", code=1),
                         r"distance: memory is 10M; blocks of \d+x8192 on 2 threads need \d+M; give that")

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

    def test_volumes_by_region(self):
        """Plain NRRD and MetaImage are inputs and outputs of runs in blocks; compressed ones are one block."""
        self.generate("tissue3d", 40, "in.tif")
        self.call("fill_holes", "in.tif", "-o", "whole.tif")
        expected = self.pixels("whole.tif")
        self.call("dilate", "in.tif", "--radius", 0, "-o", "in.nrrd", "--compression", "none")
        for source in ("in.tif", "in.nrrd"):
            for output in ("out.nrrd", "out.nhdr", "out.mha", "out.mhd"):
                block = ",".join(str(self.random.randrange(7, 41)) for _ in range(3))
                with self.subTest(source=source, output=output, block=block):
                    self.in_blocks(["fill_holes", source], output, 2, 1, "--compression", "none", "--overwrite",
                                   "--block", block if block != "40,40,40" else "20,20,20")
                    self.assertEqual(self.pixels(output), expected)
        self.call("dilate", "in.tif", "--radius", 0, "-o", "stream.nrrd")
        self.assertRegex(self.complaint("fill_holes", "stream.nrrd", "-o", "no.tif", "--block", "16,16,16", code=3),
                         "fill_holes: stream.nrrd is one stream of gzip, which has no blocks; convert it to .ome.zarr, "
                         ".tif or plain NRRD first: preamar cast stream.nrrd --dtype uint8 -o stream.ome.zarr")
        self.call("dilate", "in.tif", "--radius", 0, "-o", "stream.nii.gz")
        for limit in ["--block", "16,16,16"], ["--memory", "64K"]:
            self.assertIn("fill_holes: stream.nii.gz is one stream of gzip, which has no blocks; decompress it once: "
                          "gunzip --keep stream.nii.gz",
                          self.complaint("fill_holes", "stream.nii.gz", "-o", "no.tif", *limit, code=3))
        self.assertFalse((self.folder / "no.tif").exists())
        self.call("fill_holes", "stream.nrrd", "-o", "one.tif", "--block", "40,40,40")
        self.assertEqual(self.pixels("one.tif"), expected)

    def test_what_does_not_fit_is_refused_before_work(self):
        self.generate("tissue", 2048, "in.tif")
        message = self.complaint("fill_holes", "in.tif", "-o", "out.tif", "--memory", "1M", code=1)
        self.assertRegex(message, r"fill_holes: memory is 1M; blocks of 256x256 on \d+ threads? need \d+M; give that")
        self.assertRegex(self.complaint("fill_holes", "in.tif", "-o", "out.nrrd", "--block", "256,256", code=2),
                         "NRRD with gzip is written as one stream, not in blocks; write .tif or .ome.zarr, or give "
                         "--compression none")
        self.assertRegex(self.complaint("fill_holes", "in.tif", "-o", "out.png", "--block", "256,256", code=2),
                         "PNG is written as one stream, not in blocks; write .tif or .ome.zarr$")
        self.assertRegex(self.complaint("fill_holes", "in.tif", "-o", "out.tif", "--block", "256", code=2),
                         "block")
        self.assertRegex(self.complaint("distance", "in.tif", "-o", "out.tif", "--method", "nearest_seed", "--memory",
                                        "4M", code=1),
                         "distance: memory is 4M; the images take 20.0 MiB and are processed whole")
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
        """How long a run takes at least, so that a delay of a part of it is within a run."""
        seconds = []
        for _ in range(2):
            begin = time.monotonic()
            self.call(*self.words, *self.more("time.tif"), "--overwrite")
            seconds.append(time.monotonic() - begin)
        return min(seconds)

    def ended_and_resumed(self, output, delay, number):
        process = self.start(*self.words, *self.more(output), stderr=subprocess.DEVNULL)
        time.sleep(delay)
        process.send_signal(number)
        process.wait(timeout=PATIENCE)
        self.addCleanup(self.clear, output)
        left = self.folder / f"{output}.work"
        state = left / "state" / "0"
        self.assertLessEqual(len(list(state.iterdir())) if state.is_dir() else 0, 3, "a log of records")
        was_complete = (self.folder / output).exists() and not (left / "record" / "identity").exists()
        if process.returncode != 0 and not was_complete:
            done = subprocess.run([process.args[0], *self.words, *self.more(output), "--resume"], cwd=self.folder,
                                  capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pixels(output), self.expected)
        kept = [path.name for path in left.rglob("*")] if left.exists() else []
        self.assertTrue(not left.exists() or was_complete and set(kept) <= {"made-by-preamar", "record", "layout-0", "commit-0-0"}, kept)
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

    def test_between_visits_of_the_same_block(self):
        self.generate("spiral-pair", 768, "marker.tif", "mask.tif")
        self.words = ["geodesic_distance", "marker.tif", "mask.tif"]
        self.call(*self.words, "-o", "paths.tif")
        self.expected = self.pixels("paths.tif")
        whole = self.seconds()
        ends = []
        for output in ("out.tif", "out.ome.zarr") * 2:
            delay = self.random.uniform(0.2, 0.9) * whole
            with self.subTest(output=output, delay=delay, seed=SEED):
                ends.append(self.ended_and_resumed(output, delay, signal.SIGKILL))
        self.assertIn(-signal.SIGKILL, ends)

    def test_stopped_by_the_user(self):
        ends = (0, 130, -signal.SIGTERM)  # the last before the program handles signals
        self.assertIn(self.ended_and_resumed("out.tif", self.seconds() / 2, signal.SIGTERM), ends)

    def test_a_new_run_begins_anew(self):
        whole = self.seconds()
        process = self.start(*self.words, *self.more("out.tif"), stderr=subprocess.DEVNULL)
        time.sleep(whole / 3)
        process.kill()
        process.wait(timeout=PATIENCE)
        self.call(*self.words, *self.more("out.tif"), "--overwrite")
        self.assertEqual(self.pixels("out.tif"), self.expected)


class KilledOverScratch(Killed):
    """The same for a run that has a scratch image."""

    test_ten_moments = test_between_visits_of_the_same_block = test_a_new_run_begins_anew = None

    def setUp(self):
        BlocksTest.setUp(self)
        self.generate("blobs", 8192, "in.tif")
        self.words = ["distance", "in.tif"]
        self.call(*self.words, "-o", "whole.tif")
        self.expected = self.pixels("whole.tif")

    def more(self, output):
        return ["-o", output, "--memory", "44M", "--threads", "2", "--quiet"]

    def test_five_moments(self):
        whole = self.seconds()
        for i in range(5):
            delay = self.random.uniform(0, whole)
            with self.subTest(delay=delay, seed=SEED):
                self.ended_and_resumed(("out.tif", "out.ome.zarr")[i % 2], delay, signal.SIGKILL)


if __name__ == "__main__":
    unittest.main()
