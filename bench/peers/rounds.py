"""Rounds of calls: each library in a process of its own, one call at a time, in turn."""

import json
import os
import select
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import ipp
import numpy as np
from operators import OPERATORS
from peer import OURS, Peer, first

START_SECONDS = 300  # importing, reading and converting


class Refused(Exception):
    """Nothing may be timed."""


@dataclass(frozen=True)
class Limits:
    rounds: int  # calls of each library, at most
    budget: float  # seconds that the calls of one library may take; a slower call counts alone
    limit: float  # seconds after which a call is ended


@dataclass
class Contestant:
    """One library with so many threads, and what was found of it."""

    operator: str
    peer: Peer
    threads: int
    status: str = "timed"  # or why it was not
    version: str | None = None
    memory: int | None = None
    first_ms: float | None = None
    runs_ms: list[float] = field(default_factory=list)
    memcpy_ms: list[float] = field(default_factory=list)
    process: subprocess.Popen | None = None

    @property
    def is_timed(self):
        return self.status == "timed"

    def start(self, folder):
        count = str(self.threads)
        environment = dict(
            os.environ,
            OMP_NUM_THREADS=count,
            OMP_WAIT_POLICY="passive",  # threads that wait must not take a processor from the others
            ITK_GLOBAL_DEFAULT_NUMBER_OF_THREADS=count,
            LD_LIBRARY_PATH=f"{folder / 'ipp'}:{os.environ.get('LD_LIBRARY_PATH', '')}",
        )
        command = [sys.executable, Path(__file__).with_name("worker.py"), self.operator, self.peer.name, count, folder]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment
        )
        answer = self.answer(START_SECONDS)
        if "missing" in answer:
            self.end(f"not here: {answer['missing']}")
        self.version = answer.get("version")

    def answer(self, seconds):
        """The next line of the process; empty where it ended or had to be ended."""
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            self.end(f"over {seconds:g} s")
            return {}
        line = self.process.stdout.readline()
        if not line:
            self.end(f"failed with exit code {self.process.wait()}")
            return {}
        return json.loads(line)

    def call(self, limits):
        self.process.stdin.write(b"\n")
        answer = self.answer(limits.limit)
        if not answer:
            return
        if not answer["is_right"]:
            self.end("wrong")
            return
        self.memcpy_ms.append(answer["memcpy_ms"])
        if self.first_ms is None:
            self.first_ms, self.memory = answer["ms"], answer["memory"]
        else:
            self.runs_ms.append(answer["ms"])

    def wants(self, number, limits):
        """Whether it takes part in round `number`."""
        return self.is_timed and number < min(limits.rounds, int(1e3 * limits.budget / self.first_ms))

    def end(self, status=None):
        self.status = status or self.status
        if self.process:
            self.process.kill()
            self.process.wait()

    def ms(self):
        """The median; the first call, which warms up, counts only where it was the only one."""
        return statistics.median(self.runs_ms or [self.first_ms]) if self.is_timed else None


def contestants(operator, names, thread_counts, rank):
    """Libraries without threads take part once, with one."""
    for peer in OPERATORS[operator].peers:
        if peer.name in names and rank in peer.ranks:
            counts = thread_counts if peer.threaded else [1]
            yield from (Contestant(operator, peer, threads) for threads in counts)


def require_confirmed(found, name, trusted):
    """Ours is what all are compared with, so another library must have found the same."""
    if not any(one.is_timed for one in found if one.peer.name in trusted):
        said = ", ".join(f"{one.peer.name}: {one.status}" for one in found if one.peer.name in trusted)
        raise Refused(f"{name}: no trusted library gives what Preamar gives ({said or 'none is here'})")
    for one in found:
        if one.peer.is_ours and not one.is_timed:
            raise Refused(f"{name}: {one.peer.name} with {one.threads} threads: {one.status}")


def expected_of(operator, images):
    """What Preamar gives, as the libraries are to be read."""
    ours = next(peer for peer in operator.peers if peer.name == OURS)
    return ours.read(first(operator.ours(images, threads=1)))


def measure(case, images, names, thread_counts, limits):
    """The contestants, measured on the inputs of an operator."""
    operator = OPERATORS[case.operator]
    found = list(contestants(case.operator, names, thread_counts, images[0].ndim))
    with tempfile.TemporaryDirectory(prefix="preamar-peers-") as text, ExitStack() as stack:
        folder = Path(text)
        ipp.link_libraries(folder / "ipp")
        for part, image in [*enumerate(images), ("expected", expected_of(operator, images))]:
            np.save(folder / f"{part}.npy", image)
        for one in found:
            stack.callback(one.end)
            one.start(folder)
        for one in found:
            if one.is_timed:
                one.call(limits)
        require_confirmed(found, case.name, operator.trusted)
        for number in range(limits.rounds):
            for one in found:
                if one.wants(number, limits):
                    one.call(limits)
        require_confirmed(found, case.name, operator.trusted)  # of every call, not of the first alone
    return found
