"""Jobs whose records, outputs or inputs are damaged or changed between two stages: each ends with the right image, or
with a message and without an image. Once its plan is resumed and all tasks are done again, the image is right."""

import json
import os
import pathlib
import shutil
import time

import jobs
from jobs import IN_BLOCKS, OUTPUT, PLAN, JobTest

IN_FOUR = ["--block", "128,128", "--threads", "1"]
LOCK = 2  # seconds until the lock of a job that stopped expires
os.environ["PREAMAR_LOCK_SECONDS"] = str(LOCK)


class Stopped(Exception):
    """A task of a disturbed job ended with an error."""


class DamageTest(JobTest):
    def fill_holes(self, *more):
        return ["fill_holes", self.stored("tissue"), *IN_BLOCKS, *more, "-o", OUTPUT]

    def pyramid(self, *more):
        return self.fill_holes("--chunk", "32,32", "--pyramid", "mean", *more)

    def watershed(self):
        return ["watershed", self.stored("relief"), self.stored("markers"), *IN_BLOCKS, "-o", OUTPUT]

    def geodesic_distance(self):
        return ["geodesic_distance", self.stored("edges"), self.stored("blobs"), *IN_BLOCKS, "-o", OUTPUT]

    def damage(self, path, kind=None):
        kind = kind or self.random.choice(["delete", "truncate", "flip", "empty"])
        content = path.read_bytes()
        if kind == "delete":
            path.unlink()
        elif kind == "invert":
            path.write_bytes(bytes(255 - byte for byte in content))
        elif kind == "flip":
            at = self.random.randrange(len(content))
            path.write_bytes(content[:at] + bytes([content[at] ^ 1 << self.random.randrange(8)]) + content[at + 1:])
        else:
            os.truncate(path, 0 if kind == "empty" else self.random.randrange(len(content)))
        self.note(kind, path.relative_to(self.job))

    def tolerant(self, plan, number):
        """The report of a task; raises Stopped where it fails."""
        code, printed, message = self.end(self.begin(["task", plan, number, "--json"]))
        if code == 0:
            return json.loads(printed)
        self.assertIn(code, (1, 2, 3), message)
        self.assertRegex(message, r"\Apreamar: [^\n]+\n\Z")
        raise Stopped(message)

    def some_file(self, pattern):
        """A random file of OUT.work, if there is one."""
        found = sorted(path for path in self.job.glob(f"{OUTPUT}.work/{pattern}") if path.is_file())
        return self.random.choice(found) if found else None

    def resumed(self, words):
        """Plans the job again and does all of its tasks. Without its record it is another job and waits for the lock."""
        if any("record/identity" in str(note) for note in self.notes):
            time.sleep(LOCK + 2)
        self.planned(*words[:-2], "--resume", *words[-2:])
        try:
            self.run_job(do=self.tolerant)
        except (Stopped, OSError, ValueError) as stopped:
            self.fail(f"the resumed job failed after {self.notes}: {stopped}")
        self.require_same(f"after {self.notes}")


class Records(DamageTest):
    def damage_each(self, words, patterns):
        self.done(*words, folder=self.plain)
        for pattern in patterns:
            with self.subTest(pattern):
                self.damaged(words, f"state-*/0/{pattern}")
            self.clear(self.job)

    def damaged(self, words, pattern):
        """A record is damaged as soon as there is one."""
        self.planned(*words)
        self.notes = []

        def after(*_):
            path = self.some_file(pattern)
            if path and not self.notes:
                self.damage(path)

        try:
            self.run_job(do=self.tolerant, after=after)
        except Stopped as stopped:
            self.note(stopped)
        except (OSError, ValueError):  # the plan itself is damaged
            self.note(self.task_refused(pathlib.Path(pattern).name, 0))
        self.assertTrue(self.notes, "nothing was damaged")
        if (self.job / OUTPUT).exists():
            return self.require_same(f"the job went on after {self.notes}")
        self.resumed(words)

    def test_tree(self):
        self.damage_each(self.pyramid(), ["summary-0-0/*", "merge-0-0/*", "border-0-0/*", "root-0-0", "digests-0-0/*",
                                          "digests-0-1/*", "../../record/identity"])

    def test_exchange_and_tree(self):
        self.damage_each(self.watershed(), ["seam-0-0/*", "wakes-0-0/*", "exchange-0--1", "summary-0-0/*", "root-0-0",
                                            "digests-0-0/*"])

    def test_exchange(self):
        """Three rounds."""
        self.damage_each(self.geodesic_distance(), ["seam-0-1/*", "wakes-0-1/*", "exchange-0-1", "exchange-0-2",
                                                    "digests-0-0/*", "digests-0-1/*"])

    def test_plans(self):
        self.damage_each(self.geodesic_distance(), [f"../../../{PLAN}.1", f"../../../{PLAN}.2", f"../../../{PLAN}.1.done"])


class Outputs(DamageTest):
    def damaged(self, words, until, pattern, kind, fails=None):
        """A part of the output is damaged before the first task of a stage, which fails if `fails` is a message."""
        self.done(*words, folder=self.plain)
        self.planned(*words)
        stage = self.run_until(until)
        self.damage(self.some_file(f"partial-*/{pattern}"), kind)
        if fails:
            self.assertRegex(self.task_refused(PLAN, stage["first"]), fails)
            self.require_nothing_committed()
        elif stage["name"] != "commit":
            self.run_stage(PLAN, stage)
        self.resumed(words)

    def test_deleted_chunk(self):
        self.damaged(self.fill_holes(), "commit", "0/c/*/*", "delete", r"the part c/\d+/\d+ was not written")

    def test_empty_chunk(self):
        self.damaged(self.fill_holes(), "commit", "0/c/*/*", "empty", r"the part c/\d+/\d+ was not written")

    def test_changed_chunk(self):
        for kind in "flip", "truncate":
            with self.subTest(kind):
                self.damaged(self.fill_holes(), "commit", "0/c/*/*", kind)
            self.clear()

    def test_metadata(self):
        for name in "zarr.json", "0/zarr.json":
            with self.subTest(name):
                self.damaged(self.pyramid(), "commit", name, "flip", "metadata")
            self.clear()

    def test_chunk_of_a_smaller_level(self):
        for kind in "delete", "flip":
            with self.subTest(kind):
                self.damaged(self.pyramid(), "commit", "1/c/*/*", kind)
            self.clear()

    def test_chunk_from_which_smaller_levels_are_made(self):
        self.damaged(self.pyramid("--compression", "none"), "smaller", "0/c/*/*", "invert")


class Inputs(DamageTest):
    def copied(self, name):
        path = self.place / f"own-{name}.ome.zarr"
        shutil.copytree(self.stored(name), path)
        return path

    def change(self, image, is_hidden):
        """A chunk gets the bytes of another one, and its time is set back where `is_hidden`."""
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
                                     ("merge", 0, ["label", image, *IN_BLOCKS, "-o", OUTPUT])):
            for is_hidden in False, True:
                with self.subTest(words[0], hidden=is_hidden):
                    self.planned(*words)
                    self.run_until(stage, number)
                    self.change(image, is_hidden)
                    with self.assertRaises(Stopped) as stopped:
                        self.run_job(do=self.tolerant)
                    self.assertIn(image.name, str(stopped.exception))
                    self.require_nothing_committed()
                self.clear()


if __name__ == "__main__":
    jobs.main()
