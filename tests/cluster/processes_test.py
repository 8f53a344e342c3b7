"""Processes of jobs: tasks that are done twice, late, killed or stopped, and two jobs with one output. The result has
the bytes of an undisturbed run, and a process that has lost its output writes nothing."""

import contextlib
import fcntl
import json
import os
import pathlib
import signal
import time

import jobs
from jobs import IN_BLOCKS, OUTPUT, PATIENCE, PLAN, VOLUME_SIDE, JobTest, remove, state, wait_until

PIPELINE = pathlib.Path(__file__).parents[2] / "examples" / "pipelines" / "touching.toml"
LOCK = 3  # seconds after which the lock of an abandoned job expires
SHORT = {"PREAMAR_LOCK_SECONDS": str(LOCK)}
IN_FOUR = ["--block", "128,128", "--threads", "1"]
IN_SLABS = ["--block", f"{VOLUME_SIDE // 2},{VOLUME_SIDE},{VOLUME_SIDE}", "--threads", "1"]


def processor_seconds(process):
    """The time that a process has computed."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return int(fields[11]) / os.sysconf("SC_CLK_TCK")


def is_stopped(process):
    """Whether all threads of a process are stopped, or it has ended."""
    stats = []
    for file in pathlib.Path(f"/proc/{process.pid}/task").glob("*/stat"):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # the thread has ended
            stats.append(file.read_text())
    return all(stat.rsplit(")", 1)[1].split()[0] in "TZX" for stat in stats)


class ProcessTest(JobTest):
    def fill_holes(self, *more):
        return ["fill_holes", self.stored("tissue"), "--chunk", "32,32", "--pyramid", "mean", *IN_BLOCKS, *more, "-o",
                OUTPUT]

    def watershed(self):
        return ["watershed", self.stored("relief"), self.stored("markers"), *IN_BLOCKS, "-o", OUTPUT]

    def gaussian(self, *more):
        return ["gaussian", self.stored("tissue"), "--sigma", "2", *IN_FOUR, *more, "-o", OUTPUT]

    def slow(self, *more, radius=48):
        """A call that computes about half a second for each of two blocks, so that a pause of the test does not miss it."""
        return ["dilate", self.stored("tissue3d"), "--radius", radius, *IN_SLABS, *more, "-o", OUTPUT]

    def histogram(self, *more):
        return ["histogram", self.stored("tissue"), *IN_FOUR, *more, "-o", "table.csv"]

    def pipeline(self):
        text = PIPELINE.read_text().replace("image.tif", str(self.stored("tissue")))
        for folder in self.plain, self.job:
            (folder / "touching.toml").write_text(text)
        return ["run", "touching.toml", *IN_BLOCKS]

    def calls(self):
        return [self.fill_holes(), self.watershed(), self.histogram(), self.pipeline()]

    def begun(self, words, **environment):
        """The plan of a job, after a plain run of the same words."""
        self.done(*words, folder=self.plain)
        return self.planned(*words, **environment)

    def in_midst(self, words, is_begun):
        """A run that is stopped by a signal once is_begun()."""
        for _ in range(20):  # it may end before it can be stopped
            run = self.begin(words)
            self.assertTrue(wait_until(lambda: run.poll() is not None or is_begun()))
            run.send_signal(signal.SIGSTOP)
            self.assertTrue(wait_until(lambda: is_stopped(run)))
            if run.poll() is None:
                return run
            self.assertEqual(self.end(run)[0], 0)
            remove(self.job / OUTPUT)
        self.fail("the run always ended before it could be stopped")


class Repeated(ProcessTest):
    def twice(self, plan, number):
        """The report of the first of two processes that do a task; the second one may go on for a while."""
        both = [self.begin(["task", plan, number, "--json"]) for _ in range(2)]
        self.assertTrue(wait_until(lambda: any(process.poll() is not None for process in both), PATIENCE))
        both.sort(key=lambda process: process.poll() is None)
        self.others.append(both[1])
        code, printed, message = self.end(both[0])
        self.assertEqual(code, 0, f"{both[0].args[1:]}: {message}")
        return json.loads(printed)

    def end_others(self):
        for process in self.others:
            code, _, message = self.end(process)
            self.assertEqual(code, 0, f"{process.args[1:]}: {message}")

    def test_twice_at_the_same_time(self):
        for words in self.calls():
            with self.subTest(words[0]):
                self.others = []
                if words[0] == "run":
                    words = self.pipeline()
                self.begun(words)
                self.run_job(do=self.twice)
                self.end_others()
                self.require_same()
            self.clear()

    def test_two_commits(self):
        """Two processes commit one output, while an older image has its name. To remove that takes a while."""
        words = self.gaussian("--chunk", "4,4")
        self.done(*words, folder=self.plain)
        for is_replaced in True, False, True, False:
            with self.subTest(replaced=is_replaced):
                self.others = []
                if is_replaced:
                    self.done("invert", self.stored("tissue"), "--chunk", "4,4", "-o", OUTPUT)
                self.planned(*words[:-2], *(["--overwrite"] if is_replaced else []), *words[-2:])
                self.run_until("commit")
                self.twice(PLAN, self.last_task())
                self.end_others()
                self.require_same()
            self.clear(self.job)

    def require_done(self, plan, stage):
        """Does the tasks of a finished stage once more; smaller levels are made anew each time."""
        reports = self.run_stage(plan, stage)
        self.assertTrue(stage["name"] == "smaller" or all(report["was_done"] for report in reports), stage)

    def test_late_tasks(self):
        """Tasks of finished stages, once more: while the job goes on, and after its end."""
        for words in self.fill_holes(), self.watershed():
            with self.subTest(words[0]):
                self.begun(words)
                finished = []

                def after(plan, stage):
                    if stage["name"] != "commit":
                        for each in self.random.sample(finished, min(2, len(finished))):
                            self.require_done(*each)
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
                self.require_equal(state(self.job), before)
            self.clear()


class Killed(ProcessTest):
    def setUp(self):
        super().setUp()
        self.usual, self.killed = 0.03, 0  # seconds per task, and number of killed processes

    def killed_first(self, plan, number):
        """The report of a task that was killed at a random moment before."""
        process = self.begin(["task", plan, number, "--json"])
        time.sleep(self.random.uniform(0, 1.1 * self.usual))
        process.send_signal(signal.SIGKILL)
        self.killed += self.end(process)[0] == -signal.SIGKILL
        begun = time.monotonic()
        report = self.task(plan, number)
        self.usual = 0.8 * self.usual + 0.2 * (time.monotonic() - begun)
        return report

    def test_killed_tasks(self):
        for words in self.calls():
            with self.subTest(words[0]):
                if words[0] == "run":
                    words = self.pipeline()
                self.begun(words)
                self.run_job(do=self.killed_first)
                self.require_same()
            self.clear()
        self.assertGreater(self.killed, 50)

    def test_killed_commits(self):
        """The last task alone, at many moments."""
        for words in self.gaussian(), self.histogram():
            self.done(*words, folder=self.plain)
            for trial in range(8):
                self.planned(*words)
                self.run_until("commit")
                with self.subTest(words[0], trial=trial):
                    self.killed_first(PLAN, self.last_task())
                    self.require_same()
                self.clear(self.job)
            self.clear()

    def test_end_that_cannot_be_noted(self):
        """The last task fails after its outputs have their names, and is repeated."""
        for words in self.gaussian(), self.histogram():
            with self.subTest(words[0]):
                self.begun(words)
                self.run_until("commit")
                (self.job / f"{PLAN}.done").mkdir()
                self.task_refused(PLAN, self.last_task())
                (self.job / f"{PLAN}.done").rmdir()
                self.task(PLAN, self.last_task())
                self.require_same()
            self.clear()


class Late(ProcessTest):
    """A task is stopped while it computes, and wakes up when its output is no longer that of its job."""

    def stopped_in_task(self, words, **environment):
        """The process of the first task of a new job, stopped while it computes."""
        for _ in range(20):  # it may end before it can be stopped
            self.planned(*words, **environment)
            process = self.begin(["task", PLAN, 0, "--json"], environment=environment)
            self.assertTrue(wait_until(lambda: process.poll() is not None or processor_seconds(process) > 0.05))
            self.stop(process)
            if process.poll() is None:
                return process
            self.clear(self.job)
        self.fail("the task always ended before it could be stopped")

    def stop(self, process):
        """Stops a process outside of the moments in which it checks or renews the lock: it would keep others out."""
        def is_free():
            with contextlib.suppress(FileNotFoundError, BlockingIOError), open(self.job / f"{OUTPUT}.lock") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            return not (self.job / f"{OUTPUT}.lock").exists()

        process.send_signal(signal.SIGSTOP)
        while not (wait_until(lambda: is_stopped(process)) and is_free()):
            process.send_signal(signal.SIGCONT)
            time.sleep(0.001)
            process.send_signal(signal.SIGSTOP)

    def wake(self, process):
        process.send_signal(signal.SIGCONT)
        return self.end(process)

    def wake_during_another_job(self, process):
        self.done(*self.slow(radius=3), folder=self.plain)
        self.planned(*self.slow("--overwrite", radius=3), plan="plan-2.json")
        self.run_until("commit", plan="plan-2.json")
        self.wake(process)
        self.task("plan-2.json", self.last_task("plan-2.json"))
        self.require_same()

    def test_after_the_end(self):
        self.done(*self.slow(), folder=self.plain)
        late = self.stopped_in_task(self.slow())
        self.run_job()
        self.require_same()
        before = state(self.job)
        code, _, message = self.wake(late)
        self.require_equal(state(self.job), before, message)
        self.assertIn(code, (0, 1))

    def test_during_another_job(self):
        late = self.stopped_in_task(self.slow())
        self.run_job()
        self.wake_during_another_job(late)

    def test_during_a_run(self):
        late = self.stopped_in_task(self.slow())
        self.run_job()
        self.done(*self.slow(radius=47), folder=self.plain)
        run = self.in_midst(self.slow("--overwrite", radius=47),
                            lambda: list((self.job / f"{OUTPUT}.work").glob("partial/0/c/*/*/*")))
        run.send_signal(signal.SIGCONT)
        self.wake(late)
        self.assertEqual(self.end(run)[0], 0)
        self.require_same()

    def test_after_its_lock_expired(self):
        self.done(*self.slow(radius=3), folder=self.plain)
        late = self.stopped_in_task(self.slow(), **SHORT)
        time.sleep(LOCK + 1.5)
        self.planned(*self.slow(radius=3), plan="plan-2.json")
        self.run_until("commit", plan="plan-2.json")
        before = state(self.job / f"{OUTPUT}.work")
        code, _, message = self.wake(late)
        self.assertEqual(code, 1)
        self.assertIn("another run has taken over", message)
        self.require_equal(state(self.job / f"{OUTPUT}.work"), before)
        self.task("plan-2.json", self.last_task("plan-2.json"))
        self.require_same()

    def test_while_it_removes_the_old_image(self):
        """The last task is stopped after its output has its name; its lock expires, and another job takes over."""
        for _ in range(5):  # it may end before it can be stopped
            self.done("invert", self.stored("tissue"), "--chunk", "2,2", "-o", OUTPUT)
            self.planned(*self.gaussian("--overwrite"), **SHORT)
            self.run_until("commit")
            late = self.begin(["task", PLAN, self.last_task()], environment=SHORT)
            self.assertTrue(wait_until((self.job / f"{PLAN}.done").exists))
            self.stop(late)
            if (self.job / f"{OUTPUT}.lock").exists():
                break
            self.wake(late)
            self.clear(self.job)
        else:
            self.skipTest("the last task was faster")
        time.sleep(LOCK + 1.5)
        self.wake_during_another_job(late)


class OneOutput(ProcessTest):
    """Two jobs, or a job and a run of one process, with one output."""

    def test_two_jobs(self):
        self.begun(self.fill_holes())
        for _ in range(2):
            self.assertIn("is being written by another run", self.refused("plan", *self.gaussian(), "plan-2.json"))
            self.assertIn("a job of several processes is writing it", self.refused(*self.gaussian()))
            self.assertFalse((self.job / "plan-2.json").exists())
            self.run_until("blocks", 1)
        self.run_job()
        self.require_same()

    def test_second_output(self):
        """An operator with two outputs, one of which another job writes, leaves the other one alone."""
        self.begun(self.fill_holes())
        words = ["sobel", self.stored("tissue"), "--direction", *IN_FOUR, "-o", "other.ome.zarr", OUTPUT]
        self.assertIn("is being written by another run", self.refused("plan", *words, "plan-2.json"))
        self.run_job()
        self.require_same()

    def test_job_during_a_run(self):
        run = self.in_midst(self.slow(), (self.job / f"{OUTPUT}.work").exists)
        self.assertIn("another run is writing it", self.refused("plan", *self.gaussian(), PLAN))
        run.send_signal(signal.SIGCONT)
        self.assertEqual(self.end(run)[0], 0)
        self.done(*self.slow(), folder=self.plain)
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
        self.require_equal(state(self.job), before)
        self.run_job("plan-2.json")
        self.require_same()
        for number in 0, 7, plan["tasks"] - 1:
            self.assertIn("lock", self.task_refused(PLAN, number))
        self.require_same()

    def test_abandoned_job_and_a_run(self):
        self.done(*self.slow(radius=47), folder=self.plain)
        self.planned(*self.fill_holes(), **SHORT)
        self.task(PLAN, 0, **SHORT)
        time.sleep(LOCK + 1.5)
        work = self.job / f"{OUTPUT}.work"
        run = self.in_midst(self.slow(radius=47), lambda: work.exists() and not list(work.glob("state-*/0/summary-0-0")))
        self.assertIn("another run", self.task_refused(PLAN, 1))
        run.send_signal(signal.SIGCONT)
        self.assertEqual(self.end(run)[0], 0)
        self.assertIn("lock", self.task_refused(PLAN, 1))
        self.require_same()

    def test_paused_job(self):
        """A job whose lock has expired goes on if nobody took over."""
        self.begun(self.gaussian(), **SHORT)
        self.task(PLAN, 0, **SHORT)
        time.sleep(LOCK + 1.5)
        self.run_job()
        self.require_same()

    def test_job_after_a_failed_plan(self):
        """A plan that fails leaves no lock and no state."""
        self.done(*self.gaussian())
        before = state(self.job)
        self.refused("plan", *self.gaussian(), PLAN)
        self.refused("plan", *self.gaussian("--overwrite"), "absent/plan.json")
        self.refused("plan", "otsu", self.stored("tissue"), "-o", "absent/plan.json")
        self.require_equal(state(self.job), before)
        self.begun(self.gaussian("--overwrite"))
        self.run_job()
        self.require_same()


if __name__ == "__main__":
    jobs.main()
