"""Exact, parallel flooding of images to their fixed point.

One function per operator, made from the library's own table: ``help(preamar.reconstruct)``.
Images are NumPy arrays of rank 2 or 3, taken without a copy whatever their strides.
"""

from __future__ import annotations

from typing import NamedTuple

from . import _ext
from ._blocks import run_in_blocks
from ._devices import DeviceImage, from_dlpack, to_device
from ._operators import make_function

__version__ = _ext.version()


class Device(NamedTuple):
    """A device that `device=` takes."""

    name: str
    description: str


class Instance(NamedTuple):
    """An image, or a pair of marker and mask, that `generate` makes."""

    name: str
    rank: int
    images: int
    summary: str


class Axis(NamedTuple):
    """An axis of an image, as its file describes it."""

    name: str
    unit: str = ""
    scale: float = 1.0


class FileInfo(NamedTuple):
    """What a file says of itself; what it does not tell is empty."""

    format: str
    dtype: str
    shape: tuple[int, ...]
    chunk: tuple[int, ...]
    compression: str
    shard: tuple[int, ...] = ()
    axes: tuple[Axis, ...] = ()
    levels: tuple[tuple[int, ...], ...] = ()


def devices():
    """List the devices of this machine.

    Returns
    -------
    list of Device
    """
    return [Device(*row) for row in _ext.devices()]


def instances():
    """List the test images that `generate` makes.

    Returns
    -------
    list of Instance
    """
    return [Instance(*row) for row in _ext.instances()]


def generate(name, size):
    """Make a test image.

    Parameters
    ----------
    name : str
        One of the names of `instances`.
    size : int
        Pixels a side.

    Returns
    -------
    numpy.ndarray, or a tuple (marker, mask) of them
    """
    images = _ext.generate(name, size)
    return images[0] if len(images) == 1 else images


def describe(file, *, level=0, select=""):
    """Read what a file says of itself, without its pixels.

    Parameters
    ----------
    file : str or os.PathLike
        A TIFF, PNG, NRRD or MetaImage file, or the folder of a Zarr.
    level, select
        As in `read_image`.

    Returns
    -------
    FileInfo
    """
    *rest, axes, levels = _ext.describe(file, level, select)
    return FileInfo(*rest, tuple(Axis(*axis) for axis in axes), levels)


def read_image(file, *, level=0, select=""):
    """Read an image, the format told by the suffix.

    Parameters
    ----------
    file : str or os.PathLike
        A TIFF, PNG, NRRD or MetaImage file, or the folder of a Zarr.
    level : int, optional
        Which level of a pyramid; 0 is the full image.
    select : str, optional
        Where to cut axes beyond the image's own, as "c=0,t=3".

    Returns
    -------
    numpy.ndarray
        Of rank 2, or 3 where the file has planes.
    """
    return _ext.read_image(file, level, select)


def write_image(file, image, *, compression=None, tile=256, overwrite=False, lock=True, axes=(), chunk=None, shard=None,
                pyramid=None):
    """Write an image, the format told by the suffix.

    Parameters
    ----------
    file : str or os.PathLike
        Written in the folder ``file.work`` and renamed at the end.
    image : numpy.ndarray
        Of rank 2 or 3.
    compression : str, optional
        "none", "zstd", "deflate", "lzw", "gzip" or "blosc"; by default the format's usual one.
    tile : int, optional
        Side of a tile where the format has tiles; 0 for strips.
    overwrite : bool, optional
        Replace an existing file, which is refused otherwise.
    lock : bool, optional
        Keep other runs off the file; False for file systems without locks.
    axes : sequence of Axis or (name, unit, scale), optional
        One each of the image's, where the format holds them.
    chunk, shard : sequence of int, optional
        Zarr: the shape of what is compressed alone, and of what is one file.
    pyramid : str, optional
        OME-Zarr: "mean" or "nearest" for smaller copies beside the image.
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
