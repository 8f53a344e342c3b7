"""Two runs on one output, at random moments: at most one of them writes, and no image is wrong."""

import json
import os
import shutil
import signal
import socket
import time
import unittest

from trials import IN_BLOCKS, FaultTest, remove, state

JOBS = [(("fill_holes",), "tissue"), (("h_maxima", "--h", "20"), "tissue"), (("gaussian", "--sigma", "2"), "tissue"),
        (("label",), "blobs")]

NO_LOCKS = os.environ.get("PREAMAR_NO_LOCKS")


class PairTest(FaultTest):
    def words(self, job, output, *more):
        call, instance = job
        return [call[0], self.image(instance), *call[1:], "-o", output, *more]

    def result_of(self, job):
        return self.expected(job[0], self.image(job[1]), job[1])


class Pairs(PairTest):
    def test_on_one_output(self):
        self.run_trials(500, self.pair)

    def test_crowds(self):
        self.side = 256
        self.run_trials(50, self.crowd, half_ends_well=False)

    def test_labels_of_one_image(self):
        self.side = 256
        self.run_trials(50, self.labels)

    def names(self, ending):
        """The ways to name one output: a link to its folder, a link to itself, and so on."""
        (self.place / "d").mkdir()
        os.symlink("d", self.place / "l")
        os.symlink(f"d/out{ending}", self.place / f"link{ending}")
        return {f"d/out{ending}": 6, f"l/out{ending}": 2, f"./d/../d/out{ending}": 2, f"link{ending}": 1,
                str(self.place / "d" / f"out{ending}"): 1}

    def any_run(self, job, names, must_overwrite=False):
        pick = self.random
        name = pick.choices(list(names), list(names.values()))[0]
        more = ["--threads", pick.choice([1, 2])]
        if pick.random() < 0.75:
            more += IN_BLOCKS
            if pick.random() < 0.4:
                more.append("--resume")
        if must_overwrite or name.startswith("link") or pick.random() < 0.5:
            more.append("--overwrite")
        return self.words(job, name, *more)

    def what_was_there(self, names, target):
        """Leaves nothing, an image, or what a killed run left; returns the pixels of the image."""
        kind = self.random.choice(["nothing", "nothing", "nothing", "an image", "a killed run"])
        self.note("before:", kind)
        if kind == "an image":
            job = self.random.choice(JOBS)
            self.call(*self.words(job, target, "--quiet"))
            return self.result_of(job), False
        if kind == "a killed run":
            job = self.random.choice(JOBS)
            if not self.begin_and_kill(self.words(job, min(names), *IN_BLOCKS)) or target.exists():
                return self.pixels(target), True
        return None, kind == "a killed run"

    def pair(self):
        pick = self.random
        ending = pick.choice([".tif", ".ome.zarr"])
        names = self.names(ending)
        target = self.place / "d" / f"out{ending}"
        before, was_killed = self.what_was_there(names, target)
        jobs = [pick.choice(JOBS), pick.choice(JOBS)]
        how = pick.choices(["as they are", "the same", "other pixels"], [2, 2, 6])[0]
        if how == "the same":
            jobs[1] = jobs[0]
        elif how == "other pixels":
            jobs[1] = (jobs[0][0], "random" if jobs[0][1] == "tissue" else "spiral")
        results = [self.result_of(job) for job in jobs]
        first = self.any_run(jobs[0], names, must_overwrite=before is not None)
        second = self.any_run(jobs[1], names)
        delay = pick.uniform(0, 1.3) * self.seconds(first)
        event = pick.choices(["none", "stopped meanwhile", "killed"], [6, 3, 1])[0]
        self.note(f"A: {first[:1] + first[2:]}, B: {second[:1] + second[2:]} after {delay:.3f} s, A is {event}")

        a = self.begin(first)
        time.sleep(delay)
        if event != "none":
            a.send_signal(signal.SIGKILL if event == "killed" else signal.SIGSTOP)
        if event == "killed":
            code_a = self.end(a, counts=False)[0]
        has_ended = a.poll() is not None
        b = self.begin(second)
        if event == "stopped meanwhile":
            code_b, said_b = self.end(b)
            a.send_signal(signal.SIGCONT)
        if event != "killed":
            code_a, said_a = self.end(a)
            self.note(f"A ended with {code_a} {said_a.strip()}")
        if event != "stopped meanwhile":
            code_b, said_b = self.end(b)
        self.note(f"B ended with {code_b} {said_b.strip()}")
        self.judge(target, before, results, [code_a, code_b], has_ended)
        if 0 in (code_a, code_b) and event != "killed" and not was_killed:
            self.require_nothing_left(target.parent, temporary=True)

    def judge(self, target, before, results, codes, one_after_the_other):
        right = [result for result, code in zip(results, codes) if code == 0]
        if one_after_the_other:
            right = right[-1:]
        found = self.pixels(target) if target.exists() else None
        if right and found not in right:
            what = "is not there" if not target.exists() else "cannot be read" if found is None else "differs"
            self.wrong(f"the output {what}")
        elif not right and found not in (before, *results):
            self.fault("the output that was there is gone or changed, and no run ended with 0")
        elif not right and target.exists() and found is None:
            self.fault("the output cannot be read")
        if not right and -signal.SIGKILL not in codes:
            self.fault("neither run ended with 0")

    def crowd(self):
        """Many short runs at once: where a lock is freed, or its file removed, others are about to take it."""
        output = self.place / self.random.choice(["out.tif", "out.ome.zarr"])
        instances = ["tissue", "random", "blobs", "spiral"]
        runs = []
        for _ in range(8):
            job = (("erode", "--radius", "1"), self.random.choice(instances))
            more = self.random.choice([[], ["--block", "64,64"]])
            runs.append((self.begin(self.words(job, output.name, "--overwrite", *more)), self.result_of(job)))
            time.sleep(self.random.choice([0, 0, 0.01, 0.03]))
        codes = [self.end(run)[0] for run, _ in runs]
        self.note(output.name, codes)
        if 0 not in codes:
            self.fault("no run ended with 0")
        elif self.pixels(output) not in [result for (_, result), code in zip(runs, codes) if code == 0]:
            self.wrong("the output differs" if self.pixels(output) else "the output cannot be read")
        self.require_nothing_left(temporary=True)

    def labels(self):
        """Runs that add labels to one image at once: all are in its list."""
        image = self.place / "image.ome.zarr"
        shutil.copytree(self.image("blobs", ".ome.zarr"), image)
        job = (("label",), "blobs")
        names = [f"cells{i}" for i in range(5)]
        runs = [self.begin(self.words(job, image / "labels" / name, *self.random.choice([[], ["--block", "64,64"]])))
                for name in names]
        for run in runs:
            code, message = self.end(run)
            if code != 0:
                self.fault(f"ended with {code}: {message}")
        listed = json.loads((image / "labels" / "zarr.json").read_text())["attributes"]["ome"]["labels"]
        if sorted(listed) != names:
            self.wrong(f"the list of labels is {listed}")
        for name in names:
            if self.pixels(image / "labels" / name) != self.result_of(job):
                self.wrong(name)
        self.require_nothing_left(image / "labels", temporary=True)


class Locks(PairTest):
    """While one run is stopped, another on the same output is refused and touches nothing."""

    job = (("h_maxima", "--h", "20"), "tissue")

    def in_midst(self, words, output):
        """A run that is stopped by a signal once it has its lock, which it then says in a file."""
        lock = self.folder / f"{output}.lock"
        for _ in range(20):  # it may end before it can be stopped
            run = self.start(*words, "--quiet")
            while run.poll() is None and not (lock.exists() and lock.stat().st_size):
                time.sleep(0.001)
            run.send_signal(signal.SIGSTOP)
            os.waitid(os.P_PID, run.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)  # until its last thread has stopped
            if run.poll() is None:
                return run
            remove(self.folder / output)
        raise self.failureException("the run always ended before it could be stopped")

    def check(self, output, *more):
        os.symlink(".", self.folder / "same")
        os.symlink(output, self.folder / f"link-{output}")
        words = self.words(self.job, output, *more)
        run = self.in_midst(words, output)
        before = state(self.folder)
        names = [output, f"same/{output}", f"./images/../{output}", self.folder / output, f"link-{output}"]
        for name in names:
            for flags in ([], IN_BLOCKS, [*IN_BLOCKS, "--resume"], ["--overwrite"]):
                if name == names[-1] and "--overwrite" not in flags:
                    continue  # the link itself exists already
                with self.subTest(name=name, flags=flags):
                    message = self.complaint(*self.words(self.job, name, *flags), code=1)
                    self.assertRegex(message, "another run")
                    self.assertRegex(message, rf"\b{run.pid}\b")
                    self.assertIn(socket.gethostname(), message)
                    self.assertRegex(message, r"\d\d:\d\d")  # since when
        self.assertEqual(state(self.folder), before)
        run.send_signal(signal.SIGCONT)
        self.assertEqual(run.wait(timeout=240), 0)
        self.assertEqual(self.pixels(self.folder / output), self.result_of(self.job))
        self.require_nothing_left(self.folder, temporary=True)
        self.assertFalse((self.folder / f"{output}.lock").exists())

    def test_blocks_to_tiff(self):
        self.check("out.tif", *IN_BLOCKS)

    def test_blocks_to_zarr(self):
        self.check("out.ome.zarr", *IN_BLOCKS)

    def test_whole_to_tiff(self):
        self.check("out.tif")

    def test_whole_to_zarr(self):
        self.check("out.ome.zarr")

    def test_the_lock_of_a_killed_run_is_free(self):
        for output in ("out.tif", "out.ome.zarr"):
            words = self.words(self.job, output, *IN_BLOCKS)
            run = self.in_midst(words, output)
            run.kill()
            run.wait()
            self.call(*words)
            self.assertEqual(self.pixels(self.folder / output), self.result_of(self.job))
            self.assertFalse((self.folder / f"{output}.lock").exists())

    @unittest.skipUnless(NO_LOCKS, "PREAMAR_NO_LOCKS names the library no_locks")
    def test_where_there_are_no_locks(self):
        """As on some network file systems."""
        for more in ([], IN_BLOCKS):
            words = self.words(self.job, "out.tif", *more)
            environment = {**os.environ, "LD_PRELOAD": NO_LOCKS}
            before = state(self.folder)
            self.assertIn("--no-lock", self.call(*words, code=1, env=environment)[1])
            self.assertEqual(state(self.folder), before)
            self.call(*words, "--no-lock", "--overwrite", env=environment)
            self.assertEqual(self.pixels(self.folder / "out.tif"), self.result_of(self.job))
            remove(self.folder / "out.tif")

    def test_without_a_lock(self):
        for more in ([], IN_BLOCKS):
            for output in ("out.tif", "out.ome.zarr"):
                self.call(*self.words(self.job, output, *more, "--no-lock", "--overwrite"))
                self.assertEqual(self.pixels(self.folder / output), self.result_of(self.job))
                self.assertFalse((self.folder / f"{output}.lock").exists())


if __name__ == "__main__":
    unittest.main()
