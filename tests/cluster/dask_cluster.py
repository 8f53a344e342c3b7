"""A real Dask cluster on this machine: a scheduler and workers, each a process with a nanny that starts it again."""

import os
import pathlib
import random
import signal
import subprocess
import sys
import time

import distributed
import psutil

PATIENCE = 60  # seconds until something has started


class DaskCluster:
    """Workers have one thread. `folder` is for their files; `environment` is that of all processes."""

    def __init__(self, folder, workers, environment=None, memory="2GB", words=(), settings=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.environment = {**os.environ, **(environment or {}), **(settings or {})}
        self.memory, self.words = memory, list(words)
        self.workers = []
        self.port = None
        self.start_scheduler()
        for _ in range(workers):
            self.start_worker()
        self.client = distributed.Client(self.address, set_as_default=False, timeout=PATIENCE)
        self.client.wait_for_workers(workers, timeout=PATIENCE)

    def _start(self, name, *words):
        log = open(self.folder / f"{name}-{time.monotonic_ns()}.log", "w")
        return subprocess.Popen([sys.executable, "-P", "-m", "dask", *map(str, words)], cwd=self.folder, stdout=log,
                                stderr=subprocess.STDOUT, env=self.environment, start_new_session=True)

    def start_scheduler(self):
        place = self.folder / "scheduler.json"
        place.unlink(missing_ok=True)
        self.scheduler = self._start("scheduler", "scheduler", "--host", "127.0.0.1", "--port", self.port or 0,
                                     "--no-dashboard", "--scheduler-file", place)
        until = time.monotonic() + PATIENCE
        while not place.exists() or not place.read_text().strip().endswith("}"):
            if time.monotonic() > until or self.scheduler.poll() is not None:
                raise RuntimeError("the scheduler did not start")
            time.sleep(0.05)
        import json
        self.address = json.loads(place.read_text())["address"]
        self.port = int(self.address.rsplit(":", 1)[1])

    def start_worker(self):
        name = len(self.workers)
        self.workers.append(self._start(f"worker-{name}", "worker", self.address, "--nthreads", 1, "--host",
                                        "127.0.0.1", "--memory-limit", self.memory, "--no-dashboard", "--name", name,
                                        "--local-directory", self.folder, *self.words))

    def processes(self):
        """The processes that do tasks: the children of the nannies."""
        found = []
        for nanny in self.workers:
            try:
                children = psutil.Process(nanny.pid).children(recursive=True)
            except psutil.NoSuchProcess:
                continue
            found += [child for child in children
                      if child.is_running() and "spawn_main" in " ".join(self._words(child))]
        return found

    @staticmethod
    def _words(process):
        try:
            return process.cmdline()
        except psutil.Error:
            return []

    def kill_one(self, choose=random):
        """Kills a worker with -9; its nanny starts it again. Returns whether one was there."""
        found = self.processes()
        if not found:
            return False
        choose.choice(found).send_signal(signal.SIGKILL)
        return True

    def close(self):
        try:
            self.client.close(timeout=5)
        except Exception:  # the scheduler may be gone
            pass
        for process in [*self.workers, self.scheduler]:
            end_tree(process)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def end_tree(process):
    """Ends a process that was started here, and all its children."""
    try:
        children = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        children = []
    for each in [process, *children]:
        try:
            each.kill()
        except (psutil.NoSuchProcess, ProcessLookupError):
            pass
    process.wait()
