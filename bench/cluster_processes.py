"""What benchmarks of jobs on Dask share: the processes of a cluster."""

import os
import sys
from pathlib import Path

import psutil

BENCH = Path(__file__).parent
sys.path.append(str(BENCH.parent / "tests" / "cluster"))
from dask_cluster import DaskCluster  # noqa: E402

MEGABYTE = 1e6


def start_cluster(folder, workers, memory="2GB"):
    """A scheduler and workers with one thread each; their memory is not moved to disk."""
    settings = {"PYTHONPATH": os.pathsep.join([str(BENCH), os.environ.get("PYTHONPATH", "")]),
                "DASK_DISTRIBUTED__WORKER__MEMORY__TARGET": "False", "DASK_DISTRIBUTED__WORKER__MEMORY__SPILL": "False"}
    return DaskCluster(folder, workers, memory=memory, settings=settings)


class Processes:
    """Client, scheduler and workers: their CPU time and peak resident memory since `start`."""

    def __init__(self, cluster):
        self.groups = {"client": [os.getpid()], "scheduler": [cluster.scheduler.pid],
                       "workers": [each.pid for each in cluster.processes()],
                       "nannies": [each.pid for each in cluster.workers]}

    def cpu(self):
        return {name: sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids)
                for name, pids in self.groups.items()}

    def start(self):
        for pids in self.groups.values():
            for pid in pids:
                Path(f"/proc/{pid}/clear_refs").write_text("5")  # VmHWM starts again
        self.begun = self.cpu()

    def used(self):
        """CPU seconds per group, and the peak memory of its largest process, in bytes."""
        return ({name: round(seconds - self.begun[name], 2) for name, seconds in self.cpu().items()},
                {name: max(map(peak_memory, pids)) for name, pids in self.groups.items()})


def peak_memory(pid):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    return 0
