"""Images in device memory. A chain of operators copies its image to the device once and its result back once."""

import numpy as np

from . import _ext
from ._volumes import require_meaning

DeviceImage = _ext.DeviceImage


def to_device(array, device):
    """Copy an image to a device.

    Operators called with such images run on that device and return such images. ``.numpy()`` copies an image back.

    Parameters
    ----------
    array : numpy.ndarray
        The image, with 2 or 3 axes.
    device : str
        A name of `devices`, such as "opencl:0".

    Returns
    -------
    DeviceImage
        The image in device memory.

    Raises
    ------
    ValueError
        The image has the dtype and shape of a colour image; see `volume`.
    RuntimeError
        The device is not available.
    """
    if isinstance(array, np.ndarray):
        require_meaning("to_device: array", array, array.shape, array.dtype.name)
    return _ext.to_device(array, device)


def from_dlpack(array):
    """Wrap an image that another library holds in device memory, without a copy (DLPack).

    Parameters
    ----------
    array : object with ``__dlpack__``
        A dense array in C order, on a CUDA device, or on an OpenCL device in the context of this library. The array
        receives the stream of this library and must make it wait for the pixels. Operators have finished with the
        image when they return.

    Returns
    -------
    DeviceImage
        A view of the same memory.
    """
    return _ext.from_dlpack(array)
