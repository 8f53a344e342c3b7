"""Rounds of calls: each library has its own process, and the processes are called in turn, one at a time."""

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
    rounds: int  # maximum number of calls per library
    budget: float  # seconds for the calls of one library; a slower library is called once
    limit: float  # seconds after which a call is stopped


@dataclass
class Contestant:
    """One library with a number of threads, and its measurements."""

    operator: str
    peer: Peer
    threads: int
    status: str = "timed"  # or the reason why it was not timed
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
            OMP_WAIT_POLICY="passive",  # waiting threads must not occupy a processor
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
        """The next line of the process; empty if it ended or was stopped."""
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
        """The median. The first call warms up and counts only if it is the only one."""
        return statistics.median(self.runs_ms or [self.first_ms]) if self.is_timed else None


def contestants(operator, names, thread_counts, rank):
    """Libraries without threads take part once, with one thread."""
    for peer in OPERATORS[operator].peers:
        if peer.name in names and rank in peer.ranks:
            counts = thread_counts if peer.threaded else [1]
            yield from (Contestant(operator, peer, threads) for threads in counts)


def require_confirmed(found, name, trusted):
    """All results are compared with Preamar's, so a trusted library must confirm it."""
    if not any(one.is_timed for one in found if one.peer.name in trusted):
        said = ", ".join(f"{one.peer.name}: {one.status}" for one in found if one.peer.name in trusted)
        raise Refused(f"{name}: no trusted library confirms the result of Preamar ({said or 'none is here'})")
    for one in found:
        if one.peer.is_ours and not one.is_timed:
            raise Refused(f"{name}: {one.peer.name} with {one.threads} threads: {one.status}")


def expected_of(operator, images):
    """The result of Preamar, with which the others are compared."""
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
        require_confirmed(found, case.name, operator.trusted)  # after every call, not only the first
    return found
