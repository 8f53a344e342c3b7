"""Plans, work folders and links of somebody else: nothing of them is obeyed, followed or removed."""

import copy
import json
import os
import signal
import stat
import subprocess
import time
import unittest

from forged import signed
from trials import ERRORS, IN_BLOCKS, PROGRAM, FaultTest, state

VICTIM, STRANGER = 65534, 65533
NOTES = "weeks of work\n"
OUTPUT = "out.ome.zarr"


class StrangersTest(FaultTest):
    side = 512

    def setUp(self):
        super().setUp()
        if os.geteuid() == 0:
            who = {"user": VICTIM, "group": VICTIM, "extra_groups": []}
            try:
                if subprocess.run([PROGRAM, "--version"], capture_output=True, **who).returncode == 0:
                    self.who = who
            except OSError:
                pass
        self.begin_trial("own")
        self.words = ["label", self.image("tissue", ".ome.zarr", "--chunk", "64,64"), "-o", OUTPUT]

    def begin_trial(self, number):
        super().begin_trial(number)
        self.private = self.own_folder(self.place / "private")
        (self.private / "thesis.tex").write_text(NOTES)

    def own_folder(self, path):
        """A folder of the user that runs the program."""
        path.mkdir(parents=True)
        if self.who:
            os.chown(path, VICTIM, VICTIM)
        return path

    def shared_folder(self, path, owner=STRANGER):
        path.mkdir(parents=True)
        (path / "made-by-preamar").touch()
        for item in (path, path / "made-by-preamar"):
            if self.who:
                os.chown(item, owner, owner)
        path.chmod(0o777)
        return path

    def require_users(self):
        if not self.who:
            self.skipTest("needs root, and a program that other users can run")


class WorkFolders(StrangersTest):
    def refused(self, words, *parts):
        before = state(self.place)
        code, message = self.run_now(words)
        self.assertIn(code, ERRORS, message)
        for part in (*parts, "--trust-work", "PREAMAR_TRUST_WORK"):
            self.assertIn(part, message)
        self.assertEqual(state(self.place), before)

    def test_folders_of_others(self):
        self.require_users()
        for name, words in ((f"{OUTPUT}.work", self.words), ("out.tif.work", [*self.words[:3], "out.tif"]),
                            (f"{OUTPUT}.work", ["plan", *self.words, "plan.json", *IN_BLOCKS])):
            for more in ([], IN_BLOCKS, ["--overwrite"], [*IN_BLOCKS, "--resume"]):
                if words[0] == "plan" and more:
                    continue
                with self.subTest(words=words, more=more):
                    self.begin_trial(f"{name} {words[0]} {more}")
                    self.shared_folder(self.place / name)
                    self.refused([*words, *more], name, "belongs to another user")
                    code, message = self.run_now([*words, *more, "--trust-work"])
                    self.assertEqual(code, 0, message)

    def test_folders_that_others_can_write(self):
        self.begin_trial("open")
        self.shared_folder(self.place / f"{OUTPUT}.work", VICTIM)
        self.refused(self.words, "other users can write")
        self.assertEqual(self.run_now(self.words, environment={"PREAMAR_TRUST_WORK": "1"})[0], 0)

    def test_folders_of_pipelines_and_plans(self):
        self.require_users()
        self.begin_trial("pipeline")
        (self.place / "p.toml").write_text(f'version = 1\n[inputs]\nimage = "{self.words[1]}"\n[steps.labels]\n'
                                           f'operator = "label"\nimage = "image"\n[outputs]\nlabels = "{OUTPUT}"\n')
        folder = self.shared_folder(self.place / f"{OUTPUT}.work")
        (folder / "record").mkdir()
        self.refused(["run", "p.toml"], f"{OUTPUT}.work", "belongs to another user")
        self.shared_folder(self.place / "plan.json.work")
        self.refused(["plan", "measure", self.words[1], "-o", "t.csv", "plan.json"], "plan.json.work")

    def test_new_folders_are_closed(self):
        self.begin_trial("closed")
        self.assertEqual(self.run_now(["plan", *self.words, "plan.json", *IN_BLOCKS])[0], 0)
        self.assertEqual(self.run_now(["plan", "measure", self.words[1], "-o", "t.csv", "m.json"])[0], 0)
        for name in (f"{OUTPUT}.work", "m.json.work"):
            self.assertEqual(stat.S_IMODE((self.place / name).stat().st_mode), 0o700, name)
        self.assertEqual(self.run_now(["task", "m.json", "cancel"])[0], 0)
        self.assertFalse((self.place / "m.json.work").exists())

    def test_outputs_are_as_open_as_ever(self):
        self.begin_trial("modes")
        for output in (OUTPUT, "out.tif"):
            self.assertEqual(self.run_now([*self.words[:3], output])[0], 0)
            self.assertEqual((self.place / output).stat().st_mode & 0o555 & ~os.umask(os.umask(0)) & 0o044, 0o044)

    def test_a_link_put_in_its_place(self):
        """While the run is stopped, its folder is swapped for a link to a private one of the same user."""
        for output in (OUTPUT, "out.tif"):
            for _ in range(3):
                self.begin_trial(f"swapped {output} {_}")
                before = state(self.private)
                work = self.place / f"{output}.work"
                library = os.environ.get("PREAMAR_SLOW_STORAGE", "")
                process = self.begin([*self.words[:3], output, *IN_BLOCKS, "--threads", "1"],
                                     environment={"LD_PRELOAD": library} if library else None)
                while process.poll() is None and not list(work.glob("state*/*")):
                    time.sleep(0.001)
                process.send_signal(signal.SIGSTOP)
                if work.exists():
                    work.rename(self.place / "aside")
                    work.symlink_to(self.private)
                process.send_signal(signal.SIGCONT)
                self.end(process)
                self.assertEqual(state(self.private), before)

    def test_links_of_others_are_not_followed(self):
        self.require_users()
        for output in (OUTPUT, "out.tif"):
            self.begin_trial(f"link {output}")
            target = self.private / output
            self.assertEqual(self.run_now([*self.words[:3], target])[0], 0)
            before = state(self.private)
            os.symlink(target, self.place / output)
            os.chown(self.place / output, STRANGER, STRANGER, follow_symlinks=False)
            for more in ([], IN_BLOCKS):
                self.refused(["label", self.words[1], "-o", output, "--overwrite", *more], "a link of another user")
                self.assertEqual(state(self.private), before)
            code, message = self.run_now([*self.words[:3], output, "--overwrite", "--trust-work"])
            self.assertEqual(code, 0, message)


class Plans(StrangersTest):
    def setUp(self):
        super().setUp()
        self.plan = self.planned("plan", *self.words, "plan.json", "--no-lock", *IN_BLOCKS)

    def planned(self, *words):
        code, message = self.run_now(words)
        self.assertEqual(code, 0, message)
        return json.loads((self.place / "plan.json").read_text())

    def forged(self, change):
        """A plan in a folder of its own, after change(plan)."""
        plan = copy.deepcopy(self.plan)
        change(plan)
        (self.place / "evil.json").write_text(json.dumps(signed(plan)))
        return "evil.json"

    def harmless(self, change, *numbers):
        """Tasks and the end of the forged plan leave everything outside as it was."""
        for number in (*(numbers or range(3)), "cancel"):
            before = state(self.private)
            plan = self.forged(change)
            code, message = self.run_now(["task", plan, number])
            self.assertEqual(state(self.private), before, f"task {number}: {message}")
            self.assertIn(code, (0, *ERRORS), message)

    def test_the_digest_is_known(self):
        self.assertEqual(signed(self.plan), self.plan)

    def test_paths_in_a_plan(self):
        project = self.private / "proj"
        (self.private / "proj.work").mkdir()
        (self.private / "proj.work" / "data").write_text(NOTES)
        for name in ("thesis.tex", "proj", "new"):
            self.harmless(lambda plan: plan.update(first_plan=str(self.private / name)))
            self.harmless(lambda plan: plan.update(state=str(self.private / name)))
        self.assertTrue((self.private / f"{project.name}.work" / "data").exists())

    def test_outputs_of_other_runs(self):
        """A plan that names an output has no right to the work of another run."""
        other = self.private / "x.ome.zarr"
        self.begin_other_run(other)
        for lock in (False, True):
            def change(plan):
                plan["call"]["outputs"] = [str(other)]
                plan["call"]["write"].update(lock=lock, overwrite=True)
            self.harmless(change, 0, self.plan["tasks"] - 1)

    def begin_other_run(self, output):
        code, message = self.run_now(["plan", *self.words[:2], "-o", output, self.private / "other.json", "--no-lock",
                                      *IN_BLOCKS])
        self.assertEqual(code, 0, message)

    def test_notes_next_to_a_plan(self):
        """Files that are named as the plans of a job, and are none."""
        for name in ("evil.json.1", "evil.json.done", "evil.json.1.done"):
            (self.place / name).write_text(NOTES)
        self.run_now(["task", self.forged(lambda plan: None), "cancel"])
        for name in ("evil.json.1", "evil.json.done", "evil.json.1.done"):
            self.assertEqual((self.place / name).read_text(), NOTES)

    def test_numbers_in_a_plan(self):
        largest = (1 << 63) - 1
        last = len(self.plan["stages"]) - 1
        changes = [lambda plan: plan["stages"][min(3, last)].update({"pass": 2}),
                   lambda plan: plan["stages"][0].update(level=largest),
                   lambda plan: plan["stages"][0].update(tasks=largest),
                   lambda plan: plan["stages"].clear(),
                   lambda plan: plan["call"].update(block=[largest, 128]),
                   lambda plan: plan["call"].update(block=[1 << 32, 1 << 32]),
                   lambda plan: plan["call"].update(threads=(1 << 31) - 1),
                   lambda plan: plan.update(threads=(1 << 31) - 1),
                   lambda plan: plan.update(stage_of_pipeline=7),
                   lambda plan: plan.update(exchanged=5),
                   lambda plan: plan.update(number=3),
                   lambda plan: plan.update(identities_of_inputs=[]),
                   lambda plan: plan["call"]["write"].update(chunk=[largest, 1]),
                   lambda plan: plan["call"]["read"].update(level=largest)]
        for index, change in enumerate(changes):
            with self.subTest(index=index):
                for number in (0, self.plan["stages"][min(3, last)]["first"], self.plan["tasks"] - 1):
                    code, message = self.run_now(["task", self.forged(change), number])
                    self.assertIn(code, ERRORS, message)

    def test_the_job_itself_is_done(self):
        for number in range(self.plan["tasks"]):
            code, message = self.run_now(["task", "plan.json", number])
            self.assertEqual(code, 0, message)
        self.assertEqual(self.pixels(self.place / OUTPUT),
                         self.expected(("label",), self.words[1]))
        self.assertFalse((self.place / f"{OUTPUT}.work").exists())


if __name__ == "__main__":
    unittest.main()
