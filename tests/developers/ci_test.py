#!/usr/bin/env python3
""".ci/run with stand-in stages: it passes only if every stage ran to its end."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Runs(unittest.TestCase):
    def run_stages(self, text, limit=60):
        with tempfile.TemporaryDirectory() as folder:
            stages = pathlib.Path(folder) / "stages"
            stages.write_text(text)
            command = [ROOT / ".ci/run", "--stages", stages, "--limit", str(limit), "--logs", f"{folder}/logs"]
            return subprocess.run(command, capture_output=True, text=True)

    def assert_fails(self, done, *words):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("passed", done.stdout)
        for word in words:
            self.assertIn(word, done.stdout)

    def test_all_stages_pass(self):
        done = self.run_stages("both() { true && true; }\nexport -f both\nstage first true\nstage second both\n")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("All 2 stages passed", done.stdout)

    def test_a_failing_sanitizer_test(self):
        stages = "tests() { echo 'heap-use-after-free' && exit 8; }\nexport -f tests\nstage asan-tests tests\nstage last true\n"
        self.assert_fails(self.run_stages(stages), "heap-use-after-free", "'asan-tests' failed with exit code 8")

    def test_the_exit_code_of_timeout_is_a_failure(self):
        self.assert_fails(self.run_stages("stage tests timeout 0.1 sleep 10\n"), "'tests' failed with exit code 124")
        self.assert_fails(self.run_stages("stage tests bash -c 'exit 124'\nstage last true\n"), "exit code 124")

    def test_a_stage_that_is_too_slow(self):
        done = self.run_stages("stage first true\nstage slow bash -c 'sleep 50 & sleep 50'\nstage last true\n", limit=4)
        self.assert_fails(done, "ci: first", "'slow' was stopped", "the 4 s of the run are over")
        self.assertNotIn("ci: last", done.stdout)

    def test_a_stage_that_ignores_the_signal(self):
        done = self.run_stages("stage first bash -c 'trap \"\" TERM; sleep 1.5'\nstage last true\n", limit=1)
        self.assert_fails(done)

    def test_a_list_that_breaks_off(self):
        done = self.run_stages("stage first true\nfalse\nstage last true\n")
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("passed", done.stdout)


if __name__ == "__main__":
    unittest.main()
