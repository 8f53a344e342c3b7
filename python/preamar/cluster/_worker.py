"""What runs on the workers."""

from __future__ import annotations

import os
import time

import click

from .. import _ext

# The device of this worker.
_device = "cpu"


@click.command()
@click.option("--device", default="cpu", help="device of the tasks of this worker, such as opencl:0")
def dask_setup(worker, device):
    """``dask worker SCHEDULER --nthreads 1 --preload preamar.cluster --device opencl:0``."""
    global _device
    names = [name for name, _ in _ext.devices()]
    if device != "cpu" and device not in names:
        raise ValueError(f"device {device!r} is not on this machine; it has {', '.join(names)}")
    _device = device


def description():
    """What the client must know of a worker."""
    return {"version": _ext.version(), "processors": len(os.sched_getaffinity(0)), "device": _device}


def do_task(plan, number, retries):
    """Does a task, again after errors of files or stores. Returns the report with the number of these errors."""
    from distributed import get_worker

    for attempt in range(retries + 1):
        try:
            report = _ext.run_task(plan, number, _device_words(), None)
        except OSError:
            if attempt == retries:
                raise
            time.sleep(min(0.5 * 2 ** attempt, 10))
        else:
            report["errors"], report["worker"] = attempt, str(get_worker().name)
            return report


def _device_words():
    """The device first, and the CPU for what the device does not take."""
    return _device if _device == "cpu" else f"{_device}+cpu"
