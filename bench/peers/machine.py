"""The machine, system and command of a measurement."""

import os
import platform
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import preamar


def _field(file, key):
    """The value of the first line `key: value` or `key=value` of a file."""
    for line in Path(file).read_text().splitlines():
        name, _, value = line.replace("=", ":", 1).partition(":")
        if name.strip() == key:
            return value.strip().strip('"')
    return None


def _commit():
    """The commit of the repository, with a mark if files differ from it."""
    command = ["git", "-C", Path(__file__).parent, "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() or None


def describe():
    return {
        "processor": _field("/proc/cpuinfo", "model name"),
        "family": _field("/proc/cpuinfo", "cpu family"),
        "model": _field("/proc/cpuinfo", "model"),
        "processors": len(os.sched_getaffinity(0)),
        "preamar_device": preamar.devices()[0].description,
        "memory_gib": round(int(_field("/proc/meminfo", "MemTotal").split()[0]) / 2**20, 1),
        "system": _field("/etc/os-release", "PRETTY_NAME"),
        "kernel": platform.release(),
        "huge_pages": Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text().strip(),
    }


def heading(command):
    """The fields above the results."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "command": " ".join(command),
        "commit": _commit(),
        "python": platform.python_version(),
        "machine": describe(),
        "load_before": os.getloadavg()[0],
    }


def command_line():
    """The command, to be repeated from the root of the repository."""
    return ["python", "bench/peers", *sys.argv[1:]]
