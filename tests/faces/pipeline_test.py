"""Pipelines from TOML files: messages, results equal to those of the steps one by one, reads and writes, resumed runs."""

import glob
import json
import os
import pathlib
import random
import re
import shutil
import signal
import time
import tomllib
import unittest

from program import PATIENCE, ProgramTest

SEED = int(os.environ.get("PREAMAR_SEED", random.SystemRandom().randrange(1 << 32)))
print(f"PREAMAR_SEED={SEED}", flush=True)

ROOT = pathlib.Path(__file__).parents[2]
PIPELINES = ROOT / "examples" / "pipelines"
OPTIONAL_INPUTS = ("intensity", "mask")


def documented():
    """{pipeline: {image: (kind, reads, writes)}}, from the table of docs/pipelines.md."""
    chains = {}
    page = (ROOT / "docs" / "pipelines.md").read_text()
    for chain, image, kind, reads, writes in re.findall(
            r"^\| (?:\[(\w+\.toml)\].*?)? *\| `(\w+)` \| (\w+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE):
        if chain:
            images = chains.setdefault(chain, {})
        images[image] = (kind, int(reads), int(writes))
    return chains


class PipelineTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)

    def write(self, text, name="pipeline.toml"):
        (self.folder / name).write_text(text)

    def report(self, *words):
        return json.loads(self.call(*words, "--json")[0])

    def content(self, file):
        """The pixels of an image, whatever file it is in; the bytes of a table."""
        if file.endswith(".csv"):
            return (self.folder / file).read_bytes()
        self.call("dilate", file, "--radius", 0, "-o", "pixels.tif", "--overwrite", "--threads", 1)
        return (self.folder / "pixels.tif").read_bytes()

    def one_by_one(self, pipeline, *options):
        """Runs the steps of a TOML file, which are in order, as commands with these options: {step: file}."""
        files, numbers = dict(pipeline["inputs"]), {}
        for name, step in pipeline["steps"].items():
            operator = step.pop("operator", name)
            words = [operator]
            for key, value in step.items():
                if key in OPTIONAL_INPUTS and operator != "and":  # its mask is required
                    words += [f"--{key}", files[value]]
                elif isinstance(value, str) and value in files:
                    words.append(files[value])
                elif isinstance(value, list):
                    words += [f"--{key}", ",".join(map(str, value))]
                elif value is True:
                    words.append(f"--{key}")
                else:
                    words += [f"--{key}", numbers.get(value, value)]
            if operator not in ("otsu", "minmax"):
                files[name] = f"alone-{name}.csv" if operator == "measure" else f"alone-{name}.ome.zarr"
                words += ["-o", files[name]]
            for key, value in self.report(*words, *options).items():
                numbers[f"{name}.{key}"] = value
        return files


class Messages(PipelineTest):
    """Exit code 2, and the position in the file."""

    INPUT = 'version = 1\n[inputs]\nslide = "slide.tif"\n'

    def refuses(self, text, saying):
        self.write(text)
        self.assertEqual(self.complaint("run", "pipeline.toml", code=2), f"run: pipeline.toml:{saying}")

    def test_files(self):
        self.assertEqual(self.complaint("run", "none.toml", code=1), "run: none.toml: the file cannot be read")
        self.assertIn("it takes 1 argument (FILE)", self.complaint("run", code=2))
        self.write(self.INPUT + '[steps.label]\nimage = "slide"\n[outputs]\nlabel = "out.tif"\n')
        self.assertIn("slide.tif", self.complaint("run", "pipeline.toml", code=1))
        self.generate("blobs", 64, "slide.tif")
        self.generate("blobs", 64, "out.tif")
        self.assertEqual(self.complaint("run", "pipeline.toml", code=2), "run: out.tif exists; --overwrite replaces it")

    def test_syntax_and_version(self):
        self.refuses("version = 1\n[steps.label\n", "2:13: Error while parsing table header: expected ']', saw '\\n'")
        self.refuses('[inputs]\nslide = "slide.tif"\n', "1:1: version is missing; begin the file with version = 1")
        self.refuses("version = 2\n", "1:11: version must be 1")
        self.refuses('version = "1"\n', "1:11: version must be 1")
        self.refuses(self.INPUT, "1:1: there is no step; give one, as [steps.label]")

    def test_unknown_keys(self):
        self.refuses("version = 1\nstepss = 2\n", "2:1: key 'stepss' is unknown; the nearest name is 'steps'")
        self.refuses("version = 1\nx = 2\n", "2:1: key 'x' is unknown; the keys are version, inputs, steps, outputs")
        self.refuses('version = 1\n[inputs]\na = { file = "x.tif", levl = 3 }\n',
                     "3:23: a: key 'levl' is unknown; the nearest name is 'level'")
        self.refuses(self.INPUT + '[steps.label]\nimage = "slide"\nconectivity = 1\n',
                     "6:1: label: key 'conectivity' is unknown; the nearest name is 'connectivity'")

    def test_types(self):
        self.refuses("version = 1\ninputs = 3\n", "2:10: [inputs] must be a table; it is of type integer")
        self.refuses("version = 1\n[inputs]\na = 3\n", "3:5: a: the file must be a text in quotes")
        self.refuses("version = 1\n[inputs]\na = { level = 3 }\n", "3:5: a: file is missing")
        self.refuses('version = 1\n[inputs]\na = { file = "x", level = "3" }\n',
                     "3:27: level must be an integer from 0 to 63")
        step = self.INPUT + '[steps.label]\nimage = "slide"\n'
        self.refuses(step + "connectivity = 1.5\n", "6:16: label: connectivity is '1.5'; it must be an integer")
        self.refuses(step + "connectivity = [1, true]\n", "6:16: connectivity must be an integer")
        self.refuses(step + 'dtype = "int8"\n', "6:9: label: dtype is 'int8'; it must be uint32 or uint64")
        self.refuses(step + "[outputs]\nlabel = 3\n", "7:9: label: the file must be a text in quotes")

    def test_names(self):
        self.refuses(self.INPUT + '[steps.slide]\noperator = "label"\nimage = "slide"\n',
                     "4:8: name 'slide' is that of an input; give the step another one")
        self.refuses('version = 1\n[inputs]\n"a.b" = "x.tif"\n',
                     "3:1: name 'a.b' is empty or has a dot; give letters, digits and _")
        self.refuses(self.INPUT + '[steps.cells]\nimage = "slide"\n',
                     "4:8: operator 'cells' is unknown; give operator = \"...\"")
        self.refuses(self.INPUT + '[steps.a]\noperator = "threshhold"\n',
                     "5:12: operator 'threshhold' is unknown; the nearest name is 'threshold'")
        self.refuses(self.INPUT + '[steps.label]\nimage = "slode"\n',
                     "5:9: 'slode' is unknown; the nearest name is 'slide'")
        self.refuses(self.INPUT + "[steps.label]\n", "4:8: label: image is missing; give an input or a step")
        self.refuses(self.INPUT + '[steps.threshold]\nimage = "slide"\n',
                     "4:8: threshold: value is required; it must be a number")
        self.refuses(self.INPUT + '[steps.gaussian]\nimage = "slide"\nsigma = 2\n',
                     "4:8: nothing uses step 'gaussian'; name it in [outputs] or in a step")

    def test_numbers_of_steps(self):
        steps = self.INPUT + '[steps.otsu]\nimage = "slide"\n[steps.threshold]\nimage = "{}"\nvalue = "{}"\n'
        must = "it must be a number, or a number that a step finds, such as \"otsu.level\""
        self.refuses(steps.format("slide", "otsu"), f"8:9: value is 'otsu'; {must}")
        self.refuses(steps.format("slide", "threshold.mask"), f"8:9: value is 'threshold.mask'; {must}")
        self.refuses(steps.format("slide", "otsu.value"), "8:9: 'otsu' has no result 'value'; it has level")
        self.refuses(steps.format("otsu", 1), "7:9: image is 'otsu', which is not an image")

    def test_outputs(self):
        step = self.INPUT + '[steps.distance]\nimage = "slide"\n[outputs]\n'
        self.refuses(step + '"distance.indices" = "x.tif"\n',
                     "7:1: 'distance' has no result 'indices'; set indices = true in [steps.distance]")
        self.refuses(step + 'distance.indices = "x.tif"\n',
                     "7:1: output 'distance' is a table; put the name in quotes: \"distance.indices\" = ...")
        self.refuses(step + 'distance = "x.tif"\n"distance.image" = "x.tif"\n', "8:20: x.tif is given twice")
        self.refuses(step + 'distance = "./slide.tif"\n',
                     "7:12: slide.tif is an input; give the output another file")
        self.refuses(self.INPUT + '[steps.label]\nimage = "slide"\n[outputs]\n"label.count" = "x.tif"\n',
                     "7:1: 'label.count' is a number; it is printed, not written")

    def test_outlines(self):
        step = self.INPUT + '[steps.polygons]\nlabels = "slide"\n[steps.invert]\nimage = "slide"\n[outputs]\n'
        self.refuses(step + 'polygons = { file = "x.geojson", colour = "red" }\n',
                     "9:34: polygons: key 'colour' is unknown; the keys are file, image_name, object_type, "
                     "classification, measurements")
        self.refuses(step + 'polygons = { file = "x.geojson", measurements = 3 }\n',
                     "9:49: measurements must be a text in quotes")
        self.refuses(step + 'invert = { file = "x.tif" }\n',
                     "9:10: 'invert' has no outlines; give the name of the file alone")
        self.refuses(step + '"polygons.count" = "x.csv"\n',
                     "9:1: 'polygons.count' is a number; it is printed, not written")

    def test_cycles(self):
        self.generate("blobs", 64, "slide.tif")
        self.write(self.INPUT + '[steps.dilate]\nimage = "erode"\nradius = 1\n'
                   '[steps.erode]\nimage = "dilate"\nradius = 1\n'
                   '[outputs]\nerode = "x.tif"\n')
        self.assertIn("cycle", self.complaint("run", "pipeline.toml", code=2))


class Runs(PipelineTest):
    def test_chains_are_equal_to_their_steps_and_read_what_the_page_says(self):
        chains = documented()
        self.assertEqual(sorted(chains), sorted(path.name for path in PIPELINES.glob("*.toml")))
        for chain, images in chains.items():
            size = self.random.randrange(400, 600)
            block = [self.random.randrange(60, 257), self.random.randrange(60, 257)]
            with self.subTest(chain, size=size, block=block, seed=SEED):
                ProgramTest.setUp(self)
                self.generate("tissue", size, "image.tif")
                shutil.copy(PIPELINES / chain, self.folder)
                pipeline = tomllib.loads((self.folder / chain).read_text())
                options = ["--block", ",".join(map(str, block))]
                plan = self.report("run", chain, "--dry-run", *options)
                self.assertEqual({image["name"]: (image["kind"], image["reads"], image["writes"])
                                  for image in plan["images"]}, images)
                self.check_counts(self.report("run", chain, *options))
                left = [chain, "image.tif", *pipeline["outputs"].values()]
                self.assertEqual(self.files(), sorted(left))
                files = self.one_by_one(pipeline)
                for result, file in pipeline["outputs"].items():
                    self.assertEqual(self.content(file), self.content(files[result]), file)

    def check_counts(self, report):
        """A run reads and writes each block as often as its plan says."""
        fewest, most = (select(stage["blocks"] for stage in report["stages"]) for select in (min, max))
        self.assertGreater(fewest, 1)
        again = any(stage["reads_depend_on_pixels"] for stage in report["stages"])
        for image in report["images"]:
            name = image["name"]
            self.assertGreaterEqual(image["blocks_read"], image["reads"] * fewest, name)
            if not again:
                self.assertLessEqual(image["blocks_read"], image["reads"] * most, name)
            self.assertGreaterEqual(image["blocks_written"], image["writes"] * fewest, name)
            self.assertLessEqual(image["blocks_written"], image["writes"] * most, name)

    def test_a_chain_of_four_reads_its_input_three_times_and_keeps_nothing(self):
        self.generate("tissue", 500, "image.tif")
        shutil.copy(PIPELINES / "nuclei.toml", self.folder)
        shown, _ = self.call("run", "nuclei.toml", "--dry-run", "--block", "128,128")
        self.assertRegex(shown, r"\Astage 1: mask, filled, objects, table: 16 blocks of 128x128, 3 passes, memory ")
        self.assertRegex(shown, r"\nimage +input +3 +0 ")
        self.assertRegex(shown, r"\nobjects +output +0 +1 ")
        self.assertRegex(shown, r"temporary images 0 bytes on disk\n\Z")
        self.assertEqual(self.files(), ["image.tif", "nuclei.toml"])
        shown, _ = self.call("run", "nuclei.toml")
        self.assertRegex(shown, r"\Aobjects.count \d+\nobjects.ome.zarr: 500x500 uint32, .*\nobjects.csv: a table, .*\n\Z")
        self.assertEqual(self.call("run", "nuclei.toml", "--overwrite", "--quiet"), ("", ""))

    def test_memory_is_bounded(self):
        self.generate("tissue", 3000, "image.tif")
        shutil.copy(PIPELINES / "nuclei.toml", self.folder)
        report = self.report("run", "nuclei.toml", "--memory", "64M", "--threads", 2)
        self.assertLess(report["peak_memory"], 64 << 20)
        self.assertGreater(report["stages"][0]["blocks"], 1)
        self.assertRegex(self.complaint("run", "nuclei.toml", "--overwrite", "--memory", "20M", "--threads", 2, code=1),
                         r"memory is 20M; blocks of 512x512 on 2 threads need \d+M")

    def test_a_stage_that_does_not_fit_is_divided(self):
        self.generate("tissue", 1500, "image.tif")
        self.write("""version = 1
[inputs]
image = "image.tif"
[steps.mask]
operator = "threshold"
image = "image"
value = 150
[steps.distance]
image = "mask"
[steps.peaks]
operator = "h_maxima"
image = "distance"
h = 1
extended = true
[steps.markers]
operator = "label"
image = "peaks"
[outputs]
markers = "markers.ome.zarr"
""")
        memory = 256 << 20
        plan = {"stages": []}
        while len(plan["stages"]) < 2:
            memory = memory * 19 // 20
            limit = ["--memory", memory, "--threads", 2]
            plan = self.report("run", "pipeline.toml", *limit, "--dry-run")
        report = self.report("run", "pipeline.toml", *limit)
        steps = [stage["steps"] for stage in report["stages"]]
        self.assertEqual(steps[0], ["mask", "distance"])
        self.assertEqual(sum(steps[1:], []), ["peaks", "markers"])
        self.check_counts(report)
        self.assertLess(report["peak_memory"], memory)
        files = self.one_by_one(tomllib.loads((self.folder / "pipeline.toml").read_text()))
        self.assertEqual(self.content("markers.ome.zarr"), self.content(files["markers"]))

    def test_a_number_from_another_level_of_a_pyramid(self):
        self.generate("tissue", 600, "image.tif")
        self.call("dilate", "image.tif", "--radius", 0, "-o", "slide.ome.zarr", "--chunk", "64,64", "--pyramid", "mean")
        self.write("""version = 1
[inputs]
slide = "slide.ome.zarr"
overview = { file = "slide.ome.zarr", level = 1 }
[steps.otsu]
image = "overview"
[steps.mask]
operator = "threshold"
image = "slide"
value = "otsu.level"
[outputs]
mask = "mask.ome.zarr"
""")
        report = self.report("run", "pipeline.toml", "--block", "128,128")
        level = self.report("otsu", "slide.ome.zarr", "--level", 1)["level"]
        self.assertEqual(report["numbers"], [{"step": "otsu", "name": "level", "value": level}])
        self.call("threshold", "slide.ome.zarr", "--value", level, "-o", "alone.ome.zarr")
        self.assertEqual(self.content("mask.ome.zarr"), self.content("alone.ome.zarr"))

    def test_the_name_of_a_step_is_its_table_and_not_its_number(self):
        self.generate("blobs", 64, "slide.tif")
        self.write(Messages.INPUT + '[steps.label]\nimage = "slide"\n[steps.polygons]\nlabels = "label"\n[outputs]\n'
                   'polygons = "outlines.geojson"\n')
        numbers = self.report("run", "pipeline.toml", "--block", "20,30")["numbers"]
        count = (self.folder / "outlines.geojson").read_text().count('"type":"Feature"')
        self.assertGreater(count, 0)
        self.assertEqual(numbers, [{"step": "label", "name": "count", "value": count},
                                   {"step": "polygons", "name": "count", "value": count}])

    def test_paths_are_relative_to_the_file(self):
        (self.folder / "deep").mkdir()
        self.generate("tissue", 300, "deep/image.tif")
        shutil.copy(PIPELINES / "otsu.toml", self.folder / "deep")
        self.call("run", "deep/otsu.toml")
        self.assertTrue((self.folder / "deep" / "objects.ome.zarr").is_dir())

    def test_labels_of_an_image(self):
        self.generate("tissue", 1024, "image.ome.zarr", "--chunk", "256,256")
        text = (PIPELINES / "basins.toml").read_text().replace("image.tif", "image.ome.zarr")
        self.write(text, "alone.toml")
        self.write(text.replace('"basins.ome.zarr"', '"image.ome.zarr/labels/basins"'))
        settings = ["--block", "256,256", "--pyramid", "nearest", "--chunk", "128,128"]
        labels = self.folder / "image.ome.zarr" / "labels"
        self.call("run", "pipeline.toml", *settings, "--dry-run")
        self.assertFalse(labels.exists())

        process = self.start("run", "pipeline.toml", *settings, "--quiet")
        temporary = set()
        while process.poll() is None:
            temporary.update(map(os.path.basename, glob.glob(f"{labels}/basins.work/images/*.ome.zarr/[0-9]")))
        self.assertEqual(process.returncode, 0)
        self.assertLessEqual(temporary, {"0"}, "temporary images need no pyramid")
        self.assertEqual(sorted(path.name for path in labels.iterdir()), ["basins", "zarr.json"])
        self.assertEqual(json.loads((labels / "zarr.json").read_text())["attributes"]["ome"]["labels"], ["basins"])
        self.call("run", "alone.toml", *settings)
        for level in "012":
            self.assertEqual(self.content(f"image.ome.zarr/labels/basins/{level}"),
                             self.content(f"basins.ome.zarr/{level}"))



class StoppedRuns(PipelineTest):
    def setUp(self):
        super().setUp()
        self.generate("tissue", 1500, "image.tif")
        shutil.copy(PIPELINES / "basins.toml", self.folder)
        self.words = ["run", "basins.toml", "--block", "128,128", "--threads", 2]

    def stop(self, sent, patience):
        process = self.start(*self.words, "--quiet")
        begin = time.monotonic()
        while not (self.folder / "basins.ome.zarr.work").exists() and time.monotonic() < begin + PATIENCE:
            time.sleep(0.005)
        time.sleep(patience)
        process.send_signal(sent)
        process.communicate(timeout=PATIENCE)
        return process.returncode

    def test_killed_runs_resume(self):
        count = self.call(*self.words)[0].splitlines()[0]
        self.assertRegex(count, r"markers.count \d+")
        expected = self.content("basins.ome.zarr")
        for _ in range(3):
            shutil.rmtree(self.folder / "basins.ome.zarr")
            for _ in range(2):
                self.stop(signal.SIGKILL, self.random.random() * self.random.choice((0.02, 1)))
                if (self.folder / "basins.ome.zarr").exists():
                    break
            else:
                self.assertEqual(self.call(*self.words, "--resume")[0].splitlines()[0], count)
                self.assertEqual(self.files(), ["basins.ome.zarr", "basins.toml", "image.tif", "pixels.tif"])
            self.assertEqual(self.content("basins.ome.zarr"), expected)

    def test_a_run_is_killed_while_it_removes_an_earlier_one(self):
        count = self.call(*self.words)[0].splitlines()[0]
        expected = self.content("basins.ome.zarr")
        shutil.rmtree(self.folder / "basins.ome.zarr")
        work = self.folder / "basins.ome.zarr.work"
        markers = work / "images/markers.ome.zarr"
        process = self.start(*self.words, "--quiet")
        self.wait_until((work / "state/1").exists)  # the stage that writes the markers is done
        process.kill()
        process.communicate(timeout=PATIENCE)
        for i in range(10000):
            (markers / str(i)).touch()
        process = self.start(*self.words, "--quiet")
        self.wait_until(lambda: len(os.listdir(markers)) < 10000 if markers.exists() else True)
        process.kill()
        process.communicate(timeout=PATIENCE)
        shutil.rmtree(markers, ignore_errors=True)
        self.assertEqual(self.call(*self.words, "--resume")[0].splitlines()[0], count)
        self.assertEqual(self.content("basins.ome.zarr"), expected)

    def wait_until(self, condition):
        begin = time.monotonic()
        while not condition() and time.monotonic() < begin + PATIENCE:
            time.sleep(0.001)
        self.assertTrue(condition())

    def test_an_interrupt_stops_a_run(self):
        for _ in range(5):  # it may end before the signal
            code = self.stop(signal.SIGINT, 0.05)
            if code != 0:
                break
            shutil.rmtree(self.folder / "basins.ome.zarr")
        self.assertEqual(code, 130)
        self.assertFalse((self.folder / "basins.ome.zarr").exists())
        self.call(*self.words, "--resume")
        self.assertEqual(self.files(), ["basins.ome.zarr", "basins.toml", "image.tif"])


if __name__ == "__main__":
    unittest.main()
