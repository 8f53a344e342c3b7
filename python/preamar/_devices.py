"""Images in the memory of a device: a chain of operators on them copies in once and out once."""

from . import _ext

DeviceImage = _ext.DeviceImage


def to_device(array, device):
    """Copy an image to a device.

    Operators that are given such images run there and return such images; ``.numpy()`` brings one back.

    Parameters
    ----------
    array : numpy.ndarray
        Of rank 2 or 3.
    device : str
        A name of `devices`, such as "opencl:0".

    Returns
    -------
    DeviceImage
    """
    return _ext.to_device(array, device)


def from_dlpack(array):
    """Take an image that another library has in the memory of a device, without a copy.

    Parameters
    ----------
    array : object with ``__dlpack__``
        Dense, in C order, on a CUDA device; or on an OpenCL device, in the context of this library. It is given the
        stream of this library, and must make it wait for the pixels. Operators that use the image have finished with
        it when they return.

    Returns
    -------
    DeviceImage
    """
    return _ext.from_dlpack(array)
