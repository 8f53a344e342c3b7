"""Calls as a program makes them: many threads, forked children, Ctrl-C, progress, memory given back."""

import multiprocessing
import os
import pickle
import resource
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import preamar
import pytest
from images import random_pair, spiral_pair

# Long enough to be interrupted on any machine. A background job is started with SIGINT ignored, and so are its
# children; these must not ignore it.
LONG = """
import signal, sys, numpy, preamar
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, {here!r})
from images import slow_pair
marker, mask = slow_pair()
print("begun", flush=True)
{call}
"""


def start(call):
    code = LONG.format(here=os.path.dirname(__file__), call=call)
    child = subprocess.Popen([sys.executable, "-P", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n"
    time.sleep(0.4)  # into the call
    assert child.poll() is None, child.stderr.read()
    return child


def end_of(child):
    try:
        return child.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        child.kill()
        child.communicate()
        raise


def test_ctrl_c_ends_a_long_call():
    child = start("preamar.reconstruct(marker, mask, device='reference')")
    child.send_signal(signal.SIGINT)
    began = time.monotonic()
    _, errors = end_of(child)
    assert time.monotonic() - began < 20
    assert errors.rstrip().endswith("KeyboardInterrupt")


def test_a_handler_that_raises_something_else():
    child = start(
        "import signal\n"
        "def stop(*_): raise RuntimeError('enough')\n"
        "signal.signal(signal.SIGTERM, stop)\n"
        "try: preamar.reconstruct(marker, mask, device='reference')\n"
        "except RuntimeError as error: print('raised', error)\n"
        "print(preamar.reconstruct(mask[:3, :3], mask[:3, :3]).sum())"
    )
    child.send_signal(signal.SIGTERM)
    out, errors = end_of(child)
    assert out == "raised enough\n7\n", errors


def test_other_threads_run_meanwhile():
    child = start(
        "import threading, time, os\n"
        "def tick():\n"
        "    for _ in range(20): time.sleep(0.05)\n"
        "    print('ticked', flush=True); os._exit(0)\n"
        "threading.Thread(target=tick).start()\n"
        "preamar.reconstruct(marker, mask, device='reference')"
    )
    out, _ = end_of(child)
    assert out == "ticked\n"


def test_two_calls_run_at_the_same_time():
    """Each call waits in its progress for the other, which ends only where both are inside at once."""
    both_inside = threading.Barrier(2)

    def call(_):
        waited = []

        def meet(_):
            if not waited:
                waited.append(both_inside.wait(timeout=20))

        preamar.reconstruct(*spiral_pair(300), threads=1, progress=meet)
        return waited

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(call, range(2))) == [[0], [1]]


def test_many_threads_at_once():
    pairs = [random_pair((90 + i, 110), dtype, seed=i) for i in range(8) for dtype in ("uint8", "float32")]
    expected = [preamar.reconstruct(*pair, device="reference") for pair in pairs]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(5):
            for result, right in zip(pool.map(lambda pair: preamar.reconstruct(*pair, threads=2), pairs), expected):
                np.testing.assert_array_equal(result, right)


def call_in_child(queue, pair):
    queue.put(preamar.reconstruct(*pair))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("in_thread", [False, True], ids=["main thread", "another thread"])
def test_a_forked_child(in_thread):
    pair = spiral_pair(500)
    if in_thread:
        with ThreadPoolExecutor(1) as pool:
            expected = pool.submit(preamar.reconstruct, *pair).result()
    else:
        expected = preamar.reconstruct(*pair)
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=call_in_child, args=(queue, pair))
    child.start()
    try:
        np.testing.assert_array_equal(queue.get(timeout=60), expected)
        child.join(timeout=20)
        assert child.exitcode == 0
    finally:
        child.kill()


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_pool_of_forked_children():
    pairs = [random_pair((300, 300), seed=i) for i in range(6)]
    expected = [preamar.reconstruct(*pair) for pair in pairs]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for result, right in zip(pool.starmap_async(preamar.reconstruct, pairs).get(timeout=60), expected):
            np.testing.assert_array_equal(result, right)


def test_progress_rises_to_its_end():
    parts = []
    marker, mask = spiral_pair(600)
    preamar.reconstruct(marker, mask, progress=parts.append)
    assert parts and parts == sorted(parts) and all(0 <= part <= 1 for part in parts)


@pytest.mark.parametrize("size", [100, 600])
def test_an_exception_in_progress_comes_back(size):
    calls = []

    def fail(part):
        calls.append(part)
        raise LookupError("from progress")

    marker, mask = spiral_pair(size)
    with pytest.raises(LookupError, match="^from progress$"):
        preamar.reconstruct(marker, mask, progress=fail)
    assert len(calls) == 1


def test_functions_can_be_pickled():
    assert pickle.loads(pickle.dumps(preamar.reconstruct)) is preamar.reconstruct


def test_memory_is_given_back():
    marker, mask = random_pair((600, 600), "float64")
    for _ in range(10):
        preamar.reconstruct(marker, mask)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100):
        preamar.reconstruct(marker, mask)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown * 1024 < 20 * mask.nbytes  # of the 100 that a leak would hold


def test_arguments_are_given_back():
    marker, mask = random_pair((20, 20))
    out, progress = np.empty_like(mask), lambda part: None
    things = (marker, mask, out, progress)
    before = [sys.getrefcount(thing) for thing in things]
    for _ in range(5):
        preamar.reconstruct(marker, mask, out=out, progress=progress)
        with pytest.raises(ValueError):
            preamar.reconstruct(marker, mask[:5], progress=progress)
    assert [sys.getrefcount(thing) for thing in things] == before
    marker.resize((10, 40), refcheck=False)  # no buffer is still held
