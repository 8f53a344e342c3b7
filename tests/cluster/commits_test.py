"""Last tasks of jobs that are killed at one of the changes that they make to the disk: a plan that is resumed, or a second
process of the same task, ends the job with the bytes of an undisturbed run and leaves nothing else."""

import json
import os
import pathlib
import shutil
import signal
import unittest

import jobs
from jobs import IN_BLOCKS, OUTPUT, PLAN, JobTest, remove
from trials import SHARE

LOST_WRITES = os.environ.get("PREAMAR_LOST_WRITES")
PIPELINE = pathlib.Path(__file__).parents[2] / "examples" / "pipelines" / "touching.toml"
IN_FOUR = ["--block", "128,128", "--threads", "1"]


@unittest.skipUnless(LOST_WRITES, "PREAMAR_LOST_WRITES names the library lost_writes")
class Commits(JobTest):
    def calls(self):
        tissue = self.stored("tissue")
        return [["gaussian", tissue, "--sigma", "2", *IN_FOUR, "-o", OUTPUT],
                ["sobel", tissue, "--direction", *IN_FOUR, "-o", OUTPUT, "direction.ome.zarr"],
                ["histogram", tissue, *IN_FOUR, "-o", "table.csv"]]

    def pipeline(self):
        for folder in self.plain, self.job:
            (folder / "touching.toml").write_text(PIPELINE.read_text().replace("image.tif", str(self.stored("tissue"))))
        return ["run", "touching.toml", *IN_BLOCKS]

    def begin_counted(self, plan, number, **settings):
        """A task under a library that counts its changes to the disk, and kills it before change AT."""
        stash = self.place / "stash"
        stash.mkdir(exist_ok=True)
        return self.begin(["task", plan, number, "--json"], environment={
            "LD_PRELOAD": LOST_WRITES, "LOST_WRITES_FOLDER": str(self.job.resolve()), "LOST_WRITES_KEPT": "1",
            "LOST_WRITES_STASH": str(stash), **{f"LOST_WRITES_{name}": str(each) for name, each in settings.items()}})

    def is_resumed(self, words):
        """Plans the job again. False if it had ended: then what it left is removed, and its output stays."""
        at = words.index("-o") if "-o" in words else len(words)
        again = [*words[:at], "--resume", *(words[at:] or ["-o"]), PLAN]
        job, end = self.read(PLAN)["job"], self.job / f"{PLAN}.done"
        if end.exists() and end.read_text() and json.loads(end.read_text())["next"] == "":
            self.assertIn("exists already", self.refused("plan", *again))
            return False
        self.done("plan", *again)
        self.assertEqual(self.read(PLAN)["job"], job)
        return True

    def before_commit(self, words):
        """A job of which only the last task is left, and the number of changes that this makes."""
        self.clear()
        self.done(*words, folder=self.plain)
        self.planned(*words)
        self.run_until("commit")
        self.copy = self.place / "copy"
        shutil.copytree(self.job, self.copy)
        count = self.place / "count"
        code, _, message = self.end(self.begin_counted(PLAN, self.last_task(), COUNT=count))
        self.assertEqual(code, 0, message)
        self.require_same(words[0])
        return int(count.read_text())

    def back_before_commit(self):
        remove(self.job)
        shutil.copytree(self.copy, self.job)

    def steps(self, count):
        """A share of the steps, at random; the first and the last ones too."""
        chosen = self.random.sample(range(1, count + 1), max(6, round(count * SHARE)))
        return sorted({*chosen, 1, count - 1, count})

    def each_step(self, end):
        """Kills the last task at many steps and calls end(words) each time."""
        for words in self.calls():
            count = self.before_commit(words)
            for step in self.steps(count):
                with self.subTest(words[0], step=step, of=count):
                    self.back_before_commit()
                    code, _, message = self.end(self.begin_counted(PLAN, self.last_task(), AT=step))
                    self.assertEqual(code, -signal.SIGKILL, message)
                    end(words)
                    self.require_same()
            remove(self.copy)

    def test_killed_and_resumed(self):
        self.each_step(lambda words: self.is_resumed(words) and self.run_job())

    def test_killed_and_repeated(self):
        self.each_step(lambda words: self.task(PLAN, self.last_task()))

    def test_two_processes_one_of_which_is_killed(self):
        """The other one ends the job, or waits for its end, and clears up."""
        for words in self.calls():
            count = self.before_commit(words)
            for step in self.random.sample(range(count // 3, count + 1), 4):
                with self.subTest(words[0], step=step, of=count):
                    self.back_before_commit()
                    killed = self.begin_counted(PLAN, self.last_task(), AT=step)
                    self.task(PLAN, self.last_task())
                    self.end(killed)
                    self.require_same()
            remove(self.copy)

    def test_pipeline(self):
        """The last task of every plan is killed once."""
        words = self.pipeline()
        self.done(*words, folder=self.plain)
        self.planned(*words)
        plan, killed = PLAN, set()
        while plan:
            stages = self.read(plan)["stages"]
            for stage in stages[:-1]:
                self.run_stage(plan, stage)
            part = self.read(plan)["stage_of_pipeline"]
            if stages[-1]["name"] == "commit" and part not in killed:
                killed.add(part)
                self.end(self.begin_counted(plan, self.last_task(plan), AT=self.random.randint(1, 80)))
                plan = PLAN if self.is_resumed(words) else ""
                continue
            plan = self.task(plan, self.last_task(plan))["next"]
        self.require_same()


if __name__ == "__main__":
    jobs.main()
