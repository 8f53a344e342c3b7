"""Jobs: every operator that processes blocks, and a pipeline, as tasks of separate processes in random order. The
results have the bytes of the same run in one process."""

import json
import os
import pathlib
import re

import jobs
from block_calls import CALLS, OUTPUTS, TABLES
from jobs import IN_BLOCKS, OUTPUT, PLAN, VOLUME_SIDE, JobTest

PIPELINE = pathlib.Path(__file__).parents[2] / "examples" / "pipelines" / "touching.toml"
OUTLINES = """
[steps.outlines]
operator = "polygons"
labels = "objects"

[outputs]
outlines = { file = "objects.geojson", measurements = "objects.csv", classification = "Nucleus" }
"""
# A stage of it writes an output and a temporary image, which has no pyramid.
LEVELS = """
version = 1
inputs.image = "image.tif"
steps.filled = { operator = "fill_holes", image = "image" }
steps.shown = { operator = "invert", image = "filled" }
steps.smooth = { operator = "gaussian", image = "filled", sigma = 2 }
[outputs]
shown = "shown.ome.zarr"
smooth = "smooth.ome.zarr"
"""
IN_VOLUMES = ["--block", ",".join([str(VOLUME_SIDE // 2)] * 3), "--threads", "1"]


class Results(JobTest):
    def compare(self, name, images, options, outputs, blocks=IN_BLOCKS):
        """One call as a plain run and as a job."""
        words = [name, *map(self.stored, images), *options, *(["-o", *outputs] if outputs else []), *blocks]
        right = json.loads(self.done(*words, "--json", folder=self.plain))
        self.planned(*self.with_plan(words))
        report = self.run_job()
        self.assertEqual(report["next"], "")
        self.assertEqual(self.numbers_in(report), self.numbers_in(right), name)
        self.require_same(name)
        self.clear()

    @staticmethod
    def with_plan(words):
        """The words in an order in which the plan is the last output."""
        if "-o" not in words:
            return words
        at = words.index("-o")
        end = next((i for i in range(at, len(words)) if str(words[i]).startswith("--")), len(words))
        return [*words[:at], *words[end:], *words[at:end]]

    def test_every_operator(self):
        names = re.findall(r"^  ([a-z_]+)  ", self.call("help")[0].split("Other commands:")[0], re.MULTILINE)
        operators = [name for name in names if "--block N" in self.call(name, "--help-all")[0]]
        self.assertEqual([name for name in operators if name not in CALLS], [], "operators without a call")
        for name in operators:
            with self.subTest(name):
                self.clear()
                images, options = CALLS[name]
                suffix = ".csv" if name in TABLES else ".ome.zarr"
                self.compare(name, images, options, [f"out-{i}{suffix}" for i in range(OUTPUTS.get(name, 1))])

    def test_watershed_of_plateaus(self):
        self.compare("watershed", ["relief", "markers"], ["--plateau", "6"], [OUTPUT])
        self.compare("watershed", ["relief", "markers"], ["--plateau", "0"], [OUTPUT])

    def test_shards_and_pyramids(self):
        more = ["--chunk", "64,64", "--shard", "128,128", "--pyramid", "mean"]
        self.compare("fill_holes", ["tissue"], more, [OUTPUT], ["--block", "128,128", "--threads", "1"])
        self.compare("gaussian", ["tissue"], ["--sigma", "2", *more], [OUTPUT])
        # All levels from 256 to 16 pixels.
        self.compare("label", ["blobs"], ["--chunk", "16,16", "--pyramid", "nearest"], [OUTPUT])
        self.compare("sobel", ["tissue"], ["--direction", "--chunk", "32,32", "--pyramid", "mean"], ["a.ome.zarr",
                                                                                                     "b.ome.zarr"])

    def test_volumes(self):
        self.compare("fill_holes", ["tissue3d"], ["--pyramid", "mean", "--chunk", "12,12,12"], [OUTPUT], IN_VOLUMES)
        self.compare("label", ["blobs3d"], [], [OUTPUT], IN_VOLUMES)
        self.compare("distance", ["blobs3d"], [], [OUTPUT], IN_VOLUMES)
        self.compare("opening", ["tissue3d"], ["--radius", "2"], [OUTPUT], IN_VOLUMES)

    def test_one_block(self):
        for call in ("label", ["blobs"], []), ("watershed", ["relief", "markers"], []), ("otsu", ["tissue"], []):
            self.compare(*call, [OUTPUT][:OUTPUTS.get(call[0], 1)], ["--threads", "1"])

    def test_without_block(self):
        """Blocks of whole chunks of the input are no multiples of 512. A refusal names enough memory, --resume finds the
        job, and the chunks are those of one process."""
        image = self.images / "odd.ome.zarr"
        self.generate("tissue", 1100, image, "--chunk", "64,1100")
        for more in [], ["--shard", "512,512"]:
            with self.subTest(more):
                words = ["label", image, *more, "--threads", "1"]
                self.done(*words, "-o", OUTPUT, folder=self.plain)
                message = self.refused("plan", *words, "--memory", "1M", "-o", OUTPUT, PLAN)
                words += ["--memory", re.search(r"need (\d+M)", message)[1]]
                plan = self.planned(*words, "-o", OUTPUT)
                self.assertGreater(plan["blocks"], 1)
                self.task(PLAN, 0)
                self.assertEqual(self.planned(*words, "--resume", "-o", OUTPUT)["job"], plan["job"])
                self.assertTrue(self.task(PLAN, 0)["was_done"])
                self.run_job()
                self.require_same(more)
            self.clear()

    def test_plain_zarr(self):
        self.compare("h_maxima", ["tissue"], ["--h", "20", "--chunk", "20,20"], ["out.zarr"])

    def test_pipeline(self):
        self.compare_pipeline(PIPELINE.read_text().replace("[outputs]\n", OUTLINES), IN_BLOCKS)

    def test_pyramids_of_a_pipeline(self):
        for pyramid in ["--pyramid", "mean"], []:
            self.compare_pipeline(LEVELS, [*IN_BLOCKS, "--chunk", "32,32", *pyramid])
            self.clear()

    def compare_pipeline(self, text, options):
        for folder in self.plain, self.job:
            (folder / "steps.toml").write_text(text.replace("image.tif", str(self.stored("tissue"))))
        right = json.loads(self.done("run", "steps.toml", *options, "--json", folder=self.plain))
        self.planned("run", "steps.toml", *options)
        report = self.run_job()
        self.require_same()
        self.assertEqual(report["next"], "")
        self.assertEqual(report["numbers"], right["numbers"])


class Order(JobTest):
    """Tasks before those of earlier stages: each of them fails and names what is missing."""

    def setUp(self):
        super().setUp()
        self.words = ["fill_holes", self.stored("spiral"), *IN_BLOCKS, "-o", OUTPUT]
        self.done(*self.words, folder=self.plain)
        self.plan = self.planned(*self.words)

    def first(self, name, number=0):
        return next(each["first"] for each in self.plan["stages"] if (each["name"], each["pass"]) == (name, number))

    def end_well(self):
        """The job is as good as before."""
        self.require_nothing_committed()
        self.run_job()
        self.require_same()

    def test_merge_before_blocks(self):
        self.assertRegex(self.task_refused(PLAN, self.first("merge")), r"summary-0-0/\d+: is missing or damaged")
        self.end_well()

    def test_merge_before_one_block(self):
        stage = self.plan["stages"][0]
        for number in range(1, stage["tasks"]):
            self.task(PLAN, number)
        message = self.task_refused(PLAN, self.first("merge"))
        self.assertRegex(message, r"summary-0-0/\d+: is missing or damaged")
        self.end_well()

    def test_split_before_merge(self):
        self.run_stage(PLAN, self.plan["stages"][0])
        self.assertIn("root-0-0: is missing or damaged", self.task_refused(PLAN, self.first("split")))
        self.end_well()

    def test_second_pass_before_splits(self):
        stages = self.plan["stages"]
        for number, stage in enumerate(stages):
            if stage["name"] == "split":
                self.assertRegex(self.task_refused(PLAN, self.first("blocks", 1)), r"border-0-0/\d+: is missing")
            self.run_stage(PLAN, stage)
            if stage["name"] == "split" and stages[number + 1]["name"] == "blocks":
                break
        self.end_well()

    def test_commit_before_blocks(self):
        self.assertIn("was not written", self.task_refused(PLAN, self.plan["tasks"] - 1))
        self.require_nothing_committed()
        last = self.run_until("blocks", 1)
        for number in range(last["first"] + 1, last["first"] + last["tasks"]):
            self.task(PLAN, number)
        self.assertRegex(self.task_refused(PLAN, self.plan["tasks"] - 1), r"the part \S+ was not written")
        self.end_well()

    def test_round_before_exchanges(self):
        self.planned("watershed", self.stored("relief"), self.stored("markers"), *IN_BLOCKS, "-o",
                     "watershed.ome.zarr", plan="plan-w.json")
        plan = self.read("plan-w.json")
        self.assertEqual([stage["name"] for stage in plan["stages"]], ["exchange", "round"])
        for number in range(1, plan["tasks"] - 1):
            self.task("plan-w.json", number)
        self.assertRegex(self.task_refused("plan-w.json", plan["tasks"] - 1), r"wakes\S*: is missing or damaged")


class Refusals(JobTest):
    def plan_refused(self, *words, plan=PLAN, **environment):
        message = self.refused("plan", *words, *([] if "-o" in words else ["-o"]), plan, **environment)
        self.assertEqual([path.name for path in self.job.iterdir() if path.name != PLAN], [])
        return message

    def label(self, *more, output=OUTPUT):
        return ["label", self.stored("blobs"), *IN_BLOCKS, *more, "-o", output]

    def test_outputs(self):
        self.assertIn("out.tif is one file", self.plan_refused(*self.label(output="out.tif")))
        self.assertIn(".json", self.plan_refused(*self.label(), plan="plan.txt"))
        (self.job / "table.csv").write_text("")
        message = self.refused("plan", "histogram", self.stored("tissue"), "-o", "table.csv", PLAN)
        self.assertIn("exists already", message)

    def test_existing_files(self):
        (self.job / PLAN).write_text("{}")
        self.assertIn("exists already", self.plan_refused(*self.label()))
        self.assertEqual((self.job / PLAN).read_text(), "{}")
        self.done(*self.label())
        before = jobs.state(self.job)
        self.assertIn("exists already", self.refused("plan", *self.label(), "plan-2.json"))
        self.require_equal(jobs.state(self.job), before)
        self.planned(*self.label("--overwrite"))
        self.require_equal(jobs.state(self.job / OUTPUT), before[OUTPUT])

    def test_memory(self):
        words = ["label", self.stored("blobs"), "--memory", "1M", "-o", OUTPUT]
        self.assertRegex(self.plan_refused(*words), r"memory|MiB")
        words = [*self.label("--memory", "1M")[:-2], "-o", OUTPUT]
        self.assertRegex(self.plan_refused(*words), r"memory|MiB")

    def test_numbers_of_tasks(self):
        plan = self.planned(*self.label())
        for number in plan["tasks"], plan["tasks"] + 1000, -1, "one", 1 << 70:
            self.assertRegex(self.task_refused(PLAN, number), rf"task|{number}")
        self.require_nothing_committed()

    def test_files_that_are_no_plans(self):
        for words, said in ("{}", "not a plan"), ("[1]", ""), ("no JSON", ""), ('{"preamar_plan": 2}', ""), ("", ""):
            (self.job / PLAN).write_text(words)
            message = self.task_refused(PLAN, 0)
            self.assertIn(PLAN, message)
            self.assertIn(said, message)
        self.assertIn("absent.json", self.task_refused("absent.json", 0))

    def test_changed_plans(self):
        self.planned(*self.label())
        text = (self.job / PLAN).read_text()
        for old, new in (('"preamar_plan": 4', '"preamar_plan": 3'), ('"version": "', '"version": "1'),
                         ('"operator": "label"', '"operator": "lable"'), ('"tasks": ', '"tasks": "many", "x": '),
                         ('"job": "', '"job": "1'), ('"name": "blocks"', '"name": "blogs"')):
            with self.subTest(new):
                self.assertIn(old, text)
                (self.job / PLAN).write_text(text.replace(old, new, 1))
                self.assertRegex(self.task_refused(PLAN, 0), r"preamar|plan|job|operator")
        (self.job / PLAN).write_text(text)
        self.done(*self.label(), folder=self.plain)
        self.run_job()
        self.require_same()

    def test_changed_option(self):
        """Blocks of one image never come from different options."""
        self.planned("gaussian", self.stored("tissue"), "--sigma", "2", *IN_BLOCKS, "-o", OUTPUT)
        self.task(PLAN, 0)
        text = (self.job / PLAN).read_text()
        self.assertIn('"real": 2.0', text)
        (self.job / PLAN).write_text(text.replace('"real": 2.0', '"real": 6.0'))
        self.assertRegex(self.task_refused(PLAN, 1), "plan")

    def test_secrets(self):
        """Credentials of the environment are in no file of a job."""
        secrets = {"AWS_ACCESS_KEY_ID": "QXJkZW50bHk1", "AWS_SECRET_ACCESS_KEY": "c2VjcmV0bHk2",
                   "AWS_SESSION_TOKEN": "dG9rZW5seTc4"}
        self.planned(*self.label(), **secrets)
        self.run_job(do=lambda plan, number: self.task(plan, number, **secrets),
                     after=lambda *_: self.require_nowhere(secrets))
        self.require_nowhere(secrets)

    def require_nowhere(self, secrets):
        for folder, _, names in os.walk(self.job):
            for name in names:
                content = pathlib.Path(folder, name).read_bytes()
                for secret in secrets.values():
                    self.assertNotIn(secret.encode(), content, name)


if __name__ == "__main__":
    jobs.main()
