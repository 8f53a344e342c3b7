"""Trials of faults: seeded, counted and summed up. Standard library only.

PREAMAR_SEED           the seed of all trials; printed
PREAMAR_FAULT_TRIALS   the share of the trials that is run: 1 for all (default: 0.1)
PREAMAR_FAULT_ONLY     the number of one trial, to run it alone
"""

import collections
import hashlib
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[1] / "faces"))
from program import PATIENCE, PROGRAM, ProgramTest  # noqa: E402

SEED = int(os.environ.get("PREAMAR_SEED", random.SystemRandom().randrange(1 << 32)))
SHARE = float(os.environ.get("PREAMAR_FAULT_TRIALS", "0.1"))
ONLY = os.environ.get("PREAMAR_FAULT_ONLY")
print(f"PREAMAR_SEED={SEED} PREAMAR_FAULT_TRIALS={SHARE}", flush=True)

SIDE = 2048
IN_BLOCKS = ["--block", "256,256"]
TWO_PASSES = [("fill_holes",), ("h_maxima", "--h", "20"), ("label",), ("regional_minima",)]
ONE_PASS = [("gaussian", "--sigma", "2"), ("threshold", "--value", "120")]
ERRORS = (1, 2, 3)  # exit codes of runs that say why they did not end well


def state(path):
    """The files and folders at `path`, with digests of their bytes: a run that touches nothing leaves all as it was."""
    if path.is_symlink():
        return os.readlink(path)
    if path.is_dir():
        return {child.name: state(child) for child in path.iterdir()}
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


def remove(path):
    """Removes a file, a link, or a folder with all that it holds; also what is not there."""
    if path.is_dir() and not path.is_symlink():
        for folder, _, _ in os.walk(path):
            os.chmod(folder, 0o755)
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


class FaultTest(ProgramTest):
    """Each trial has a folder of its own, `self.place`, in which its runs work; images for all are in `self.images`."""

    side = SIDE
    who = {}  # options of subprocess: the user that runs the program

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.images = self.folder / "images"
        self.images.mkdir()
        self.counts = collections.Counter()
        self.failures = []
        self.known = {}  # the pixels of results, and the seconds of runs
        self.begin_trial("setup")

    # Trials

    def run_trials(self, count, trial, half_ends_well=True):
        """Calls `trial` for the share of `count` trials that is asked for, and fails if one did."""
        numbers = range(max(1, round(count * SHARE))) if ONLY is None else [int(ONLY)]
        for number in numbers:
            self.begin_trial(number)
            self.counts["trials"] += 1
            trial()
            remove(self.place)
        self.sum_up(half_ends_well and ONLY is None)

    def begin_trial(self, number):
        self.number, self.notes = number, []
        self.random = random.Random(f"{SEED} {self.id()} {number}")
        self.place = self.folder / f"trial {number}"
        self.place.mkdir()
        if self.who:
            os.chown(self.place, self.who["user"], self.who["group"])

    def note(self, *words):
        """What the trial does, for its report."""
        self.notes.append(" ".join(map(str, words)))

    def wrong(self, message):
        """A run ended with 0, and its image is not right."""
        self.counts["wrong"] += 1
        self.fault(f"WRONG: {message}")

    def fault(self, message):
        """Any other broken promise."""
        self.counts["faults"] += 1
        self.failures.append(f"trial {self.number}: {'; '.join(self.notes)}: {message}")

    def sum_up(self, half_ends_well):
        count = self.counts
        runs = count["0"] + count["error"] + count["otherwise"]
        print(f"{self.id()}: PREAMAR_SEED={SEED}: {count['trials']} trials, {runs} runs: {count['0']} exit 0, "
              f"{count['error']} refused or failed with a message, {count['otherwise']} ended otherwise, "
              f"{count['wrong']} WRONG, {count['faults'] - count['wrong']} other faults", flush=True)
        if self.failures:
            test = self.id().removeprefix("__main__.")
            one = f"PREAMAR_SEED={SEED} PREAMAR_FAULT_ONLY=N {sys.argv[0]} PROGRAM {test}"
            self.fail("\n".join([f"{len(self.failures)} faults; to run trial N alone: {one}", *self.failures]))
        if half_ends_well:
            self.assertGreaterEqual(2 * count["0"], runs, "fewer than half of the runs end with 0")

    # Runs

    def begin(self, words, environment=None):
        """A run of the program in the trial's folder."""
        return subprocess.Popen([PROGRAM, *map(str, words), "--quiet"], cwd=self.place, text=True, errors="replace",
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                env={**os.environ, **(environment or {})}, **self.who)

    def end(self, process, counts=True):
        """The exit code of a run and its message, once it ends."""
        try:
            message = process.communicate(timeout=PATIENCE)[1]
        except subprocess.TimeoutExpired:
            process.kill()
            message = process.communicate()[1] + " (it hung)"
        code = process.returncode
        if counts:
            self.counts["0" if code == 0 else "error" if code in ERRORS else "otherwise"] += 1
            if code != 0 and code not in ERRORS:
                self.fault(f"{process.args[1:]} ended with {code}: {message}")
            if code in ERRORS and not message.startswith("preamar: "):
                self.fault(f"{process.args[1:]} ended with {code} without a message")
        return code, message

    def run_now(self, words, **options):
        return self.end(self.begin(words, **options))

    def begin_and_kill(self, words, most=0.95):
        """True where the run was killed (by kill -9) at a random moment before its end."""
        process = self.begin(words)
        time.sleep(self.random.uniform(0, most) * self.seconds(words))
        process.send_signal(signal.SIGKILL)
        return self.end(process, counts=False)[0] == -signal.SIGKILL

    def seconds(self, words):
        """How long such a run takes; measured once for the operator, the kind of output and blocks or whole."""
        output = str(words[words.index("-o") + 1])
        kind = ("seconds", words[0], output.endswith(".zarr"), "--block" in words)
        if kind not in self.known:
            folder = self.place / "time"
            folder.mkdir(exist_ok=True)
            if self.who:
                os.chown(folder, self.who["user"], self.who["group"])
            own = [*words]
            own[words.index("-o") + 1] = f"time/{pathlib.Path(output).name}"
            begun = time.monotonic()
            self.end(self.begin([word for word in own if word not in ("--resume", "--overwrite")]), counts=False)
            self.known[kind] = time.monotonic() - begun
            remove(folder)
        return self.known[kind]

    # Images

    def image(self, instance, ending=".tif", *more):
        """A generated image, as a file of this kind."""
        path = self.images / f"{instance}{'-'.join(more).replace(',', 'x')}{ending}"
        if not path.exists():
            source = self.images / f"{instance}.tif"
            if not source.exists():
                self.generate(instance, self.side, source)
            if path != source:
                self.call("dilate", source, "--radius", 0, "-o", path, *more)
        return path

    def pixels(self, path, *more):
        """The pixels of an image as bytes, whatever file it is in; none where it cannot be read."""
        copy = self.folder / "pixels.tif"
        done = subprocess.run([PROGRAM, "dilate", path, "--radius", "0", "-o", copy, "--overwrite", "--threads", "1",
                               "--quiet", *more], capture_output=True, timeout=PATIENCE)
        return copy.read_bytes() if done.returncode == 0 else None

    def expected(self, call, source, key=None):
        """The pixels that `call` gives for the image `source`, processed whole; none where it cannot be read.

        `key` names what `source` holds; without it, the result is computed anew."""
        if key and (call, key) in self.known:
            return self.known[call, key]
        result = self.folder / "expected.tif"
        done = subprocess.run([PROGRAM, *call[:1], source, *call[1:], "-o", result, "--overwrite", "--threads", "1",
                               "--quiet"], capture_output=True, timeout=PATIENCE)
        found = self.pixels(result) if done.returncode == 0 else None
        if key:
            self.assertIsNotNone(found, done.stderr)
            self.known[call, key] = found
        return found

    def require_nothing_left(self, folder=None, temporary=False):
        """A run that ended with 0 leaves nothing beside its output; a killed one may have left a temporary file."""
        names = [path.name for path in (folder or self.place).iterdir()]
        left = [name for name in names if name.endswith((".work", ".pipeline", ".partial", ".past"))
                or temporary and name.startswith(".preamar-")]
        if left:
            self.fault(f"left behind: {left}")
