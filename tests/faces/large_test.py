"""Images of 16384x16384 and 32768x32768 pixels under 512 MiB, compared with runs that have more memory.

    python tests/faces/large_test.py build/developer/bin/preamar

Takes half an hour and 20 GB of disk and memory. PREAMAR_LARGE_SIZE=1024 tries it at 1024x1024 and 2048x2048. Prints the
report of each run.
"""

import filecmp
import os
import shutil
import tomllib
import unittest

import program
from pipeline_test import PIPELINES, PipelineTest

SIZE = int(os.environ.get("PREAMAR_LARGE_SIZE", 16384))
LIMIT = ["--memory", "512M"]
program.PATIENCE = 3600


def is_same_tree(a, b):
    """Whether two folders hold the same files with the same bytes."""
    found = filecmp.dircmp(a, b)
    if found.left_only or found.right_only or found.funny_files:
        return False
    _, differing, unreadable = filecmp.cmpfiles(a, b, found.common_files, shallow=False)
    return not differing and not unreadable and all(is_same_tree(a / name, b / name) for name in found.common_dirs)


class LargeTest(PipelineTest):
    def limited(self, *words):
        """The report of a run in blocks, which stays within the limit and reads and writes as planned."""
        plan = self.report(*words, *LIMIT, "--dry-run")
        report = self.report(*words, *LIMIT)
        print({key: report[key] for key in report if key not in ("results", "statistics")}, flush=True)
        self.assertLess(report["peak_memory"], 512 << 20)
        for key in "reads_per_block", "writes_per_block":
            self.assertEqual(report.get(key), plan.get(key), key)
        for found, planned in zip(report.get("images", []), plan.get("images", []), strict=True):
            self.assertEqual(found | planned, found)
        return report

    def assert_same(self, a, b):
        """The metadata of the groups differ by their names; the arrays are equal."""
        self.assertTrue(is_same_tree(self.folder / a / "0", self.folder / b / "0"), f"{a} and {b} differ")


class Operators(LargeTest):
    """One operator in blocks and the same in memory."""

    def compare(self, operator, inputs, *options):
        self.limited(operator, *inputs, *options, "-o", "blocks.ome.zarr")
        self.call(operator, *inputs, *options, "-o", "whole.ome.zarr", "--memory", "64G")
        self.assert_same("blocks.ome.zarr", "whole.ome.zarr")

    def test_distance(self):
        self.generate("tissue-bin", 2 * SIZE, "mask.ome.zarr")
        self.compare("distance", ["mask.ome.zarr"])

    def test_canny(self):
        self.generate("tissue", 2 * SIZE, "image.ome.zarr")
        self.compare("canny", ["image.ome.zarr"], "--sigma", 1.4, "--low", 4, "--high", 7)

    def test_watershed(self):
        self.generate("tissue-seeds", SIZE, "gradient.ome.zarr", "seeds.ome.zarr")
        self.compare("watershed", ["gradient.ome.zarr", "seeds.ome.zarr"])

    def test_watershed_within_the_limit(self):
        self.generate("tissue-seeds", 2 * SIZE, "gradient.ome.zarr", "seeds.ome.zarr")
        self.limited("watershed", "gradient.ome.zarr", "seeds.ome.zarr", "-o", "basins.ome.zarr")


class Chain(LargeTest):
    """gaussian, threshold, fill_holes, distance, h_maxima, and, label, invert, watershed, measure as one pipeline."""

    def compare(self, size, *options):
        self.generate("tissue", size, "image.tif")
        shutil.copy(PIPELINES / "touching.toml", self.folder)
        self.limited("run", "touching.toml")
        alone = self.one_by_one(tomllib.loads((PIPELINES / "touching.toml").read_text()), *options)
        self.assert_same("objects.ome.zarr", alone["objects"])
        self.assertTrue(filecmp.cmp(self.folder / "objects.csv", self.folder / alone["table"], shallow=False))

    def test_equal_to_steps_in_memory(self):
        self.compare(SIZE, "--memory", "64G")

    def test_equal_to_steps_in_blocks(self):
        self.compare(2 * SIZE, *LIMIT)


if __name__ == "__main__":
    unittest.main()
