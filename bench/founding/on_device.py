"""The calls of the experiments on one device, from host memory and back: a column beside those of the processor."""

import statistics
import sys
import time

import preamar
from canny import HIGH, LOW, SIGMA
from edges import PHOTOGRAPHS, ROWS, repeated
from operators import OPERATORS
from peer import first, same_bytes
from timing import LIMITS

OPERATOR_OF = {"reconstruction": "reconstruct-faces", "distance": "distance", "volumes": "label-faces"}
EXPERIMENTS = [*OPERATOR_OF, "edges"]


def milliseconds(call, expected):
    """The median of the calls after the first one. Each result is compared."""
    runs, kept = [], []
    while len(runs) < 2 or (len(runs) <= LIMITS.rounds and sum(runs) < 1e3 * LIMITS.budget):
        begun = time.perf_counter()
        kept.append(call())
        runs.append(1e3 * (time.perf_counter() - begun))
        if not same_bytes(kept[-1], expected):
            sys.exit("bench/founding: the result of the device differs from that of the processor")
    return statistics.median(runs[1:])


def of_operator(operator, row, device):
    images = preamar.generate(row["instance"], row["shape"][0])
    images = operator.prepare(list(images) if isinstance(images, tuple) else [images])
    options = {**(operator.options or {}), **({"connectivity": 1} if operator.connectivity else {})}
    function = getattr(preamar, operator.function)
    expected = first(function(*images, **options))
    return milliseconds(lambda: first(function(*images, device=device, **options)), expected)


def of_edges(row, device, photographs):
    """The mean of the photographs, as on the processor."""
    options = dict(sigma=SIGMA, low=LOW, high=HIGH, method="differential")
    times = []
    for name in photographs:
        image = repeated(name, row["shape"][0] // ROWS)
        expected = preamar.canny(image, **options)
        times.append(milliseconds(lambda: preamar.canny(image, device=device, **options), expected))
    return statistics.mean(times)


def add(experiment, rows, device, quick):
    """Adds the milliseconds on the device to each row."""
    for row in rows:
        if experiment == "edges":
            row["device_ms"] = of_edges(row, device, PHOTOGRAPHS[:1] if quick else PHOTOGRAPHS)
        else:
            row["device_ms"] = of_operator(OPERATORS[OPERATOR_OF[experiment]], row, device)


def described(device):
    """The device as the record has it; None if it is not there."""
    return next(({"name": one.name, "description": one.description} for one in preamar.devices() if one.name == device), None)
