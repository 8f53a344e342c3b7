"""--memory bounds what the program takes, whatever the image holds; what does not fit is refused, with what would do.

PREAMAR_FULL=1 asks for the sizes of docs/blocks.md (2.5e7 labels, 1e8 bins); they take minutes and 12 GB.
"""

import array
import json
import os
import re
import subprocess
import sys
import unittest

import program
from program import ProgramTest

FULL = os.environ.get("PREAMAR_FULL") == "1"
SIDE = 5000 if FULL else 1000  # of the image of as many labels as pixels
BINS = 100_000_000 if FULL else 4_000_000
MEBIBYTE = 1 << 20
PROMPT = 3  # seconds of the processor; far below what a look at each chunk takes
# The peak of a program counts in that of who starts it: so a small one does.
LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, 1, 0)])
status, usage = os.wait4(child, 0)[1:]
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss, usage.ru_utime + usage.ru_stime)
"""
NAMES = {"uint8": "B", "uint32": "I"}


def write_zarr(path, shape, chunk, dtype="uint8", rows=None):
    """An array without compression; `rows(first, count)` gives values, and without it all chunks are absent."""
    path.mkdir()
    (path / "zarr.json").write_text(json.dumps({
        "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": dtype, "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}], "attributes": {}}))
    if rows is None:
        return
    write_chunks(path, shape, chunk, NAMES[dtype], rows)


def write_chunks(path, shape, chunk, code, rows):
    height, width = chunk
    for i in range(shape[0] // height):
        (path / "c" / str(i)).mkdir(parents=True)
        lines = [array.array(code, rows(y)) for y in range(i * height, (i + 1) * height)]
        for j in range(shape[1] // width):
            with open(path / "c" / str(i) / str(j), "wb") as file:
                for line in lines:
                    file.write(line[j * width:(j + 1) * width].tobytes())


class BudgetTest(ProgramTest):
    def measured(self, *words):
        """Exit code, standard error, peak of resident bytes and seconds of the processor."""
        done = subprocess.run([sys.executable, "-S", "-c", LAUNCHER, program.PROGRAM, *map(str, words)], cwd=self.folder,
                              text=True, capture_output=True, check=True)
        code, peak, seconds = done.stdout.split()
        return int(code), done.stderr, int(peak) * 1024, float(seconds)

    def within(self, memory, *words):
        """Ends well below the budget, or is refused with one that does; returns that budget, in MiB."""
        code, errors, peak, seconds = self.measured(*words, "--memory", f"{memory}M",
                                                     *(["--overwrite"] if "-o" in words else []))
        print(f"{' '.join(map(str, words))} --memory {memory}M: code {code}, {peak / MEBIBYTE:.0f} MiB, "
              f"{seconds:.1f} s {errors.strip()}", flush=True)
        if code == 0:
            self.assertLessEqual(peak, memory * MEBIBYTE, words)
            return memory
        self.assertLessEqual(peak, max(memory, 40) * MEBIBYTE, words)
        self.assertEqual(code, 1, errors)
        found = re.search(r"memory is \d+M; .* needs? (\d+)M; give", errors)
        self.assertTrue(found, errors)
        needed = int(found[1])
        self.assertGreater(needed, memory)
        return needed

    def bounded(self, memory, *words):
        """As within(), and what is named does."""
        needed = self.within(memory, *words)
        if needed != memory:
            self.assertEqual(self.within(needed, *words), needed, words)
        return needed

    def planned(self, memory, *words):
        """As bounded(), of what no content changes: the smallest accepted limit does too."""
        self.bounded(1, *words)
        return self.bounded(memory, *words)


class Plans(BudgetTest):
    def test_of_large_images_are_arithmetic(self):
        for side in (256, 1024):
            write_zarr(self.folder / f"{side}.zarr", [10**6, 10**6], [side, side])
            for words in (["threshold", "--value", "3"], ["fill_holes"], ["label"], ["histogram"], ["minmax"],
                          ["h_maxima", "--h", "3", "--extended"], ["measure"], ["dilate", "--radius", "30"]):
                output = {"histogram": ["-o", "out.csv"], "measure": ["-o", "out.csv"], "minmax": []}
                with self.subTest(side=side, words=words):
                    code, errors, peak, seconds = self.measured(
                        words[0], f"{side}.zarr", *words[1:], *output.get(words[0], ["-o", "out.ome.zarr"]), "--dry-run")
                    self.assertEqual(code, 0, errors)
                    self.assertLess(peak, 64 * MEBIBYTE)
                    self.assertLess(seconds, PROMPT)
                    print(f"{words} {side}: {peak / MEBIBYTE:.0f} MiB, {seconds:.2f} s", flush=True)

    def test_of_hostile_shapes_are_refused(self):
        for shape, chunk, reason in (
                ([10**6, 10**6], [1, 1], r"in 1000000000000 chunks of 1x1; at most 4294967296 chunks are processed"),
                ([30, 2**40], [30, 1024], r"an axis has at most 4294967295 pixels"),
                ([2**40, 30], [1024, 30], r"an axis has at most 4294967295 pixels"),
                ([30, 2**40], [1, 1], r"an axis has at most 4294967295 pixels"),
                ([2**20, 2**20, 2**20], [1, 1, 1], r"chunks of 1x1x1; at most 4294967296"),
                ([2**32 - 1, 2**32 - 1], [2**16, 2**16], r"does not fit 64 bits"),
                ([2**31, 2**31], [2**20, 2**20], r"blocks of 1048576x1048576 .* need \d+M|chunks of 512x512; at most 4294967296")):
            with self.subTest(shape=shape, chunk=chunk):
                write_zarr(self.folder / "in.zarr", shape, chunk)
                for words in (["fill_holes", "in.zarr", "-o", "out.ome.zarr"], ["label", "in.zarr", "-o", "out.ome.zarr"],
                              ["measure", "in.zarr", "-o", "out.csv"]):
                    for more in (["--dry-run"], ["--memory", "128M"]):
                        code, errors, peak, seconds = self.measured(*words, *more)
                        self.assertEqual(code, 1, errors)
                        self.assertRegex(errors, reason)
                        self.assertLess(peak, 64 * MEBIBYTE)
                        self.assertLess(seconds, PROMPT)
                self.assertEqual(self.files(), ["in.zarr"])
                subprocess.run(["rm", "-r", "in.zarr"], cwd=self.folder, check=True)


class Tables(BudgetTest):
    def test_of_as_many_labels_as_pixels(self):
        """Rows that exceed the memory wait on the disk. In memory, each label takes three times the bytes of a row of its
        sums, as docs/blocks.md has them."""
        chunk = [SIDE // 4, SIDE // 4]
        write_zarr(self.folder / "labels.zarr", [SIDE, SIDE], chunk, "uint32",
                   lambda y: range(y * SIDE + 1, (y + 1) * SIDE + 1))
        for properties, row, memory in (("size", 120, 64), (None, 344, 72)):
            if FULL and not properties:
                continue  # 16 GB
            words = ["measure", "labels.zarr", *(["--properties", properties] if properties else []), "-o", "table.csv"]
            self.assertEqual(self.within(memory, *words), memory)
            spilled = (self.folder / "table.csv").read_bytes()
            self.assertEqual(self.files(), ["labels.zarr", "table.csv"])
            report = json.loads(self.call(*words, "--json", "--memory", f"{memory}M", "--overwrite")[0])
            self.assertGreater(report["spilled"], row * SIDE * SIDE)
            self.assertEqual(report["outputs"][0]["rows"], SIDE * SIDE)
            plan = json.loads(self.call(*words, "--dry-run", "--json", "--memory", "64G", "--block", "256,256",
                                        "--overwrite")[0])
            labels = SIDE * SIDE
            stated = plan["peak_memory"] // MEBIBYTE + 1 + 3 * row * labels // MEBIBYTE + 1
            self.assertEqual(self.within(stated, *words, "--block", "256,256"), stated)
            with open(self.folder / "table.csv", encoding="ascii") as lines:
                self.assertEqual(sum(1 for _ in lines), labels + 1)
            report = json.loads(self.call(*words, "--json", "--memory", "64G", "--overwrite")[0])
            self.assertNotIn("spilled", report)
            self.assertEqual((self.folder / "table.csv").read_bytes(), spilled)

    def test_of_labels_that_lie_everywhere(self):
        """The same thousands of labels in every block."""
        write_zarr(self.folder / "labels.zarr", [1024, 1024], [256, 256], "uint32",
                   lambda y: ((x * 2654435761 + y * 40503) % 60000 for x in range(1024)))
        self.bounded(64, "measure", "labels.zarr", "-o", "table.csv", "--threads", "2")
        self.call("measure", "labels.zarr", "-o", "whole.csv")
        self.assertEqual((self.folder / "table.csv").read_bytes(), (self.folder / "whole.csv").read_bytes())

    def test_of_medians(self):
        """Four passes; the rows of all but the last must fit."""
        write_zarr(self.folder / "labels.zarr", [512, 512], [128, 128], "uint32",
                   lambda y: ((x * 2654435761 + y * 40503) % 6000 for x in range(512)))
        words = ["measure", "labels.zarr", "--intensity", "labels.zarr", "--properties", "intensity_median"]
        self.bounded(64, *words, "-o", "table.csv", "--threads", "2")
        self.call(*words, "-o", "whole.csv")
        self.assertEqual((self.folder / "table.csv").read_bytes(), (self.folder / "whole.csv").read_bytes())

    def test_of_outlines(self):
        """As many labels as pixels, whose rows wait on the disk; and one label with a long outline."""
        write_zarr(self.folder / "labels.zarr", [SIDE, SIDE], [SIDE // 4, SIDE // 4], "uint32",
                   lambda y: range(y * SIDE + 1, (y + 1) * SIDE + 1))
        words = ["polygons", "labels.zarr", "-o", "out.geojson", "--threads", "2"]
        self.assertEqual(self.within(96, *words), 96)
        report = json.loads(self.call(*words, "--json", "--memory", "96M", "--overwrite")[0])
        self.assertGreater(report["spilled"], 60 * SIDE * SIDE)
        self.assertEqual(report["count"], SIDE * SIDE)
        spilled = (self.folder / "out.geojson").read_bytes()
        self.assertEqual(self.files(), ["labels.zarr", "out.geojson"])
        self.call("polygons", "labels.zarr", "-o", "whole.geojson", "--memory", "64G")
        self.assertEqual((self.folder / "whole.geojson").read_bytes(), spilled)
        self.generate("spiral", 1024, "spiral.tif")
        self.bounded(64, "polygons", "spiral.tif", "-o", "spiral.geojson", "--threads", "2")

    def test_of_labels_with_gaps(self):
        """Every other number is a label: a range for each pixel."""
        write_zarr(self.folder / "labels.zarr", [SIDE, SIDE], [SIDE // 4, SIDE // 4], "uint32",
                   lambda y: range(2 * y * SIDE + 1, 2 * (y + 1) * SIDE + 1, 2))
        words = ["relabel", "labels.zarr", "-o", "out.tif", "--threads", "2"]
        needed = self.bounded(48, *words)
        self.assertGreater(needed, 48)
        self.assertLess(needed * MEBIBYTE, 3 * 16 * SIDE * SIDE + 96 * MEBIBYTE)

    def test_of_bins(self):
        self.generate("tissue", 1024, "in.tif")
        for threads in (1, 2):
            words = ["histogram", "in.tif", "--bins", BINS, "--range", "0,255", "-o", "counts.csv", "--threads", threads]
            needed = self.planned(64, *words)
            self.assertGreater(needed, 64)
            # 24 bytes for each bin and thread, and 8 more: with an eighth for what is kept, and the program itself.
            self.assertLess(needed * MEBIBYTE, (BINS * (24 * threads + 8) + 60 * MEBIBYTE) * 8 / 7 + MEBIBYTE)

    def test_of_levels_that_only_the_image_tells(self):
        side = 512
        write_zarr(self.folder / "in.zarr", [side, side], [256, 256], "uint32",
                   lambda y: (x * 20011 + y for x in range(side)))
        self.bounded(64, "otsu", "in.zarr", "--threads", "2")


class Reports(BudgetTest):
    def test_have_the_peak_of_the_program_itself(self):
        """Not that of the process that starts it."""
        self.generate("tissue", 256, "in.tif")
        ballast = bytes(1) * (256 * MEBIBYTE)
        report = json.loads(self.call("minmax", "in.tif", "--json", "--threads", "1")[0])
        self.assertLess(report["peak_memory"], len(ballast) // 2)


class Pipelines(BudgetTest):
    def write(self, steps, outputs):
        (self.folder / "pipeline.toml").write_text(f'version = 1\n[inputs]\nimage = "image.zarr"\n{steps}\n[outputs]\n{outputs}')

    def test_with_a_table_that_exceeds_the_memory(self):
        """Its rows wait on the disk, while other steps of the stage have a table too."""
        write_zarr(self.folder / "image.zarr", [SIDE, SIDE], [SIDE // 4, SIDE // 4], "uint32",
                   lambda y: range(y * SIDE + 1, (y + 1) * SIDE + 1))
        self.call("measure", "image.zarr", "--properties", "size", "-o", "whole.csv")
        self.write("""
[steps.objects]
operator = "measure"
labels = "image"
properties = ["size"]
[steps.others]
operator = "measure"
labels = "image"
intensity = "image"
[steps.range]
operator = "minmax"
image = "image"
[steps.last]
operator = "threshold"
image = "image"
value = "range.maximum"
""", 'objects = "objects.csv"\nothers = "others.csv"\nlast = "last.tif"')
        self.assertEqual(self.within(80, "run", "pipeline.toml", "--overwrite"), 80)
        self.assertEqual((self.folder / "objects.csv").read_bytes(), (self.folder / "whole.csv").read_bytes())
        self.assertEqual(self.files(), ["image.zarr", "last.tif", "objects.csv", "others.csv", "pipeline.toml", "whole.csv"])

    def test_without_images_keep_their_state_on_the_disk(self):
        """Floods and labels of many small blocks, of which only a table is written."""
        self.call("generate", "random", 3072, "-o", "image.zarr", "--chunk", "512,512", "--compression", "none")
        self.write("""
[steps.low]
operator = "fill_holes"
image = "image"
[steps.high]
operator = "h_maxima"
image = "image"
h = 20
extended = true
[steps.deep]
operator = "h_minima"
image = "image"
h = 20
extended = true
[steps.cells]
operator = "label"
image = "high"
[steps.others]
operator = "label"
image = "deep"
[steps.range]
operator = "minmax"
image = "low"
[steps.objects]
operator = "measure"
labels = "high"
properties = ["size"]
""", 'objects = "objects.csv"')
        words = ["run", "pipeline.toml", "--block", "32,32", "--threads", "2", "--overwrite"]
        plan = json.loads(self.call(*words, "--memory", "64M", "--dry-run", "--json")[0])
        self.assertEqual(len(plan["stages"]), 1)
        self.assertEqual(self.within(64, *words), 64)


    def test_stay_within_their_plan(self):
        """Thousands of compressed chunks, between which rows of a table live on: heaps must not grow with the blocks."""
        self.generate("tissue-seeds", 4096, "image.zarr", "seeds.zarr", "--chunk", "512,512")
        (self.folder / "pipeline.toml").write_text("""
version = 1
[inputs]
image = "image.zarr"
seeds = "seeds.zarr"
[steps.basins]
operator = "watershed"
image = "image"
markers = "seeds"
[steps.table]
operator = "measure"
labels = "basins"
[outputs]
basins = "basins.zarr"
table = "table.csv"
""")
        words = ["run", "pipeline.toml", "--block", "512,512", "--chunk", "512,512", "--json", "--memory", "512M"]
        plan = json.loads(self.call(*words, "--dry-run")[0])
        report = json.loads(self.call(*words)[0])
        print(f"{report['peak_memory'] / MEBIBYTE:.0f} of {plan['peak_memory'] / MEBIBYTE:.0f} MiB", flush=True)
        self.assertLess(report["peak_memory"], plan["peak_memory"])


class Operators(BudgetTest):
    """Every operator with blocks, on what is worst for it."""

    def test_wide_shapes(self):
        self.generate("tissue", 2048 if FULL else 1024, "in.tif")
        for operator in ("dilate", "erode", "opening", "closing", "top_hat", "opening_by_reconstruction",
                         "closing_by_reconstruction"):
            for radius in (40, 300):
                if radius == 300 and not FULL and operator != "dilate":
                    continue
                self.planned(64, operator, "in.tif", "--radius", radius, "-o", "out.tif", "--threads", "2")
        self.planned(64, "dilate", "in.tif", "--radius", 300, "--shape", "box", "-o", "out.tif", "--threads", "2")
        for sigma in (10, 75):
            for operator in ("gaussian", "gradient"):
                self.planned(64, operator, "in.tif", "--sigma", sigma, "-o", "out.tif", "--threads", "2")
        self.planned(64, "sobel", "in.tif", "-o", "out.tif", "--threads", "2")
        for sigma in (3, 40):
            self.planned(64, "canny", "in.tif", "--sigma", sigma, "--low", 1, "--high", 2, "-o", "out.tif",
                         "--threads", "2")
        for distance in (10, 1000):
            self.planned(64, "expand_labels", "in.tif", "--distance", distance, "-o", "out.tif", "--threads", "2")

    def test_wide_shapes_in_volumes(self):
        self.call("generate", "blobs3d", 160 if FULL else 96, "-o", "in.tif")
        for words in (["dilate", "--radius", 12], ["opening", "--radius", 8], ["gaussian", "--sigma", 8],
                      ["gradient", "--sigma", 4], ["canny", "--sigma", 2, "--low", 4, "--high", 7],
                      ["expand_labels", "--distance", 9], ["relabel"], ["fill_holes"], ["label"],
                      ["remove_small_objects", "--size", 40]):
            self.planned(64, words[0], "in.tif", *words[1:], "-o", "out.tif", "--threads", "2")

    def test_chess_and_noise(self):
        """As many components as there can be, and floods through noise."""
        side = 7072 if FULL else 1536
        write_zarr(self.folder / "chess.zarr", [side, side], [side // 8, side // 8], "uint8",
                   lambda y: bytes([0, 255] * side)[y % 2:y % 2 + side])
        self.call("threshold", "chess.zarr", "--value", 100, "-o", "mask.ome.zarr")
        self.generate("random", 8192 if FULL else 1536, "noise.tif")
        for words in (["label", "mask.ome.zarr", "--connectivity", 1],
                      ["label", "chess.zarr", "--connectivity", 1],
                      ["label", "noise.tif", "--connectivity", 1],
                      ["remove_small_objects", "mask.ome.zarr", "--size", 2, "--connectivity", 1],
                      ["remove_small_holes", "mask.ome.zarr", "--size", 2, "--connectivity", 1],
                      ["clear_border", "mask.ome.zarr"],
                      ["clear_border", "noise.tif", "--kind", "grey"],
                      ["fill_holes", "mask.ome.zarr"],
                      ["fill_holes", "noise.tif"],
                      ["fill_depressions", "noise.tif"],
                      ["reconstruct", "noise.tif", "noise.tif"],
                      ["h_maxima", "noise.tif", "--h", 90],
                      ["h_minima", "noise.tif", "--h", 90, "--extended"],
                      ["regional_maxima", "noise.tif"],
                      ["regional_minima", "noise.tif"],
                      ["hysteresis", "noise.tif", "--low", 100, "--high", 160],
                      ["canny", "noise.tif", "--sigma", 0, "--low", 0, "--high", 100],
                      ["relabel", "noise.tif"],
                      ["threshold", "noise.tif", "--value", 3]):
            for output in ("out.tif", "out.ome.zarr"):
                if FULL or output == "out.tif":
                    self.planned(64, *words, "-o", output, "--threads", 2)
        for words in (["minmax", "noise.tif"], ["otsu", "noise.tif"], ["compare_edges", "noise.tif", "noise.tif"]):
            self.planned(64, *words, "--threads", 2)


class Sigmas(ProgramTest):
    def test_that_no_kernel_has_are_refused(self):
        self.generate("tissue", 16, "in.tif")
        self.call("gaussian", "in.tif", "--kernel", "discrete", "--sigma", "2.4e5", "--error", "1e-12", "-o", "wide.tif")
        for sigma in ("3e5", "1e7", "1e11", "1e300"):
            message = self.complaint("gaussian", "in.tif", "--kernel", "discrete", "--sigma", sigma, "--truncate", "1e-9",
                                     "-o", "out.tif", code=2)
            self.assertRegex(message, r"gaussian: sigma is .* with kernel=discrete it must be at most 250000")


if __name__ == "__main__":
    unittest.main()
