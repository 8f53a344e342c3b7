"""Runs one library on the inputs of one operator, in its own process: worker.py OPERATOR PEER THREADS FOLDER.

The folder contains the inputs, 0.npy and so on, and expected.npy. The worker first prints one line of JSON with the
version of the library. Then, for each line that it reads, it makes one call and prints its time, whether the result was
right, and the time of a memcpy. The first answer also has the memory of the call.
"""

import ctypes
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from operators import OPERATORS, peer_named


def resident(key):
    """Bytes resident now (VmRSS) or at most since the last reset (VmHWM)."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(key):
            return int(line.split()[1]) * 1024
    raise OSError(f"/proc/self/status has no {key}")


def memory_of(call):
    """The result of `call`, and the growth of the resident memory during it; None if that cannot be measured. Huge pages
    count as a whole, because they are resident as a whole."""
    try:
        Path("/proc/self/clear_refs").write_text("5")  # resets the peak
        before = resident("VmRSS")
    except OSError:
        return call(), None
    result = call()
    return result, max(0, resident("VmHWM") - before)


def loaded(file):
    """An image, or a table as a dictionary of columns."""
    content = np.load(file, allow_pickle=True)
    return content.item() if content.dtype == object else content


class Memcpy:
    """A copy of as many bytes as the inputs and the output have, on a number of threads."""

    def __init__(self, size, threads):
        self.source, self.target = (np.ones(size, np.uint8) for _ in range(2))
        self.pool = ThreadPoolExecutor(threads)
        bounds = [self.source.size * part // threads for part in range(threads + 1)]
        self.parts = list(zip(bounds, bounds[1:]))

    def copy(self, part):
        begin, end = part
        ctypes.memmove(self.target.ctypes.data + begin, self.source.ctypes.data + begin, end - begin)

    def __call__(self):
        others = [self.pool.submit(self.copy, part) for part in self.parts[1:]]
        self.copy(self.parts[0])
        for other in others:
            other.result()


def timed(call):
    begun = time.perf_counter()
    result = call()
    return result, 1e3 * (time.perf_counter() - begun)


def crop(image):
    """A copy of a small corner."""
    return np.ascontiguousarray(image[(slice(0, 32),) * image.ndim])


def main(operator_name, name, threads, folder):
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # output of libraries goes to standard error

    def answer(**fields):
        print(json.dumps(fields), file=answers)

    operator, peer, threads = OPERATORS[operator_name], peer_named(operator_name, name), int(threads)
    images = [np.load(file) for file in sorted(Path(folder).glob("[0-9].npy"))]
    expected = loaded(Path(folder) / "expected.npy")
    rank = images[0].ndim
    connectivity = operator.connectivity(rank) if operator.connectivity else rank
    try:
        peer.prepare([crop(image) for image in images], connectivity, threads)()  # loads libraries and starts threads
    except ImportError as error:
        return answer(missing=str(error))
    call = peer.prepare(images, connectivity, threads)
    moved = sum(image.nbytes for image in [*images, expected] if isinstance(image, np.ndarray))
    answer(version=peer.version())

    memcpy = None
    for _ in sys.stdin:
        extra = {}
        if memcpy is None:
            (result, milliseconds), memory = memory_of(lambda: timed(call))
            extra = {"memory": memory}
            memcpy = Memcpy(moved, threads)
        else:
            result, milliseconds = timed(call)
        is_right = bool((peer.agrees or operator.agrees)(peer.read(result), expected))
        memcpy()  # warms the caches
        answer(ms=milliseconds, is_right=is_right, memcpy_ms=timed(memcpy)[1], **extra)


if __name__ == "__main__":
    main(*sys.argv[1:])
