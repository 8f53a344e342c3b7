"""The compile commands of a preset, and which of its sources passed a check before."""

import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import shlex
import subprocess
import time

from repository import ROOT

KEPT = 30 * 24 * 3600  # seconds that a result is kept after its last use


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


def compile_commands(preset):
    """The arguments of the compiler for each source of a configured preset, without a compiler cache and an output."""
    found = {}
    for entry in json.loads((ROOT / "build" / preset / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        if pathlib.Path(words[0]).name == "ccache":
            del words[0]
        where = words.index("-o")
        del words[where : where + 2]
        words.remove("-c")
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(ROOT):
            found.setdefault(path.relative_to(ROOT), words)
    return found


@functools.cache
def digest_of(path):
    """None for a file that cannot be read."""
    try:
        return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()
    except OSError:
        return None


class Passed:
    """Sources that passed a check. Another clone finds them too, as long as the check, the compile command and all
    files that the compiler read are the same: a file of the user's cache folder lists these files with their digests."""

    def __init__(self, check, *kind):
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        self.folder = cache / "preamar" / check
        self.folder.mkdir(parents=True, exist_ok=True)
        self.kind = kind
        for entry in self.folder.iterdir():
            if time.time() - entry.stat().st_mtime > KEPT:
                entry.unlink(missing_ok=True)

    def entry(self, source, command):
        text = "\n".join([*self.kind, str(source), *command]).replace(str(ROOT), "")
        return self.folder / hashlib.sha256(text.encode()).hexdigest()

    def holds(self, source, command):
        entry = self.entry(source, command)
        try:
            read = json.loads(entry.read_text())
        except (OSError, ValueError):
            return False
        entry.touch()
        return all(digest_of(ROOT / name) == digest for name, digest in read.items())  # an absolute name stays as it is

    def note(self, source, command):
        rule = output_of(*command, "-M")
        names = [pathlib.Path(name) for name in rule.replace("\\\n", " ").split(":", 1)[1].split()]
        names = [name.relative_to(ROOT) if name.is_relative_to(ROOT) else name for name in names]
        entry = self.entry(source, command)
        beside = entry.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps({str(name): digest_of(ROOT / name) for name in names}))
        beside.rename(entry)


def faults_in(commands, passed, fault_of, again=False):
    """What `fault_of(source, command)` reports about sources that did not pass before, and how many were read."""
    waiting = [pair for pair in commands.items() if again or not passed.holds(*pair)]

    def read(pair):
        fault = fault_of(*pair)
        if not fault:
            passed.note(*pair)
        return fault

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [fault for fault in pool.map(read, waiting) if fault], len(waiting)
