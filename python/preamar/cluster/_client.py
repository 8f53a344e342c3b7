"""The client's part: hands out the tasks of a plan, stage by stage, a window of them at a time."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from os import fspath

from .. import _ext
from .._progress import progress_function
from . import _worker
from ._report import Report

# Of a Python process with Dask, beside a task.
_PROCESS_BYTES = 200 << 20


class Workers:
    """The workers of a cluster, as they are now."""

    def __init__(self, client=None):
        import distributed

        self.client = distributed.get_client() if client is None else client
        answers = self.client.run(_worker.description, on_error="return")
        found = {name: each for name, each in answers.items() if isinstance(each, dict)}
        if not found:
            raise ValueError("cluster: the scheduler has no workers that can import preamar; start some, or install "
                             f"preamar[cluster] for them: {next(iter(answers.values()), 'none is there')}")
        known = self.client.scheduler_info(n_workers=-1)["workers"]
        self.workers = {name: known[name] | each for name, each in found.items() if name in known}
        others = {each["version"] for each in found.values()} - {_ext.version()}
        if others:
            raise ValueError(f"cluster: workers have preamar {', '.join(sorted(others))} and the client "
                             f"{_ext.version()}; install the same version everywhere")

    def slots(self):
        return sum(each["nthreads"] for each in self.workers.values())

    def memory(self):
        """The memory limit of the smallest worker per thread, or None."""
        limits = [each["memory_limit"] // each["nthreads"] for each in self.workers.values() if each["memory_limit"]]
        return min(limits, default=None)

    def usual_memory(self):
        limit = self.memory()
        return None if limit is None else max(limit * 2 // 3 - _PROCESS_BYTES // 2, 64 << 20)

    def usual_threads(self):
        shared = Counter(each["host"] for each in self.workers.values() for _ in range(each["nthreads"]))
        return max(1, min(each["processors"] // shared[each["host"]] for each in self.workers.values()))

    def require(self, plan):
        """Raises MemoryError for a plan that does not fit the smallest worker."""
        limit = self.memory()
        if limit is not None and plan["memory"] + _PROCESS_BYTES > limit:
            raise MemoryError(f"{plan['name']}: a task needs {plan['memory'] >> 20} MiB and the process "
                              f"{_PROCESS_BYTES >> 20} MiB; the smallest worker has {limit >> 20} MiB per thread; give "
                              "workers more memory, or a lower memory to the call")


def run_plan(plan, *, client=None, retries=3, window=None, progress=None, prices=None):
    """Do all tasks of a plan, and of the plans that follow it, on the workers of a Dask cluster.

    Parameters
    ----------
    plan : str or os.PathLike
        The file of the plan, from ``preamar plan``. Every worker must be able to read it.
    client, retries, window, progress, prices
        As in `run`.

    Returns
    -------
    Report
        What was done, per stage and worker, and the numbers that were found.

    Raises
    ------
    MemoryError
        A task needs more memory than a worker has.
    OSError
        A task failed `retries` times; the job can be resumed.
    """
    from concurrent.futures import CancelledError

    from distributed.comm.core import CommClosedError

    workers = Workers(client)
    show = progress_function("cluster", progress)
    report = Report(prices)
    plan = fspath(plan)
    while plan is not None:
        planned = _ext.read_plan(plan)
        try:
            workers.require(planned)
        except MemoryError:
            if report.plans == 0:
                _ext.cancel_job(plan)
            raise
        try:
            plan = _Plan(workers, planned, retries, window, show, report).run()
        except (CommClosedError, CancelledError) as error:
            raise OSError(f"{planned['name']}: the connection to the scheduler is lost; start one, then resume the job "
                          f"(--resume or resume=True): {error}") from error
    report.end()
    return report


class _Plan:
    def __init__(self, workers, plan, retries, window, show, report):
        self.client, self.plan, self.retries, self.show, self.report = workers.client, plan, retries, show, report
        self.window = window or max(32, 4 * workers.slots())
        self.lost = Counter()  # workers lost, per task
        self.done = 0

    def run(self):
        self.report.begin_plan(self.plan)
        last = None
        for stage in self.plan["stages"]:
            last = self.run_stage(*stage)
        if last["found"]:
            self.report.found = last["found"]
        return last["next"]

    def submit(self, name, number):
        job = self.plan["job"]
        # Dask's dashboard groups tasks by the part of the key before the first number.
        key = f"preamar_{name}-{job}-{hash(self.plan['file']) & 0xffffffff:x}-{number}-{self.lost[number]}"
        return self.client.submit(_worker.do_task, self.plan["file"], number, self.retries, key=key, pure=False)

    def run_stage(self, name, pass_number, level, first, tasks):
        from distributed import KilledWorker, as_completed

        begun = time.monotonic()
        numbers = iter(range(first, first + tasks))
        flying = {}
        completed = as_completed(loop=self.client.loop)

        def add(number):
            future = self.submit(name, number)
            flying[future.key] = number
            completed.add(future)

        for number in itertools.islice(numbers, self.window):
            add(number)
        last = None
        for future in completed:
            number = flying.pop(future.key)
            try:
                last = future.result()
            except KilledWorker as error:
                self.lost[number] += 1
                if self.lost[number] > self.retries:
                    raise OSError(f"{self.plan['name']}: task {number} ({name}) has ended {self.lost[number]} times with "
                                  "the loss of its worker; give workers more memory, then resume the job") from error
                add(number)
                continue
            self.report.add(last, lost=self.lost.pop(number, 0))
            self.done += 1
            if self.show:
                self.show(self.done / self.plan["tasks"])
            future.release()
            for number in itertools.islice(numbers, 1):
                add(number)
        self.report.end_stage(name, pass_number, level, time.monotonic() - begun)
        return last
