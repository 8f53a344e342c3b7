"""What PoCL does during a call: its copies and kernels, their bytes and times. PoCL reports each event when it ends, line by
line if it writes to a terminal."""

import json
import os
import pty
import re
import subprocess
import sys
import threading
import time

EVENT = re.compile(r"\| (\w+) \| complete \|(?:.*\bsize=(\d+))?(?:.*\bname=(\w+))?")


def events(lines, begun):
    """(kind or kernel, bytes, seconds since the event before it) of lines with the times of their arrival."""
    for moment, line in lines:
        if moment > begun and (found := EVENT.search(line)):
            kind, size, kernel = found.groups()
            yield kernel or kind, int(size or 0), moment - begun
            begun = moment


def traced(code, *words):
    """Runs a Python program that prints an empty line, waits for one, and prints JSON. Returns the JSON, and the events after
    the empty line."""
    master, slave = pty.openpty()
    environment = dict(os.environ, POCL_TRACING="text", POCL_TRACING_OPT=os.ttyname(slave))
    lines = []

    def read():
        with os.fdopen(master, errors="replace") as terminal:
            try:
                lines.extend((time.perf_counter(), line) for line in terminal)
            except OSError:  # no program has the terminal open any more
                pass

    reader = threading.Thread(target=read)
    reader.start()
    command = [sys.executable, "-c", code, *words]
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=1, text=True)
    with subprocess.Popen(command, **pipes, env=environment) as program:
        program.stdout.readline()
        begun = time.perf_counter()
        program.stdin.write("\n")
        printed = program.stdout.readline()
    os.close(slave)
    reader.join()
    if program.returncode != 0:
        sys.exit(f"bench/founding: the traced program ended with exit code {program.returncode}")
    return json.loads(printed), list(events(lines, begun))
