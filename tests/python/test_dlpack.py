"""DLPack as the array API standard has it: streams, versions, devices and copies."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import preamar
import pytest

HERE = Path(__file__).parent
IMAGE = np.arange(72, dtype=np.uint8).reshape(9, 8)
DEVICES = ["cpu", *(device.name for device in preamar.devices() if ":" in device.name)]


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_streams_of_cuda(tmp_path):
    driver = tmp_path / "libcuda.so.1"
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-Wl,-soname,libcuda.so.1", "-o", driver, HERE / "noting_cuda.c"], check=True
    )
    done = subprocess.run([sys.executable, HERE / "dlpack_on_cuda.py", driver], capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip("built without CUDA")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("device", DEVICES)
def test_what_an_importer_may_ask_for(device):
    image = preamar.to_device(IMAGE, device)
    assert '"dltensor"' in repr(image.__dlpack__())
    assert '"dltensor"' in repr(image.__dlpack__(max_version=(0, 8)))
    assert '"dltensor_versioned"' in repr(image.__dlpack__(max_version=(1, 0)))
    image.__dlpack__(stream=None, dl_device=image.__dlpack_device__(), copy=False)
    with pytest.raises(BufferError, match=r"dl_device is \(3, 7\); the pixels are on"):
        image.__dlpack__(dl_device=(3, 7))
    with pytest.raises(BufferError, match="copy is True"):
        image.__dlpack__(copy=True)
    with pytest.raises(TypeError):
        image.__dlpack__(colour=1)
    if not device.startswith("cuda"):
        with pytest.raises(ValueError, match="stream is 1; without CUDA it must be None"):
            image.__dlpack__(stream=1)


def test_numpy_shares_what_is_on_the_host():
    image = preamar.to_device(IMAGE, "cpu")
    shared = np.from_dlpack(image)
    assert np.array_equal(shared, IMAGE)
    assert np.shares_memory(shared, np.from_dlpack(image))
    with pytest.raises(BufferError):
        np.from_dlpack(image, copy=True)
