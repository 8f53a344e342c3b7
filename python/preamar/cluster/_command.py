"""preamar cluster: an operator or a pipeline on a Dask cluster, from the command line."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

_DESCRIPTION = """\
Runs an operator or a pipeline on a Dask cluster. All arguments and options of the operator may be given, as for
'preamar OPERATOR'; 'preamar cluster run FILE' runs a pipeline."""


def main():
    parser = argparse.ArgumentParser(prog="preamar cluster", description=_DESCRIPTION, allow_abbrev=False,
                                     usage="preamar cluster OPERATOR INPUT... -o OUTPUT... [options]",
                                     epilog="example: preamar cluster label cells.ome.zarr -o labels.ome.zarr --local 2")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="the scheduler, such as tcp://host:8786")
    where.add_argument("--local", metavar="N", type=int, help="start N workers on this machine")
    parser.add_argument("--plan", metavar="FILE", help="the plan: a .json file that all workers can read (default: the "
                                                       "first output with .plan.json behind it)")
    parser.add_argument("--retries", metavar="N", type=int, default=3, help="how often a task is tried again")
    parser.add_argument("--window", metavar="N", type=int, help="tasks that the scheduler knows at one time")
    parser.add_argument("--report", metavar="FILE", help="write a report: .json, or .html and .json")
    parser.add_argument("--memory", metavar="BYTES", help="memory of a task, such as 4G")
    parser.add_argument("--threads", metavar="N", type=int, help="threads of a task")
    parser.add_argument("--quiet", action="store_true", help="print nothing while it runs")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    own, words = parser.parse_known_args()
    try:
        sys.exit(_run(own, words))
    except (ImportError, MemoryError, OSError, ValueError) as error:
        print(f"preamar: cluster: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, ValueError) else 1)
    except KeyboardInterrupt:
        print("preamar: cluster: stopped; the same command with --resume continues", file=sys.stderr)
        sys.exit(130)


def _run(own, words):
    import distributed

    from . import _client, run_plan
    from .. import _ext

    with contextlib.ExitStack() as stack:
        cluster = own.scheduler
        if own.local:
            cluster = stack.enter_context(
                distributed.LocalCluster(n_workers=own.local, threads_per_worker=1, dashboard_address=None))
            own.threads = own.threads or max(1, len(os.sched_getaffinity(0)) // own.local)
        client = stack.enter_context(distributed.Client(cluster, set_as_default=False))
        workers = _client.Workers(client)
        plan = own.plan or _plan_name(words)
        plan = plan if "://" in plan else os.path.abspath(plan)
        given = ["--memory", own.memory or str(workers.usual_memory() or 0)]
        given += ["--threads", str(own.threads or workers.usual_threads())]
        status = subprocess.run([_program(), "plan", *words, "-o", plan, *given, "--quiet"]).returncode
        if status != 0:
            return status
        report = run_plan(plan, client=client, retries=own.retries, window=own.window, progress=not own.quiet)
        _ext.forget_plan(plan)
    if own.report:
        report.write(own.report)
    if own.json:
        print(json.dumps(report.as_dict()))
    elif not own.quiet:
        for step, numbers in report.found.items():
            for name, value in numbers.items():
                print(f"{step}.{name} {value}")
        print(f"{report.name}: {report.tasks} tasks, {report.seconds:.1f} s, {report.retries} retries")
    return 0


def _plan_name(words):
    """The first output, or the pipeline, with .plan.json behind it."""
    if words[:1] == ["run"] and len(words) > 1:
        return words[1] + ".plan.json"
    for at, word in enumerate(words):
        if word in ("-o", "--output") and at + 1 < len(words):
            return words[at + 1].rstrip("/") + ".plan.json"
        for start in "--output=", "-o":
            if word.startswith(start) and len(word) > len(start):
                return word[len(start):].rstrip("/") + ".plan.json"
    raise ValueError("there is no -o to name the plan after; give --plan, a file that all workers can read and write")


def _program():
    """The program of the wheel, or the one on the path."""
    beside = Path(__file__).parents[1] / "bin" / "preamar"
    found = str(beside) if beside.exists() else shutil.which("preamar")
    if not found:
        raise OSError("the command preamar is not on the path")
    return found


if __name__ == "__main__":
    main()
