"""Jobs of random operators whose tasks are killed, done twice at the same time and done again later, and which are
planned again in between. The results have the bytes of the same run in one process."""

import json
import signal
import time

import jobs
from block_calls import CALLS, OUTPUTS, TABLES
from jobs import IN_BLOCKS, PLAN, JobTest

JOBS = 200
USUAL = 0.06  # seconds of a task


class Disturbed(JobTest):
    def words(self):
        """A random call, with its outputs last."""
        name = self.random.choice([name for name in CALLS if OUTPUTS.get(name, 1) > 0])
        images, options = CALLS[name]
        suffix = ".csv" if name in TABLES else ".ome.zarr"
        pyramid = ["--pyramid", "nearest", "--chunk", "32,32"] if name not in TABLES and self.random.random() < 0.3 else []
        return [name, *map(self.stored, images), *options, *pyramid, *IN_BLOCKS,
                "-o", *(f"out-{i}{suffix}" for i in range(OUTPUTS.get(name, 1)))]

    def disturbed(self, plan, number):
        """The report of a task. Processes that were not waited for end before the job is compared."""
        kind = self.random.choices(["calm", "killed", "twice", "again"], [3, 4, 2, 1])[0]
        self.counts[kind] += 1
        if kind == "killed":
            process = self.begin(["task", plan, number, "--json"])
            time.sleep(self.random.uniform(0, USUAL))
            process.send_signal(signal.SIGKILL)
            self.end(process)
        elif kind == "twice":
            self.others.append(self.begin(["task", plan, number, "--json"]))
        report = self.task(plan, number)
        return self.task(plan, number) if kind == "again" else report

    def resume(self, plan, stage):
        """Sometimes the job is planned again before the last stage of its first plan: what is done stays done."""
        if plan == PLAN and stage != self.read(PLAN)["stages"][-1] and self.random.random() < 0.1:
            self.counts["planned again"] += 1
            job, at = self.read(PLAN)["job"], self.call_words.index("-o")
            self.done("plan", *self.call_words[:at], "--resume", *self.call_words[at:], PLAN)
            self.assertEqual(self.read(PLAN)["job"], job)

    def trial(self):
        self.plain, self.job = self.place / "plain", self.place / "job"
        self.plain.mkdir()
        self.job.mkdir()
        self.call_words, self.others = self.words(), []
        self.note(*self.call_words)
        self.done(*self.call_words, folder=self.plain)
        self.planned(*self.call_words)
        self.run_job(do=self.disturbed, after=self.resume)
        for process in self.others:
            self.assertEqual(self.end(process)[0], 0, process.args)
        self.require_same(" ".join(self.notes))

    def test_jobs(self):
        self.run_trials(JOBS, self.trial, half_ends_well=False)
        print(json.dumps(self.counts), flush=True)


if __name__ == "__main__":
    jobs.main()
