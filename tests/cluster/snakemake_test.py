"""The scripts of examples/cluster do jobs of one plan and of several: the outputs have the bytes of plain runs. SLURM is
a stand-in for sbatch. Tests of the Snakefile are skipped without Snakemake: PREAMAR_SNAKEMAKE names the program
(default: the module of this Python)."""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.append(str(ROOT / "tests" / "faces"))
from program import PATIENCE, PROGRAM, ProgramTest  # noqa: E402

SCRIPTS = ROOT / "examples" / "cluster"
OUTPUT = "out.ome.zarr"
IN_BLOCKS = ["--block", "128,128", "--threads", "1", "--quiet"]

# Runs all elements of an array at once. Dependencies hold, since jobs before have ended.
SBATCH = """#!/usr/bin/env bash
set -euo pipefail
for word; do
  case $word in
    --array=0-*) last=${word#--array=0-} ;;
    --wrap=*) command=${word#--wrap=} ;;
  esac
done
for SLURM_ARRAY_TASK_ID in $(seq 0 "$last"); do
  export SLURM_ARRAY_TASK_ID
  bash -c "$command" >&2
done
echo "7;cluster"
"""


def snakemake():
    """The words of the command, or None."""
    if program := os.environ.get("PREAMAR_SNAKEMAKE"):
        return [program]
    return [sys.executable, "-m", "snakemake"] if importlib.util.find_spec("snakemake") else None


def files_below(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


class Scripts(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in "plain", "job", "programs":
            (self.folder / name).mkdir()
        (self.folder / "programs" / "preamar").symlink_to(PROGRAM)
        sbatch = self.folder / "programs" / "sbatch"
        sbatch.write_text(SBATCH)
        sbatch.chmod(0o755)

    def reconstruct(self):
        self.call("generate", "tissue-100-h", 512, "-o", "marker.ome.zarr", "mask.ome.zarr", "--chunk", "64,64")
        return ["reconstruct", "marker.ome.zarr", "mask.ome.zarr", *IN_BLOCKS]

    def geodesic_distance(self):
        """A job of several plans."""
        self.call("generate", "blobs", 512, "-o", "blobs.ome.zarr", "--chunk", "64,64")
        self.call("generate", "tissue", 512, "-o", "tissue.ome.zarr", "--chunk", "64,64")
        self.call("canny", "tissue.ome.zarr", "--sigma", 2, "--low", 3, "--high", 5, "-o", "edges.ome.zarr")
        return ["geodesic_distance", "edges.ome.zarr", "blobs.ome.zarr", *IN_BLOCKS]

    def compare(self, call, *script, **environment):
        """Does a job by a script that takes the plan as its last word; returns what the script prints."""
        self.call(*call, "-o", f"plain/{OUTPUT}")
        self.call("plan", *call, "-o", f"job/{OUTPUT}", "-o", "job/plan.json")
        printed = self.run_script(*script, **environment)
        self.assertEqual(files_below(self.folder / "job" / OUTPUT), files_below(self.folder / "plain" / OUTPUT))
        self.assertFalse([path.name for path in (self.folder / "job").glob(f"{OUTPUT}.*")])
        return printed

    def run_script(self, *words, code=0, **environment):
        path = f"{self.folder / 'programs'}:{os.environ['PATH']}"
        done = subprocess.run(words, cwd=self.folder / "job", text=True, timeout=PATIENCE, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT,
                              env={**os.environ, "PATH": path, "XDG_CACHE_HOME": str(self.folder), **environment})
        self.assertEqual(done.returncode, code, done.stdout[-5000:])
        return done.stdout

    def test_shell(self):
        for call in self.reconstruct, self.geodesic_distance:
            with self.subTest(call.__name__):
                self.assertEqual(self.compare(call(), SCRIPTS / "tasks.sh", "plan.json", "2").split()[-1], "done")
                self.clear()

    def test_slurm(self):
        for call in self.reconstruct, self.geodesic_distance:
            with self.subTest(call.__name__):
                self.compare(call(), SCRIPTS / "slurm_array.sh", "plan.json", ARRAY="5")
                self.clear()

    def clear(self):
        for name in "plain", "job":
            subprocess.run(["rm", "-r", "--", self.folder / name], check=True)
            (self.folder / name).mkdir()


@unittest.skipUnless(snakemake(), "Snakemake is not installed")
class Snakemake(Scripts):
    test_shell = test_slurm = None

    def words(self, *settings):
        return [*snakemake(), "-s", str(SCRIPTS / "Snakefile"), "-j", "2", "--config", "plan=plan.json", *settings]

    def plans(self):
        """The copies that the Snakefile keeps; the last one is empty."""
        files = (self.folder / "job").glob("plan.json.tasks/*/*.plan")
        return [file.read_text() for file in sorted(files, key=lambda file: int(file.stem))]

    def test_one_plan(self):
        self.compare(self.reconstruct(), *self.words())
        self.assertEqual([bool(plan) for plan in self.plans()], [True, False])
        self.assertIn("Nothing to be done", self.run_script(*self.words()))

    def test_several_plans(self):
        self.compare(self.geodesic_distance(), *self.words("batch=5"))
        self.assertGreater(len(self.plans()), 3)

    def test_resumed(self):
        """The last task fails, and a result is lost meanwhile: once the job is planned again, all tasks are checked."""
        call = [*self.reconstruct(), "-o", f"job/{OUTPUT}", "-o", "job/plan.json"]
        self.call("plan", *call)
        plan = json.loads((self.folder / "job" / "plan.json").read_text())
        program = self.folder / "programs" / "preamar"
        program.unlink()
        program.write_text(f'#!/bin/sh\n[ "$3" = {plan["tasks"] - 1} ] && exit 1\nexec {PROGRAM} "$@"\n')
        program.chmod(0o755)
        self.run_script(*self.words(), code=1)
        program.unlink()
        program.symlink_to(PROGRAM)
        state = self.folder / "job" / f"{OUTPUT}.work"
        for lost in next(state.glob("state-*/0/border-0-0/*")), next(state.glob("partial-*/0/c/1/2")):
            lost.unlink()
        self.call("plan", *call, "--resume")
        self.assertEqual(json.loads((self.folder / "job" / "plan.json").read_text())["job"], plan["job"])
        self.run_script(*self.words())
        self.call(*call[:-4], "-o", f"plain/{OUTPUT}")
        self.assertEqual(files_below(self.folder / "job" / OUTPUT), files_below(self.folder / "plain" / OUTPUT))


if __name__ == "__main__":
    unittest.main()
