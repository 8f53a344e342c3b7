"""Every operator that processes blocks, and pipelines of them, killed with kill -9 at a random moment and resumed: the
results have the bytes of an undisturbed run. All of them with PREAMAR_FAULT_TRIALS=1; by default a random third."""

import json
import os
import pathlib
import re
import signal
import subprocess
import time
import unittest

from block_calls import CALLS, MADE, NUMBERS, OUTPUTS, PAIRS, TABLES
from trials import PATIENCE, PROGRAM, SHARE, FaultTest, remove

SLOW_STORAGE = os.environ.get("PREAMAR_SLOW_STORAGE")
PIPELINES = pathlib.Path(__file__).parents[2] / "examples" / "pipelines"
IN_BLOCKS = ["--block", "64,64", "--threads", "2"]
# Milliseconds per chunk of a Zarr array: runs last longer than the seconds between two records of written blocks.
LATENCY = 40


class KilledTest(FaultTest):
    side = 1024

    def stored(self, name):
        """The image of this name, as OME-Zarr."""
        path = self.images / f"{name}.ome.zarr"
        if path.exists():
            return path
        more = ["--chunk", "64,64"]
        if name in MADE:
            operator, source, *options = MADE[name]
            self.call(operator, self.stored(source), *options, "-o", path, *more)
            return path
        for first, (instance, second) in PAIRS.items():
            if name in (first, second):
                pair = [self.images / f"{each}.ome.zarr" for each in (first, second)]
                self.generate(instance, self.side, *pair, *more)
                return path
        self.generate(name, self.side, path, *more)
        return path

    def operators(self):
        """Those that process blocks, as their help says."""
        names = re.findall(r"^  ([a-z_]+)  ", self.call("help")[0].split("Other commands:")[0], re.MULTILINE)
        self.assertGreater(len(names), 30)
        return [name for name in names if "--block N" in self.call(name, "--help-all")[0]]

    def test_killed_and_resumed(self):
        operators = self.operators()
        self.assertEqual([name for name in operators if name not in CALLS], [], "operators without a call")
        self.kinds = operators + sorted(path.name for path in PIPELINES.glob("*.toml"))
        self.random.shuffle(self.kinds)
        count = round(len(self.kinds) * max(SHARE, 1 / 3))
        self.run_trials(count / SHARE, self.trial)
        print(f"{self.counts['killed']} of {self.counts['trials']} were killed before their end", flush=True)
        self.assertGreaterEqual(4 * self.counts["killed"], 3 * self.counts["trials"])

    def trial(self):
        kind = self.kinds[self.number]
        words, outputs = self.pipeline(kind) if kind.endswith(".toml") else self.operator(kind)
        environment = {}
        if SLOW_STORAGE and self.random.random() < 0.5:
            environment = {"LD_PRELOAD": SLOW_STORAGE, "PREAMAR_LATENCY": str(LATENCY)}
        self.note(*words, *environment.values())
        begun = time.monotonic()
        code, numbers, message = self.finished(self.begun(words, environment))
        seconds = time.monotonic() - begun
        if code != 0:
            return self.fault(f"the undisturbed run ended with {code}: {message}")
        expected = [self.content(name) for name in outputs]
        for _ in range(5):  # a run may be faster than the first one
            self.clear(outputs)
            seconds *= self.random.uniform(0.1, 0.95)
            if self.is_killed(words, environment, seconds, outputs):
                self.counts["killed"] += 1
                self.note(f"killed after {seconds:.2f} s")
                break
        code, again, message = self.finished(self.begun([*words, "--resume"], {}))
        self.counts["0" if code == 0 else "otherwise"] += 1
        if code != 0:
            return self.fault(f"the resumed run ended with {code}: {message}")
        if [self.content(name) for name in outputs] != expected or again != numbers:
            self.wrong(f"the results differ: {numbers}, {again}")
        self.require_nothing_left()

    def begun(self, words, environment):
        own = {**os.environ, **environment}
        return subprocess.Popen([PROGRAM, *map(str, words), "--json"], cwd=self.place, env=own,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finished(self, process):
        """Exit code, the numbers that were found, and the message of a run."""
        printed, message = process.communicate(timeout=PATIENCE)
        report = json.loads(printed) if process.returncode == 0 else {}
        return process.returncode, {name: report[name] for name in NUMBERS if name in report}, message

    def is_killed(self, words, environment, delay, outputs):
        """True where the run was killed before an output had its name."""
        process = self.begun(words, environment)
        time.sleep(delay)
        process.kill()
        process.communicate(timeout=PATIENCE)
        return process.returncode == -signal.SIGKILL and not any((self.place / name).exists() for name in outputs)

    def operator(self, name):
        images, options = CALLS[name]
        suffix = ".csv" if name in TABLES else self.random.choice([".tif", ".ome.zarr"])
        outputs = [f"out-{i}{suffix}" for i in range(OUTPUTS.get(name, 1))]
        return [name, *map(self.stored, images), *options, *(["-o", *outputs] if outputs else []), *IN_BLOCKS], outputs

    def pipeline(self, name):
        text = (PIPELINES / name).read_text()
        (self.place / name).write_text(text.replace("image.tif", str(self.stored("tissue"))))
        outputs = re.findall(r'"(\S+)"', text.split("[outputs]")[1])
        return ["run", name, *IN_BLOCKS], outputs

    def clear(self, outputs):
        for name in outputs:
            for suffix in ("", ".work"):
                remove(self.place / f"{name}{suffix}")

    def content(self, name):
        """The pixels of an image, or the bytes of a table."""
        path = self.place / name
        return path.read_bytes() if path.suffix == ".csv" else self.pixels(path)


if __name__ == "__main__":
    unittest.main()
