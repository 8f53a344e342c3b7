"""Faults of jobs: tasks done twice, late, killed or stopped; two jobs with one output; damaged state. A job ends with
the bytes of an undisturbed run, or with a message and without an image."""

import os
import shutil
import signal
import time

import jobs
from jobs import IN_BLOCKS, OUTPUT, PLAN, JobTest, remove, state

LOCK = 1  # seconds after which the lock of an abandoned job expires
SHORT = {"PREAMAR_LOCK_SECONDS": str(LOCK)}
LATENCY = 600  # milliseconds per chunk of a slow task
IN_FOUR = ["--block", "128,128", "--threads", "1"]


class Stopped(Exception):
    """A task of a disturbed job ended with an error."""


class FaultyJobs(JobTest):
    def fill_holes(self, *more, image="tissue"):
        return ["fill_holes", self.stored(image), *IN_BLOCKS, *more, "-o", OUTPUT]

    def watershed(self, *more):
        return ["watershed", self.stored("relief"), self.stored("markers"), *IN_BLOCKS, *more, "-o", OUTPUT]

    def gaussian(self, *more, image="tissue"):
        return ["gaussian", self.stored(image), "--sigma", "2", *IN_FOUR, *more, "-o", OUTPUT]

    def begun(self, words, **environment):
        """The plan of a job, after a plain run of the same words."""
        self.done(*words, folder=self.plain)
        return self.planned(*words, **environment)

    def resume_and_end(self, words):
        """The job is planned again and done once more: all that was lost is repaired."""
        self.planned(*words[:-2], "--resume", *words[-2:])
        self.run_job()
        self.require_same()

    # Tasks done twice

    def twice(self, plan, number):
        """The first report of a task that two processes do at the same time."""
        both = [self.begin(["task", plan, number, "--json"]) for _ in range(2)]
        reports = []
        for process in both:
            code, printed, message = self.end(process)
            self.assertEqual(code, 0, f"{process.args[1:]}: {message}")
            reports.append(jobs.json.loads(printed))
        self.assertEqual(reports[0]["next"], reports[1]["next"])
        return reports[0]

    def test_twice_at_the_same_time(self):
        words = [self.fill_holes("--chunk", "32,32", "--pyramid", "mean"), self.watershed(),
                 ["measure", self.stored("labels"), *IN_BLOCKS, "-o", "table.csv"]]
        for each in words:
            with self.subTest(each[0]):
                self.begun(each)
                self.run_job(do=self.twice)
                self.require_same()
            self.clear()

    def test_last_task_twice(self):
        """Two processes commit one output; with an older image under its name, too."""
        self.done(*self.gaussian(), folder=self.plain)
        for trial in range(8):
            self.begin_trial(f"commit {trial}")
            self.planned(*self.gaussian(*(["--overwrite"] if (self.job / OUTPUT).exists() else [])))
            self.run_until("commit")
            self.twice(PLAN, self.read(PLAN)["tasks"] - 1)
            self.require_same()
            if trial % 2 == 1:
                remove(self.job / OUTPUT)
            remove(self.job / PLAN)

    def test_late_tasks(self):
        """Tasks of finished stages, once more: while the job goes on, and after its end."""
        for words in self.fill_holes("--chunk", "32,32", "--pyramid", "mean"), self.watershed():
            with self.subTest(words[0]):
                self.begun(words)
                finished = []

                def after(plan, stage):
                    if self.read_if(plan) and stage["name"] != "commit":
                        for each in self.random.sample(finished, min(2, len(finished))):
                            self.assertTrue(all(report["was_done"] for report in self.run_stage(*each)))
                    finished.append((plan, stage))

                self.run_job(after=after)
                self.require_same()
                before = state(self.job)
                for plan, stage in finished:
                    reports = self.run_stage(plan, stage)
                    self.assertTrue(all(report["was_done"] for report in reports))
                    if stage["name"] == "commit":
                        self.assertTrue(reports[-1]["is_last"])
                        self.assertEqual(reports[-1]["next"], "")
                self.assertEqual(state(self.job), before)
            self.clear()

    def read_if(self, plan):
        return (self.job / plan).exists()

    # Tasks that are killed

    def killed_first(self, plan, number):
        """The report of a task that was killed at a random moment once or twice before."""
        for _ in range(2):
            with self.lock:
                delay = self.random.uniform(0, 1.2 * self.usual)
            process = self.begin(["task", plan, number, "--json"])
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            self.killed += self.end(process)[0] == -signal.SIGKILL
        begun = time.monotonic()
        report = self.task(plan, number)
        self.usual = 0.8 * self.usual + 0.2 * (time.monotonic() - begun)
        return report

    def setUp(self):
        super().setUp()
        self.lock = jobs.multiprocessing.pool.threading.Lock()
        self.usual, self.killed = 0.03, 0

    def test_killed_tasks(self):
        for words in (self.fill_holes("--chunk", "32,32", "--pyramid", "mean"), self.watershed(),
                      ["measure", self.stored("labels"), *IN_BLOCKS, "-o", "table.csv"],
                      ["sobel", self.stored("tissue"), "--direction", *IN_FOUR, "-o", "a.ome.zarr", "b.ome.zarr"]):
            with self.subTest(words[0]):
                plan = self.begun(words)
                self.run_job(do=self.killed_first)
                self.require_same(f"{words[0]}, {plan['tasks']} tasks")
            self.clear()
        self.assertGreater(self.killed, 50)

    def test_killed_commits(self):
        """The last task alone, at many moments."""
        for words in self.gaussian(), ["histogram", self.stored("tissue"), *IN_FOUR, "-o", "table.csv"]:
            self.done(*words, folder=self.plain)
            for trial in range(12):
                self.begin_trial(f"{words[0]} {trial}")
                self.planned(*words[:-2], "--overwrite", *words[-2:])
                self.run_until("commit")
                with self.subTest(words[0], trial=trial):
                    self.killed_first(PLAN, self.read(PLAN)["tasks"] - 1)
                    self.require_same()
                for path in self.job.iterdir():
                    if trial % 2 == 0 or path.name.endswith((".lock", ".work")):
                        remove(path)
            self.clear()

    def test_end_of_the_last_task(self):
        """The last task fails after its outputs have their names, and is repeated."""
        for words in self.gaussian(), ["histogram", self.stored("tissue"), *IN_FOUR, "-o", "table.csv"]:
            with self.subTest(words[0]):
                self.begun(words)
                self.run_until("commit")
                (self.job / f"{PLAN}.done").mkdir()
                self.task_refused(PLAN, self.read(PLAN)["tasks"] - 1)
                (self.job / f"{PLAN}.done").rmdir()
                self.task(PLAN, self.read(PLAN)["tasks"] - 1)
                self.require_same()
            self.clear()

    # Tasks that are stopped

    def begin_stopped(self, plan, number):
        """A task that is stopped while it reads."""
        process = self.begin_slow(["task", plan, number, "--json"], LATENCY)
        time.sleep(0.3)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGSTOP)
        return process

    def wake(self, process):
        process.send_signal(signal.SIGCONT)
        return self.end(process)

    def test_stopped_until_the_job_is_done(self):
        for name, number in ("blocks", 0), ("blocks", 1):
            with self.subTest(f"{name}, pass {number}"):
                self.begun(self.fill_holes())
                late = self.begin_stopped(PLAN, self.run_until(name, number)["first"])
                self.run_job()
                self.require_same()
                before = state(self.job)
                code, _, message = self.wake(late)
                self.assertEqual(state(self.job), before, message)
                self.assertIn(code, (0, 1))
            self.clear()

    def test_stopped_until_another_job_writes(self):
        """The job ends, and another one writes other pixels under the same name, when the late task wakes up."""
        self.done(*self.fill_holes(), folder=self.plain)
        self.planned(*self.fill_holes())
        late = self.begin_stopped(PLAN, self.run_until("blocks", 1)["first"])
        self.run_job()
        self.require_same()
        remove(self.plain / OUTPUT)
        self.done(*self.fill_holes(image="spiral"), folder=self.plain)
        self.planned(*self.fill_holes("--overwrite", image="spiral"), plan="plan-2.json")
        self.run_until("commit", plan="plan-2.json")
        self.wake(late)
        self.task("plan-2.json", self.read("plan-2.json")["tasks"] - 1)
        self.require_same()

    def test_stopped_until_a_run_writes(self):
        """The same with a run of one process."""
        self.begun(self.fill_holes())
        late = self.begin_stopped(PLAN, self.run_until("blocks", 1)["first"])
        self.run_job()
        remove(self.plain / OUTPUT)
        self.done(*self.gaussian(), folder=self.plain)
        run = self.begin_slow(self.gaussian("--overwrite"), 100)
        self.assertTrue(jobs.wait_until(lambda: list((self.job / f"{OUTPUT}.work").glob("partial/0/c/*/*"))))
        self.wake(late)
        self.assertEqual(self.end(run)[0], 0)
        self.require_same()

    def test_stopped_until_the_lock_expires(self):
        """Another job takes over; then the stopped task writes nothing."""
        self.done(*self.fill_holes(image="spiral"), folder=self.plain)
        self.planned(*self.fill_holes(), **SHORT)
        number = self.run_until("blocks", 1)["first"]
        os.environ.update(SHORT)
        self.addCleanup(os.environ.pop, "PREAMAR_LOCK_SECONDS")
        late = self.begin_stopped(PLAN, number)
        time.sleep(LOCK + 1.5)
        self.planned(*self.fill_holes(image="spiral"), plan="plan-2.json")
        self.run_until("commit", plan="plan-2.json")
        before = state(self.job / f"{OUTPUT}.work")
        code, _, message = self.wake(late)
        self.assertEqual(code, 1)
        self.assertRegex(message, "another run has taken over|is being written by another run")
        self.assertEqual(state(self.job / f"{OUTPUT}.work"), before)
        self.task("plan-2.json", self.read("plan-2.json")["tasks"] - 1)
        self.require_same()

    # Two jobs, one output

    def test_two_jobs(self):
        self.begun(self.fill_holes())
        for _ in range(2):
            self.assertIn("is being written by another run", self.refused("plan", *self.gaussian(), "plan-2.json"))
            self.assertIn("a job of several processes is writing it", self.refused(*self.gaussian()))
            self.assertFalse((self.job / "plan-2.json").exists())
            self.run_until("blocks", 1)
        self.run_job()
        self.require_same()

    def test_two_jobs_with_the_second_output(self):
        """An operator with two outputs, one of which another job writes."""
        self.begun(self.fill_holes())
        words = ["sobel", self.stored("tissue"), "--direction", *IN_FOUR, "-o", "other.ome.zarr", OUTPUT]
        self.assertIn("is being written by another run", self.refused("plan", *words, "plan-2.json"))
        self.run_job()
        self.require_same()

    def test_job_during_a_run(self):
        run = self.begin_slow(self.gaussian(), 150)
        self.assertTrue(jobs.wait_until((self.job / f"{OUTPUT}.work").exists))
        self.assertIn("another run is writing it", self.refused("plan", *self.fill_holes(), PLAN))
        self.assertEqual(self.end(run)[0], 0)
        self.done(*self.gaussian(), folder=self.plain)
        self.require_same()

    def test_abandoned_job(self):
        """Another job has the output once the lock has expired; tasks of the first one write nothing."""
        self.done(*self.gaussian(), folder=self.plain)
        plan = self.planned(*self.fill_holes(), **SHORT)
        for number in range(5):
            self.task(PLAN, number, **SHORT)
        self.assertIn("expires", self.refused("plan", *self.gaussian(), "plan-2.json", **SHORT))
        time.sleep(LOCK + 1.5)
        self.planned(*self.gaussian(), plan="plan-2.json")
        self.run_stage("plan-2.json", self.read("plan-2.json")["stages"][0])
        before = state(self.job)
        for number in 0, 7, plan["tasks"] - 1:
            self.assertIn("another run has taken over", self.task_refused(PLAN, number))
        self.assertEqual(state(self.job), before)
        self.run_job("plan-2.json")
        self.require_same()
        for number in 0, 7, plan["tasks"] - 1:
            self.assertIn("lock", self.task_refused(PLAN, number))
        self.require_same()

    def test_abandoned_job_and_a_run(self):
        self.done(*self.gaussian(), folder=self.plain)
        self.planned(*self.fill_holes(), **SHORT)
        self.task(PLAN, 0, **SHORT)
        time.sleep(LOCK + 1.5)
        run = self.begin_slow(self.gaussian(), 150)
        self.assertTrue(jobs.wait_until(lambda: list((self.job / f"{OUTPUT}.work").glob("partial/0/zarr.json"))))
        self.assertIn("another run", self.task_refused(PLAN, 1))
        self.assertEqual(self.end(run)[0], 0)
        self.assertIn("lock", self.task_refused(PLAN, 1))
        self.require_same()

    def test_paused_job(self):
        """A job whose lock has expired goes on if nobody took over."""
        plan = self.begun(self.gaussian(), **SHORT)
        self.task(PLAN, 0, **SHORT)
        time.sleep(LOCK + 1.5)
        self.run_job()
        self.assertGreater(plan["tasks"], 4)
        self.require_same()

    # Damage

    def damage(self, path, kind=None):
        kind = kind or self.random.choice(["delete", "truncate", "flip", "empty"])
        content = path.read_bytes()
        if kind == "delete":
            path.unlink()
        elif kind == "flip":
            at = self.random.randrange(len(content))
            path.write_bytes(content[:at] + bytes([content[at] ^ 1 << self.random.randrange(8)]) + content[at + 1:])
        else:
            os.truncate(path, 0 if kind == "empty" else self.random.randrange(len(content)))
        self.note(kind, path.relative_to(self.job))

    def tolerant(self, plan, number):
        code, printed, message = self.end(self.begin(["task", plan, number, "--json"]))
        if code == 0:
            return jobs.json.loads(printed)
        self.assertIn(code, (1, 2, 3), message)
        self.assertRegex(message, r"\Apreamar: [^\n]+\n\Z")
        raise Stopped(message)

    def damaged_job(self, words, victims, kind=None):
        """One file that matches is damaged as soon as there is one. Then the job fails or ends well; once resumed, it
        ends well."""
        self.planned(*words)
        self.notes = []

        def after(*_):
            found = sorted(path for path in self.job.glob(f"{OUTPUT}.work/{victims}") if path.is_file())
            if found and not self.notes:
                self.damage(self.random.choice(found), kind)

        try:
            self.run_job(do=self.tolerant, after=after)
            self.require_same(f"the job went on after {self.notes}")
            return
        except Stopped as stopped:
            self.note(stopped)
        self.assertNotEqual(self.notes[0], "", "nothing was damaged")
        self.require_nothing_committed()
        self.planned(*words[:-2], "--resume", *words[-2:])
        try:
            self.run_job(do=self.tolerant)
        except Stopped as stopped:
            self.fail(f"the resumed job failed after {self.notes}: {stopped}")
        self.require_same(f"after {self.notes}")

    def damage_all(self, words, records):
        self.done(*words, folder=self.plain)
        for record in records:
            with self.subTest(record):
                self.damaged_job(words, f"state/{record}")
            remove(self.job)
            self.job.mkdir()

    def test_damaged_records(self):
        self.damage_all(self.fill_holes("--chunk", "32,32", "--pyramid", "mean"),
                        ["summary-0/*", "merge-0/*", "border-0/*", "root-0", "block-0/*", "block-1/*", "smaller-1/*"])

    def test_damaged_exchanges(self):
        self.damage_all(self.watershed(), ["seam-*/*", "wakes-*/*", "exchange-*", "plan-*.json", "plan-1.json.done",
                                           "summary-*/*", "block-*/*"])

    def damaged_output(self, words, until, victims, kind, fails=None, number=0):
        """A part of the output is damaged before the stage `until`; the job goes on, and is repaired."""
        self.begun(words)
        stage = self.run_until(until, number)
        found = sorted(path for path in self.job.glob(f"{OUTPUT}.work/partial/{victims}") if path.is_file())
        self.damage(self.random.choice(found), kind)
        if fails:
            self.assertRegex(self.task_refused(PLAN, stage["first"]), fails)
            self.require_nothing_committed()
        elif stage["name"] != "commit":
            self.run_stage(PLAN, stage)
        self.resume_and_end(words)

    def test_deleted_chunk(self):
        self.damaged_output(self.fill_holes(), "commit", "0/c/*/*", "delete", r"the part c/\d+/\d+ was not written")

    def test_empty_chunk(self):
        self.damaged_output(self.fill_holes(), "commit", "0/c/*/*", "empty", r"the part c/\d+/\d+ was not written")

    def test_damaged_chunk(self):
        for kind in "flip", "truncate":
            with self.subTest(kind):
                self.damaged_output(self.fill_holes(), "commit", "0/c/*/*", kind)
            self.clear()

    def test_damaged_metadata(self):
        for name in "zarr.json", "0/zarr.json":
            with self.subTest(name):
                self.damaged_output(self.fill_holes("--chunk", "32,32", "--pyramid", "mean"), "commit", name, "flip",
                                    "metadata")
            self.clear()

    def test_damaged_smaller_chunk(self):
        for kind in "delete", "flip":
            with self.subTest(kind):
                self.damaged_output(self.fill_holes("--chunk", "32,32", "--pyramid", "mean"), "commit", "1/c/*/*",
                                    kind)
            self.clear()

    def test_damaged_chunk_below_a_pyramid(self):
        """Smaller levels are made from a damaged chunk, which is repaired later."""
        words = self.fill_holes("--chunk", "32,32", "--pyramid", "mean", "--compression", "none")
        self.damaged_output(words, "smaller", "0/c/*/*", "flip")

    # Inputs that change

    def copied(self, name):
        path = self.place / f"own-{name}.ome.zarr"
        shutil.copytree(self.stored(name), path)
        return path

    def change(self, image, is_hidden):
        """A chunk gets the bytes of another one."""
        chunks = sorted(path for path in (image / "0" / "c").rglob("*") if path.is_file())
        changed, other = self.random.sample(chunks, 2)
        times = changed.stat()
        changed.write_bytes(other.read_bytes())
        if is_hidden:
            os.utime(changed, ns=(times.st_atime_ns, times.st_mtime_ns))

    def test_changed_input(self):
        """Between two reads, or after the last one."""
        image = self.copied("tissue")
        for stage, number, words in (("blocks", 1, ["fill_holes", image, *IN_BLOCKS, "-o", OUTPUT]),
                                     ("commit", 0, ["gaussian", image, "--sigma", "2", *IN_FOUR, "-o", OUTPUT]),
                                     ("blocks", 1, ["label", image, *IN_BLOCKS, "-o", OUTPUT])):
            with self.subTest(words[0]):
                self.planned(*words)
                self.run_until(stage, number)
                self.change(image, self.random.random() < 0.5)
                with self.assertRaises(Stopped) as stopped:
                    self.run_job(do=self.tolerant)
                self.assertIn(image.name, str(stopped.exception))
                self.require_nothing_committed()
            self.clear()


if __name__ == "__main__":
    jobs.main()
