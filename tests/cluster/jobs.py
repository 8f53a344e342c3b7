"""What the tests of jobs share: images, plans, and processes that do the tasks of a plan.

PREAMAR_WITHOUT_BLOCK=1 plans every job without --block, in the memory that a refusal names, and runs the same call in
one process on the whole image. Blocks have its width, which is no multiple of a chunk."""

import json
import multiprocessing.pool
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

FOLDER = pathlib.Path(__file__).parents[1]
sys.path.append(str(FOLDER / "faults"))
from block_calls import MADE, NUMBERS, PAIRS, TABLES  # noqa: E402
from trials import PATIENCE, PROGRAM, FaultTest, remove, state  # noqa: E402

IS_AUTOMATIC = "PREAMAR_WITHOUT_BLOCK" in os.environ
SIDE = 1100 if IS_AUTOMATIC else 256  # automatic blocks have at least 512 rows
VOLUME_SIDE = 96
OUTPUT = "out.ome.zarr"
PLAN = "plan.json"
IN_BLOCKS = ["--block", f"{SIDE // 4},{SIDE // 4}", "--threads", "1"]
PROCESSES = 3


class JobTest(FaultTest):
    """Runs and jobs have folders of their own, so that equal results are equal byte for byte, with all metadata."""

    side = SIDE

    @classmethod
    def setUpClass(cls):
        cls.home = tempfile.TemporaryDirectory(prefix="preamar jobs ")

    @classmethod
    def tearDownClass(cls):
        cls.home.cleanup()

    def setUp(self):
        super().setUp()
        self.images = pathlib.Path(self.home.name)  # for all tests, which only read them
        self.plain, self.job = self.place / "plain", self.place / "job"
        self.plain.mkdir()
        self.job.mkdir()

    # Images

    def stored(self, name):
        """The image of this name, as OME-Zarr."""
        path = self.images / f"{name}.ome.zarr"
        is_volume = "3d" in name
        side = VOLUME_SIDE if is_volume else SIDE
        more = ["--chunk", f"{side // 4},{side // 4},{side // 4}" if is_volume else f"64,{side}" if IS_AUTOMATIC
                else f"{side // 8},{side // 8}"]
        pair = next((each for each in PAIRS.items() if name in (each[0], each[1][1])), None)
        if path.exists():
            pass
        elif name in MADE:
            operator, source, *options = MADE[name]
            self.call(operator, self.stored(source), *options, "-o", path, *more)
        elif pair:
            files = [self.images / f"{each}.ome.zarr" for each in (pair[0], pair[1][1])]
            self.generate(pair[1][0], side, *files, *more)
        else:
            self.generate(name, side, path, *more)
        return path

    # Processes

    def automatic(self, words):
        """The words without --block; those of a plan with the memory that its refusal names."""
        words = [*map(str, words)]
        if not IS_AUTOMATIC or "--block" not in words:
            return words
        at = words.index("--block")
        del words[at:at + 2]
        if words[0] == "plan" and "--memory" not in words:
            refused = subprocess.run([PROGRAM, *words[:at], "--memory", "1M", *words[at:]], cwd=self.job, text=True,
                                     capture_output=True)
            named = re.search(r"needs? (\d+)M", refused.stderr)
            more = 32 if words[1] in TABLES else 0  # for the rows, which grow with the labels
            words[at:at] = ["--memory", f"{int(named[1]) + more}M"] if named else []
        return words

    def begin(self, words, folder=None, environment=None):
        words = self.automatic(words)
        process = subprocess.Popen([PROGRAM, *words], cwd=folder or self.job, text=True, errors="replace",
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, **(environment or {})})
        self.addCleanup(process.kill)  # also a stopped one
        return process

    def end(self, process):
        """Exit code, printed text and message of a process."""
        try:
            printed, message = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.fail(f"{process.args[1:]} hung")
        return process.returncode, printed, message

    def done(self, *words, folder=None, **environment):
        """What a run prints that ends with 0."""
        code, printed, message = self.end(self.begin(words, folder, environment))
        self.assertEqual(code, 0, f"{words}: {message}")
        return printed

    def refused(self, *words, folder=None, **environment):
        """The message of a run that ends with an error."""
        code, printed, message = self.end(self.begin(words, folder, environment))
        self.assertIn(code, (1, 2, 3), f"{words}: {printed}{message}")
        self.assertRegex(message, r"\Apreamar: [^\n]+\n\Z")
        return message

    # Jobs

    def planned(self, *words, plan=PLAN, **environment):
        """The plan of a call, whose outputs are part of `words`; "run FILE" for a pipeline."""
        self.done("plan", *words, *([] if "-o" in words else ["-o"]), plan, **environment)
        return self.read(plan)

    def read(self, plan):
        return json.loads((self.job / plan).read_text())

    def task(self, plan, number, **environment):
        return json.loads(self.done("task", plan, number, "--json", **environment))

    def task_refused(self, plan, number, **environment):
        return self.refused("task", plan, number, "--json", **environment)

    def run_stage(self, plan, stage, do=None):
        """Does the tasks of a stage, several at a time; returns their reports."""
        numbers = list(range(stage["first"], stage["first"] + stage["tasks"]))
        self.random.shuffle(numbers)
        with multiprocessing.pool.ThreadPool(PROCESSES) as pool:
            return pool.map(lambda number: (do or self.task)(plan, number), numbers, chunksize=1)

    def run_job(self, plan=PLAN, do=None, after=None):
        """Does all tasks of a job, in random order within each stage; returns the report of the last one.

        Calls do(plan, number), which returns the report of a task, and after(plan, stage) once a stage is done."""
        while plan:
            for stage in self.read(plan)["stages"]:
                report = self.run_stage(plan, stage, do)[-1]
                if after:
                    after(plan, stage)
            self.assertTrue(report["is_last"])
            plan = report["next"]
        return report

    def run_until(self, name, number=0, plan=PLAN):
        """Does all stages of the first plan before stage `number` of this name, which is returned."""
        for stage in self.read(plan)["stages"]:
            if stage["name"] == name and stage["pass"] == number:
                return stage
            self.run_stage(plan, stage)
        self.fail(f"there is no stage {name}")

    @staticmethod
    def numbers_in(report):
        """The numbers that a run of an operator, or the last task of its job, found."""
        if "task" in report:
            return {each["name"]: each["value"] for each in report["numbers"]}
        return {name: report[name] for name in NUMBERS if name in report}

    def last_task(self, plan=PLAN):
        return self.read(plan)["tasks"] - 1

    def require_same(self, what=""):
        """The results of the job are those of the plain run, and nothing else is left but the plan."""
        def results(folder):
            return {path.name: state(path) for path in folder.iterdir()
                    if not path.name.startswith("plan") and path.suffix != ".toml"}

        self.require_equal(results(self.job), results(self.plain), what)

    def require_equal(self, found, right, what=""):
        """Compares two results of state(); images have too many files for the comparison of unittest."""
        others = list(differences(found, right))
        self.assertEqual(others[:5], [], f"{what}: {len(others)} files or folders differ")

    def require_nothing_committed(self):
        self.assertFalse((self.job / OUTPUT).exists())

    def clear(self, *folders):
        """Removes the results of the job and of the plain run."""
        for folder in folders or (self.job, self.plain):
            remove(folder)
            folder.mkdir()


def differences(found, right, name=""):
    """The names of files and folders that differ, are missing, or should not be there."""
    if not isinstance(found, dict) or not isinstance(right, dict):
        if found != right:
            yield f"{name} ({'missing' if found is None else 'extra' if right is None else 'changed'})"
        return
    for each in sorted(found.keys() | right.keys()):
        yield from differences(found.get(each), right.get(each), f"{name}/{each}" if name else each)


def wait_until(condition, seconds=60):
    """Whether the condition became true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


def main():
    unittest.main(verbosity=1)


__all__ = ["IN_BLOCKS", "IS_AUTOMATIC", "OUTPUT", "PATIENCE", "PLAN", "SIDE", "VOLUME_SIDE", "JobTest", "main", "remove", "state",
           "wait_until"]
