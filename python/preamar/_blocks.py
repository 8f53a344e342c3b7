"""Operators on files and arrays, in blocks."""

from os import PathLike

import numpy as np

from . import _ext
from ._arrays import input_array, is_array, output_array
from ._colour import reading_row, writing_row
from ._outlines import take_outlines
from ._progress import progress_function
from ._sharing import require_separate
from ._valid import valid_pixels

_ROWS = {row["name"]: row for row in _ext.operators()}


def run_in_blocks(operator, *inputs, output=(), memory=None, block=None, resume=False, overwrite=False, lock=True,
                  strict=False, level=0, select="", channel="", stains=None, channel_range=None, ignore_metadata=False,
                  nodata=None, mask=False, valid=None, valid_out=None, compression=None, tile=256, chunk=None, shard=None,
                  pyramid=None, cog=False, device="cpu", threads=None, progress=None, **options):
    """Run an operator on image files or arrays, in blocks: for images larger than memory (out-of-core).

    Each block is read at most twice and written once, whatever the image contains; geodesic_distance and watershed may
    read a block more often. The result is bit-identical to that of the whole image in memory. These calls need the
    whole image: distance with method="nearest_seed", and filters with border="wrap".

    Parameters
    ----------
    operator : str
        The name of a function of this package, such as "label".
    *inputs : str, os.PathLike or array
        The inputs of the operator, in order: files, or any arrays with ``shape``, ``dtype`` and slicing, such as
        `numpy.memmap`, `zarr.Array`, `h5py.Dataset`, TensorStore, Dask and xarray. Optional inputs at the end may be
        omitted.
    output : str, os.PathLike, array or a sequence of them
        The outputs. Files: TIFF, OME-TIFF, Zarr or OME-Zarr for images, ``.csv`` for the counts of a histogram. An
        operator with a table may have a last ``.csv`` or ``.parquet``, and polygons a ``.geojson``; the table is
        returned too, unless its rows exceed the memory: then ``rows`` is their number. Arrays: of the shape and dtype
        of the result, with an assignment that stores the pixels, such as `numpy.ndarray`, `numpy.memmap`,
        `zarr.Array`, `h5py.Dataset` and TensorStore. An array is written in place: after an error it contains the
        blocks that were written before. It must not share pixels with an input.
    memory : int or str, default: three quarters of the memory of the machine or container
        Maximum resident memory of the process, in bytes or as a size such as "4G".
    block : sequence of int, default: as large as `memory` allows
        Shape of a block, in pixels. It is rounded up to whole chunks, shards or tiles of the output.
    resume : bool, default: False
        Continue a stopped run of the same call. Needs files for all inputs and outputs.
    overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog
        How output files are written, as in `write_image`. Their metadata is that of the first input that has a grid.
    level, select, channel, stains, channel_range
        What is read of input files, as in `read_image`. A channel is that of the colour images among several files.
    ignore_metadata : bool, default: False
        Read only the pixels of input files: no spacing, origin, georeference and nodata.
    nodata : float, optional
        The value of pixels without data, in place of what inputs say; NaN: pixels that are NaN.
    mask : bool, default: False
        Read the mask of valid pixels of input files instead of their pixels, as bool.
    valid : str, os.PathLike or array, optional
        Non-zero where pixels of all inputs are valid (bool or integers). Pixels with the nodata value of a file,
        outside its mask, or masked in a masked array are not valid either.
    valid_out : str, os.PathLike or array, optional
        Receives the valid pixels of the results, as bool.
    device : str, default: "cpu"
        A name of `devices`; or several, each of which takes the next block when it is free: "cpu+opencl:0", or "hybrid"
        for the CPU and every device.
    threads : int, default: one per processor
        Maximum number of threads.
    progress : callable or bool, optional
        Called repeatedly with the fraction done, 0 to 1. True shows the percentage on the standard error stream.
    **options
        The options of the operator; of polygons also `image_name`, `object_type`, `classification` and `measurements`,
        if the output is a ``.geojson`` file.

    Returns
    -------
    dict
        ``block`` (shape), ``blocks`` (number), ``reads`` and ``writes`` (blocks read and written by this run),
        ``shares`` (number of blocks per device), and the results of the operator: numbers by name, the columns of a
        table.

    Raises
    ------
    TypeError
        An array has a dtype that is not supported, or does not store what is assigned to it.
    ValueError
        The call is wrong, the operator needs the whole image, or an output shares pixels with an input.
    MemoryError
        `memory` is too low; the message says how much is needed.
    OSError
        A file cannot be read or written, or the output exists.
    Exception
        What an array raises when a slice is read or assigned stops the run and is raised again.

    Examples
    --------
    >>> import numpy as np
    >>> import preamar
    >>> image = preamar.generate("tissue", 512)
    >>> filled = np.empty_like(image)
    >>> report = preamar.run_in_blocks("fill_holes", image, output=filled, block=(256, 256))
    >>> report["blocks"], np.array_equal(filled, preamar.fill_holes(image))
    (4, True)
    >>> report = preamar.run_in_blocks("label", "cells.tif", output="labels.ome.zarr",
    ...                                memory="4G")  # doctest: +SKIP
    """
    names = [i["name"] for i in _ROWS[operator]["inputs"]] if operator in _ROWS else []
    outputs = [output] if _is_file(output) or is_array(output) else list(output)
    _require_files(operator, "inputs", inputs, {
        "level": level or None, "select": select or None, "channel": channel or None, "stains": stains,
        "channel_range": channel_range, "mask": mask or None})
    written = {"compression": compression, "chunk": chunk, "shard": shard, "pyramid": pyramid,
               "cog": cog or None}
    _require_files(operator, "output", outputs, written)
    named = [*zip(names, inputs), *(("a further image", image) for image in inputs[len(names):])]
    sources = [image if image is None or _is_file(image) else input_array(f"{operator}: {name}", name, image)
               for name, image in named]
    sinks = [image if _is_file(image) else output_array(f"{operator}: output", image) for image in outputs]
    valid = _with_masks(operator, [image for _, image in named], valid)
    require_separate(operator, [*named, ("valid", valid)],
                     [*(("output", image) for image in outputs), ("valid_out", valid_out)])
    outlines = take_outlines(operator, options)
    reading = reading_row(level, select, channel, stains, channel_range, ignore_metadata, nodata, mask)
    return _ext.run_in_blocks(operator, sources + [None] * (len(names) - len(sources)), sinks, options, memory, block,
                              resume, reading, _valid_image(operator, "valid", valid, input_array),
                              _valid_image(operator, "valid_out", valid_out, output_array),
                              writing_row(overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog), outlines,
                              device, threads, progress_function(operator, progress))


def _with_masks(operator, images, valid):
    """`valid` with what masked arrays mask."""
    masked = [image for image in images if isinstance(image, np.ma.MaskedArray)]
    if not masked:
        return valid
    if _is_file(valid):
        raise ValueError(f"{operator}: inputs has a masked array and valid is a file; give one of them")
    return valid_pixels(operator, masked, None if valid is None else np.asarray(valid))


def _valid_image(operator, name, image, array):
    if image is None or _is_file(image):
        return image
    return array(f"{operator}: {name}", *(("valid",) if array is input_array else ()), image)


def _is_file(value):
    return isinstance(value, (str, PathLike))


def _require_files(operator, argument, values, settings):
    """Raise ValueError if a setting for files is given and all values are arrays."""
    given = [name for name, value in settings.items() if value is not None]
    if given and not any(_is_file(value) for value in values):
        raise ValueError(f"{operator}: {given[0]} is for files; {argument} has none")
