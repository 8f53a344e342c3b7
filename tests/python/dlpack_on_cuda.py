"""Run by test_dlpack.py: DLPack on CUDA, with the driver whose file is given. Ends with 77 where CUDA was not built in."""

import ctypes
import sys

driver = ctypes.CDLL(sys.argv[1])  # by its name it is now the library that preamar looks for
driver.notes.restype = ctypes.c_char_p

import numpy as np
import preamar
import pytest

if "cuda:0" not in [device.name for device in preamar.devices()]:
    sys.exit(77)

IMAGE = np.arange(72, dtype=np.uint8).reshape(9, 8)


def there():
    return preamar.to_device(IMAGE, "cuda:0")


class Producer:
    """Another library's image, which keeps the stream that it is given."""

    def __init__(self):
        self.image = there()
        self.stream = None

    def __dlpack_device__(self):
        return self.image.__dlpack_device__()

    def __dlpack__(self, *, stream=None, max_version=None):
        self.stream = stream
        return self.image.__dlpack__(stream=stream, max_version=max_version)


class OldProducer(Producer):
    """One from before DLPack 1.0."""

    def __dlpack__(self, *, stream=None):
        return super().__dlpack__(stream=stream)


def our_stream():
    producer = Producer()
    preamar.from_dlpack(producer)
    return producer.stream


def waits(**arguments):
    """The streams that wait for our kernels after an export."""
    image = there()
    ours = our_stream()
    driver.forget_notes()
    image.__dlpack__(**arguments)
    noted = [tuple(map(int, note.split(b":"))) for note in driver.notes().split()]
    return [waiting for waiting, recorded in noted if recorded == ours]


for kind in (Producer, OldProducer):
    producer = kind()
    shared = preamar.from_dlpack(producer)
    assert type(producer.stream) is int and producer.stream > 2, producer.stream
    assert np.array_equal(shared.numpy(), IMAGE)

assert waits() == waits(stream=None) == waits(stream=1) == [1]
assert waits(stream=2) == [2]
assert waits(stream=4096) == [4096]
assert waits(stream=-1) == []
for stream in (0, -2):
    with pytest.raises(ValueError, match=f"stream is {stream}; it must be a CUDA stream, 1 for the legacy"):
        there().__dlpack__(stream=stream)
for stream in ("1", 1.0, True):
    with pytest.raises(TypeError, match=f"stream is {stream!r}; it must be an integer or None"):
        there().__dlpack__(stream=stream)
