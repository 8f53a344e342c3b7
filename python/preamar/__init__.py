"""Mathematical morphology and segmentation of 2-D and 3-D images, also of images larger than memory.

Morphological reconstruction, connected components, hole and depression filling, distance transforms, watersheds and
filters, on all cores or a device. Results are deterministic: bit-identical on any number of threads, blocks or devices.

There is one function per operator; ``help(preamar.label)`` describes it. Images are NumPy arrays with 2 or 3 axes and
any strides; they are not copied. `run_in_blocks` processes files larger than memory, and `Pipeline` chains of
operators on them.
"""

from __future__ import annotations

from typing import NamedTuple

from . import _ext
from ._blocks import run_in_blocks
from ._colour import reading_row, region_row, unmix_stains, writing_row
from ._devices import DeviceImage, from_dlpack, to_device
from ._operators import function_name, make_function
from ._outlines import polygons
from ._pipeline import Pipeline
from ._reports import PipelineImage, PipelinePlan, PipelineReport, PipelineStage
from ._slides import offer_openslide
from ._steps import PipelineStep, PipelineValue
from ._stores import add_store
from ._volumes import known_volume, volume

__version__ = _ext.version()
offer_openslide()


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


class Quantity(NamedTuple):
    """What the stored values of an image mean: a value is `scale * stored + offset`, in `unit`."""

    scale: float = 1.0
    offset: float = 0.0
    unit: str = ""
    description: str = ""


class Metadata(NamedTuple):
    """What a file says about an image besides its pixels. Fields that the file does not contain are empty.

    `axes` has one `Axis` per axis of the image. `origin` is the centre of the first pixel, in the units of the axes.
    `direction` is a matrix, row by row: its columns are the directions of the axes in space. `space` is "LPS" if space
    has anatomical axes. `georeference` holds GeoTIFF tags as (number, type, bytes). `nodata` is the stored
    value of pixels without data, or None. `quantity` is what the stored values mean.
    """

    axes: tuple[Axis, ...] = ()
    origin: tuple[float, ...] = ()
    direction: tuple[float, ...] = ()
    space: str = ""
    georeference: tuple[tuple[int, int, bytes], ...] = ()
    nodata: float | None = None
    quantity: Quantity = Quantity()


class FileInfo(NamedTuple):
    """The description of an image file. Fields that the file does not contain are empty."""

    format: str
    dtype: str
    shape: tuple[int, ...]
    chunk: tuple[int, ...]
    compression: str
    shard: tuple[int, ...] = ()
    metadata: Metadata = Metadata()
    levels: tuple[tuple[int, ...], ...] = ()
    samples: int = 1
    refusal: str = ""
    decoder: str = ""
    channel: str = ""
    has_mask: bool = False


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


def describe(file, *, level=0, select="", channel="", stains=None, channel_range=None):
    """Read the metadata of an image file, without its pixels.

    Parameters
    ----------
    file : str or os.PathLike
        A TIFF, PNG, NRRD, MetaImage, NIfTI or NumPy file, a slide (through OpenSlide), or the folder of a Zarr or of
        numbered slices.
    level, select, channel, stains, channel_range
        As in `read_image`.

    Returns
    -------
    FileInfo
        Format, dtype, shape, chunks, compression, metadata, pyramid levels and samples per pixel. If operators refuse
        the file, `refusal` says why and what they need. `decoder` names the libraries that decode a slide or a lossy
        compression, with versions.

    Raises
    ------
    OSError
        The file cannot be read.
    """
    reading = reading_row(level, select, channel, stains, channel_range)
    *rest, (axes, *others, quantity), levels, samples, refusal, decoder, chosen, has_mask = _ext.describe(file, reading)
    metadata = Metadata(tuple(Axis(*axis) for axis in axes), *others, Quantity(*quantity))
    return FileInfo(*rest, metadata, levels, samples, refusal, decoder, chosen, has_mask)


def read_image(file, *, level=0, select="", channel="", stains=None, channel_range=None, mask=False, region=None,
               metadata=False):
    """Read an image file. The suffix of the name selects the format.

    Parameters
    ----------
    file : str or os.PathLike
        A TIFF, PNG, NRRD, MetaImage, NIfTI or NumPy file, a slide (through OpenSlide), or the folder of a Zarr or of
        numbered slices.
    level : int, default: 0
        Pyramid level to read; 0 is the full resolution.
    select : str, optional
        Position on further axes, such as channel and time: "c=0,t=3". The band of a TIFF is counted from 1: "band=2".
    channel : str, optional
        Required for colour images: "luminance", "red", "green", "blue", "alpha", "haematoxylin", "eosin", "dab" or
        "residual". Stains are float32, as `unmix_stains` computes them.
    stains : array_like, optional
        Stain vectors of the channel, as in `unmix_stains`: the rows are "haematoxylin", "eosin", and "dab" or
        "residual".
    channel_range : (float, float), optional
        Convert the channel to uint8: the first value and less become 0, the second and more 255.
    mask : bool, default: False
        Read the mask of valid pixels instead of the pixels, as bool; see `FileInfo.has_mask`.
    region : sequence of (int, int), default: the whole image
        First pixel and end of the part to read, per axis of the level: ``((0, 256), (512, 768))``. Only the tiles or
        chunks that it touches are read, if the format is read by region.
    metadata : bool, default: False
        Also return the metadata, for `write_image`. It is that of the whole image.

    Returns
    -------
    numpy.ndarray or (numpy.ndarray, Metadata)
        The pixels, with 2 axes, or 3 if the file has several planes. A volume of uint8 with the shape of a colour image
        is one that `volume` made.

    Raises
    ------
    OSError
        The file cannot be read, or its format is not supported.
    ValueError
        The region is empty or leaves the image.
    """
    reading = {"level": level, "select": select, "channel": channel, "stains": stains, "channel_range": channel_range}
    image = known_volume(_ext.read_image(file, reading_row(**reading, mask=mask), region_row(region)))
    return (image, describe(file, **reading).metadata) if metadata else image


def write_image(file, image, *, compression=None, tile=256, overwrite=False, lock=True, metadata=None, strict=False,
                chunk=None, shard=None, pyramid=None, cog=False):
    """Write an image file. The suffix of the name selects the format.

    The image is written in the folder ``file.work`` and renamed at the end, so `file` is complete or absent.

    Parameters
    ----------
    file : str or os.PathLike
        Name of the output: a TIFF, PNG, NRRD, MetaImage, NIfTI or NumPy file, or the folder of a Zarr.
    image : numpy.ndarray
        The pixels, with 2 or 3 axes.
    compression : str, default: depends on the format
        "none", "deflate", "zstd", "lzw", "gzip" or "blosc".
    tile : int, default: 256
        TIFF: pixels per side of a tile; 0 writes strips.
    overwrite : bool, default: False
        Replace an existing file. Otherwise an existing file is an error.
    lock : bool, default: True
        Lock the output against other runs; use False on file systems without locks.
    metadata : Metadata, optional
        Spacing, origin, direction, georeference and nodata, as `read_image` returns them. A warning names what the
        format does not keep.
    strict : bool, default: False
        Raise ValueError instead of the warning.
    chunk, shard : sequence of int, optional
        Zarr: the shape of a chunk (the unit of compression), and of a shard (one file of several chunks).
    pyramid : {"mean", "nearest"}, optional
        OME-Zarr and COG: also write levels of half the size, by the mean or by the first pixel.
    cog : bool, default: False
        TIFF: write a Cloud Optimized GeoTIFF; needs `pyramid`.

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
    metadata = Metadata() if metadata is None else metadata
    _ext.write_image(file, image, tuple(metadata),
                     writing_row(overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog))


_functions = {function_name(row["name"]): make_function(row) for row in _ext.operators()}
_functions["polygons"] = polygons  # returns GeoJSON instead of a table
globals().update(_functions)

__all__ = [
    "Axis",
    "Device",
    "DeviceImage",
    "FileInfo",
    "Metadata",
    "Instance",
    "Pipeline",
    "PipelineImage",
    "PipelinePlan",
    "PipelineReport",
    "PipelineStage",
    "PipelineStep",
    "PipelineValue",
    "Quantity",
    "add_store",
    "describe",
    "devices",
    "from_dlpack",
    "generate",
    "instances",
    "read_image",
    "run_in_blocks",
    "to_device",
    "unmix_stains",
    "volume",
    "write_image",
    *_functions,
]
