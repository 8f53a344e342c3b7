"""Images in the memory of devices, from Python. Without an OpenCL device there is nothing to test them on."""

import numpy as np
import preamar
import pytest

ACCELERATORS = [device.name for device in preamar.devices() if ":" in device.name]


@pytest.fixture(params=ACCELERATORS or [pytest.param("", marks=pytest.mark.skip(reason="no device"))])
def device(request):
    return request.param


def noise(shape=(60, 80)):
    return np.random.default_rng(7).integers(0, 256, shape, dtype=np.uint8)


def test_pixels_come_back(device):
    for dtype in ("bool", "uint8", "int16", "uint32", "float32", "float64"):
        image = noise().astype(dtype)[::2, ::-1]
        there = preamar.to_device(image, device)
        assert (there.shape, there.dtype, there.device) == (image.shape, dtype, device)
        assert np.array_equal(there.numpy(), image)
        assert "DeviceImage(30x80" in repr(there)


def test_a_chain_stays_there(device):
    image = noise()
    there = preamar.threshold(preamar.to_device(image, device), value=100)
    assert isinstance(there, preamar.DeviceImage)
    assert np.array_equal(there.numpy(), preamar.threshold(image, value=100))


def test_what_is_no_image_comes_too(device):
    image = noise()
    there = preamar.to_device(image, device)
    assert np.array_equal(preamar.histogram(there, bins=8).numpy(), preamar.histogram(image, bins=8))
    assert preamar.minmax(there) == preamar.minmax(image)
    labels, count = preamar.label(there)
    assert count == preamar.label(image)[1] and np.array_equal(labels.numpy(), preamar.label(image)[0])


def test_memory_is_shared_by_dlpack(device):
    image = noise()
    there = preamar.to_device(image, device)
    kind, _ = there.__dlpack_device__()
    assert kind == {"opencl": 4, "cuda": 2}[device.split(":")[0]]
    shared = preamar.from_dlpack(there)
    del there
    assert np.array_equal(shared.numpy(), image)


def test_what_cannot_be_is_refused(device):
    image = noise()
    there = preamar.to_device(image, device)
    with pytest.raises(ValueError, match="not in the memory"):
        preamar.reconstruct(there, image)
    with pytest.raises(TypeError, match="out is not taken"):
        preamar.threshold(there, value=3, out=np.empty(image.shape, bool))
    with pytest.raises(RuntimeError, match="watershed: .* the device 'cpu' takes all"):
        preamar.watershed(there, there)
    with pytest.raises(ValueError, match="on the host"):
        preamar.from_dlpack(image)


def test_a_call_with_arrays_runs_there(device):
    image = noise()
    assert np.array_equal(preamar.threshold(image, value=9, device=device), preamar.threshold(image, value=9))


def test_the_cpu_and_all_devices_together():
    image = noise((300, 400))
    assert np.array_equal(preamar.threshold(image, value=9, device="hybrid"), preamar.threshold(image, value=9))


@pytest.mark.parametrize("size", [100, 600])
def test_an_exception_in_progress_comes_back(size):
    """On images of the device "cpu", which reports its progress."""
    def fail(part):
        raise LookupError("from progress")

    there = preamar.to_device(noise((size, size)), "cpu")
    with pytest.raises(LookupError, match="^from progress$"):
        preamar.fill_holes(there, progress=fail)
