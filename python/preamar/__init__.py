"""Mathematical morphology and segmentation of 2-D and 3-D images, also of images larger than memory.

Morphological reconstruction, connected components, hole and depression filling, distance transforms, watersheds and
filters, on all cores or a device. Results are deterministic: bit-identical on any number of threads, blocks or devices.

There is one function per operator; ``help(preamar.label)`` describes it. Images are NumPy arrays with 2 or 3 axes and
any strides; they are not copied. `run_in_blocks` processes files larger than memory.
"""

from __future__ import annotations

from typing import NamedTuple

from . import _ext
from ._blocks import run_in_blocks
from ._devices import DeviceImage, from_dlpack, to_device
from ._operators import make_function

__version__ = _ext.version()


class Device(NamedTuple):
    """A device that the parameter `device` accepts."""

    name: str
    description: str


class Instance(NamedTuple):
    """A test image, or a pair of marker and mask, that `generate` computes."""

    name: str
    rank: int
    images: int
    summary: str


class Axis(NamedTuple):
    """An axis of an image in a file: its name, unit, and the size of a pixel in that unit."""

    name: str
    unit: str = ""
    scale: float = 1.0


class FileInfo(NamedTuple):
    """The metadata of an image file. Fields that the file does not contain are empty."""

    format: str
    dtype: str
    shape: tuple[int, ...]
    chunk: tuple[int, ...]
    compression: str
    shard: tuple[int, ...] = ()
    axes: tuple[Axis, ...] = ()
    levels: tuple[tuple[int, ...], ...] = ()
    samples: int = 1
    refusal: str = ""


def devices():
    """List the devices of this machine.

    Returns
    -------
    list of Device
        Name and description. "cpu" and "reference" (serial loops, for tests) always exist.

    Examples
    --------
    >>> import preamar
    >>> [device.name for device in preamar.devices()][:2]
    ['cpu', 'reference']
    """
    return [Device(*row) for row in _ext.devices()]


def instances():
    """List the test images that `generate` computes.

    Returns
    -------
    list of Instance
        Name, number of axes, number of images (2 for a pair of marker and mask), and a summary.

    Examples
    --------
    >>> import preamar
    >>> "tissue" in [instance.name for instance in preamar.instances()]
    True
    """
    return [Instance(*row) for row in _ext.instances()]


def generate(name, size):
    """Compute a synthetic test image. The same name and size give the same pixels on every machine.

    Parameters
    ----------
    name : str
        A name of `instances`.
    size : int
        Pixels per side, 8 to 2**28.

    Returns
    -------
    numpy.ndarray or tuple of numpy.ndarray
        The image, or a tuple (marker, mask) or (image, seeds).

    Raises
    ------
    ValueError
        The name is unknown, or the size is out of range.

    Examples
    --------
    >>> import preamar
    >>> image = preamar.generate("tissue", 512)
    >>> image.shape, image.dtype
    ((512, 512), dtype('uint8'))
    """
    images = _ext.generate(name, size)
    return images[0] if len(images) == 1 else images


def describe(file, *, level=0, select=""):
    """Read the metadata of an image file, without its pixels.

    Parameters
    ----------
    file : str or os.PathLike
        A TIFF, PNG, NRRD or MetaImage file, or the folder of a Zarr.
    level, select
        As in `read_image`.

    Returns
    -------
    FileInfo
        Format, dtype, shape, chunks, compression, axes, pyramid levels and samples per pixel. If operators refuse
        the file, `refusal` says why and what they need.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    *rest, axes, levels, samples, refusal = _ext.describe(file, level, select)
    return FileInfo(*rest, tuple(Axis(*axis) for axis in axes), levels, samples, refusal)


def read_image(file, *, level=0, select=""):
    """Read an image file. The suffix of the name selects the format.

    Parameters
    ----------
    file : str or os.PathLike
        A TIFF, PNG, NRRD or MetaImage file, or the folder of a Zarr.
    level : int, default: 0
        Pyramid level to read; 0 is the full resolution.
    select : str, optional
        Position on further axes, such as channel and time: "c=0,t=3".

    Returns
    -------
    numpy.ndarray
        The pixels, with 2 axes, or 3 if the file has several planes.

    Raises
    ------
    OSError
        The file cannot be read, or its format is not supported.
    """
    return _ext.read_image(file, level, select)


def write_image(file, image, *, compression=None, tile=256, overwrite=False, lock=True, axes=(), chunk=None, shard=None,
                pyramid=None):
    """Write an image file. The suffix of the name selects the format.

    The image is written in the folder ``file.work`` and renamed at the end, so `file` is complete or absent.

    Parameters
    ----------
    file : str or os.PathLike
        Name of the output: a TIFF, PNG, NRRD or MetaImage file, or the folder of a Zarr.
    image : numpy.ndarray
        The pixels, with 2 or 3 axes.
    compression : str, default: depends on the format
        "none", "zstd", "deflate", "lzw", "gzip" or "blosc".
    tile : int, default: 256
        TIFF: pixels per side of a tile; 0 writes strips.
    overwrite : bool, default: False
        Replace an existing file. Otherwise an existing file is an error.
    lock : bool, default: True
        Lock the output against other runs; use False on file systems without locks.
    axes : sequence of Axis or (name, unit, scale), optional
        One entry per axis of the image, for formats that store them.
    chunk, shard : sequence of int, optional
        Zarr: the shape of a chunk (the unit of compression), and of a shard (one file of several chunks).
    pyramid : {"mean", "nearest"}, optional
        OME-Zarr: also write levels of half the size, by the mean or by the first pixel.

    Raises
    ------
    OSError
        The file exists, is locked, or cannot be written.
    ValueError
        The format does not store this dtype or number of axes.

    Examples
    --------
    >>> import preamar
    >>> preamar.write_image("tissue.tif", preamar.generate("tissue", 256))  # doctest: +SKIP
    """
    _ext.write_image(file, image, compression, tile, overwrite, lock, [tuple(axis) for axis in axes], chunk, shard,
                     pyramid)


_functions = {row["name"]: make_function(row) for row in _ext.operators()}
globals().update(_functions)

__all__ = [
    "Axis",
    "Device",
    "DeviceImage",
    "FileInfo",
    "Instance",
    "describe",
    "devices",
    "from_dlpack",
    "generate",
    "instances",
    "read_image",
    "run_in_blocks",
    "to_device",
    "write_image",
    *_functions,
]
