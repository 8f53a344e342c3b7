"""The report of a job: what was done, per stage and worker."""

from __future__ import annotations

import html
import json
import time
from pathlib import Path

_GIGABYTE = 1e9


class Report:
    """The report of a job on a cluster.

    Attributes
    ----------
    tasks : int
        Tasks that were done by this run.
    seconds : float
        Time of the run.
    bytes_read, bytes_written : int
        Bytes of pixels.
    state_bytes : int
        Bytes of intermediate results, read and written.
    retries : int
        Errors after which a task was tried again, and losses of workers.
    stages, workers : list of dict
        The same numbers per stage, and per worker.
    found : dict
        The numbers that operators or steps found.
    cost : float or None
        By the prices that were given, for the workers that did tasks.
    """

    def __init__(self, prices=None):
        self._begun = time.monotonic()
        self._prices = prices
        self._stage, self._workers = _counts(), {}
        self.plans, self.name, self.job = 0, "", ""
        self.stages, self.found, self.seconds, self.cost = [], {}, 0.0, None

    def __repr__(self):
        return (f"Report({self.name}: {self.tasks} tasks, {self.seconds:.1f} s, {self.bytes_read} bytes read, "
                f"{self.bytes_written} written, {self.retries} retries)")

    def begin_plan(self, plan):
        self.plans += 1
        self.name = self.name or plan["name"]
        self.job = plan["job"]

    def add(self, task, lost=0):
        worker = self._workers.setdefault(task.get("worker", ""), _counts())
        for counts in self._stage, worker:
            counts["tasks"] += 1
            counts["was_done"] += task["was_done"]
            counts["task_seconds"] += task["seconds"]
            counts["retries"] += task["errors"] + lost
            for name in "bytes_read", "bytes_written", "state_bytes":
                counts[name] += task[name]
            for device, blocks in task["shares"].items():
                counts["devices"][device] = counts["devices"].get(device, 0) + blocks

    def end_stage(self, name, pass_number, level, seconds):
        stage = {"name": name, "pass": pass_number, "level": level, "seconds": seconds, **self._stage}
        self._stage = _counts()
        previous = self.stages[-1] if self.stages else None
        # Rounds of an exchange are many; they count as one stage.
        if name in ("exchange", "round") and previous and previous["name"] in ("exchange", "round"):
            for key, value in stage.items():
                if isinstance(value, (int, float)) and key not in ("pass", "level"):
                    previous[key] += value
            return
        self.stages.append(stage)

    def end(self):
        self.seconds = time.monotonic() - self._begun
        if self._prices is not None:
            self.cost = (self._prices.get("worker_hour", 0) * len(self._workers) * self.seconds / 3600
                         + self._prices.get("gigabyte_read", 0) * self.bytes_read / _GIGABYTE
                         + self._prices.get("gigabyte_written", 0) * self.bytes_written / _GIGABYTE)

    def _sum(self, name):
        return sum(stage[name] for stage in self.stages)

    @property
    def tasks(self):
        return self._sum("tasks")

    @property
    def bytes_read(self):
        return self._sum("bytes_read")

    @property
    def bytes_written(self):
        return self._sum("bytes_written")

    @property
    def state_bytes(self):
        return self._sum("state_bytes")

    @property
    def retries(self):
        return self._sum("retries")

    @property
    def workers(self):
        return [{"worker": name, **counts} for name, counts in sorted(self._workers.items())]

    def as_dict(self):
        """Everything, as JSON has it."""
        names = ("name", "job", "plans", "seconds", "tasks", "bytes_read", "bytes_written", "state_bytes", "retries",
                 "stages", "workers", "found", "cost")
        return {name: getattr(self, name) for name in names}

    def write(self, file):
        """Write the report as JSON, or as a page if the name ends in ``.html``; then the JSON is written next to it."""
        file = Path(file)
        if file.suffix == ".html":
            file.write_text(_page(self.as_dict()), encoding="utf-8")
            file = file.with_suffix(".json")
        file.write_text(json.dumps(self.as_dict(), indent=1) + "\n", encoding="utf-8")


def _counts():
    return {"tasks": 0, "was_done": 0, "task_seconds": 0.0, "bytes_read": 0, "bytes_written": 0, "state_bytes": 0,
            "retries": 0, "devices": {}}


_STYLE = """body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0; width: 100% }
th, td { text-align: right; padding: .3em .7em; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left }
.bar { background: #2a7f9e; height: .7em; display: inline-block }
@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd } th, td { border-color: #444 } }"""


def _size(count):
    for unit in "B", "KB", "MB", "GB", "TB":
        if count < 1000 or unit == "TB":
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000


def _rows(first, named, longest):
    lines = [f"<tr><th>{first}</th><th>tasks</th><th>time</th><th></th><th>read</th><th>written</th><th>state</th>"
             "<th>retries</th></tr>"]
    for name, each, seconds in named:
        bar = 100 * seconds / longest if longest else 0
        lines.append(
            f"<tr><td>{html.escape(name)}</td><td>{each['tasks']}</td><td>{seconds:.1f} s</td>"
            f"<td style='width: 20%; text-align: left'><span class='bar' style='width: {bar:.1f}%'></span></td>"
            f"<td>{_size(each['bytes_read'])}</td><td>{_size(each['bytes_written'])}</td>"
            f"<td>{_size(each['state_bytes'])}</td><td>{each['retries']}</td></tr>")
    return "<table>" + "\n".join(lines) + "</table>"


def _page(report):
    stages = [(_stage_name(stage), stage, stage["seconds"]) for stage in report["stages"]]
    workers = [(each["worker"], each, each["task_seconds"]) for each in report["workers"]]
    found = "".join(f"<p>{html.escape(step)}.{html.escape(name)}: {value}</p>"
                    for step, numbers in report["found"].items() for name, value in numbers.items())
    cost = "" if report["cost"] is None else f"<p>Cost by the prices given: {report['cost']:.2f}</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{html.escape(report['name'])}: report</title>
<style>{_STYLE}</style></head><body>
<h1>{html.escape(report['name'])}</h1>
<p>{report['tasks']} tasks on {len(workers)} workers in {report['seconds']:.1f} s; {_size(report['bytes_read'])} read,
{_size(report['bytes_written'])} written, {_size(report['state_bytes'])} of intermediate results,
{report['retries']} retries. Job {report['job']}.</p>
{found}{cost}
<h2>Stages</h2>
{_rows("stage", stages, max((each[2] for each in stages), default=0))}
<h2>Workers</h2>
<p>Time of tasks on each worker.</p>
{_rows("worker", workers, max((each[2] for each in workers), default=0))}
</body></html>
"""


def _stage_name(stage):
    if stage["name"] in ("blocks", "merge", "split"):
        level = f", level {stage['level']}" if stage["name"] != "blocks" else ""
        return f"{stage['name']}, pass {stage['pass'] + 1}{level}"
    return {"smaller": f"pyramid, level {stage['level']}", "exchange": "exchange of border values"}.get(
        stage["name"], stage["name"])
