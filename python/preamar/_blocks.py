"""Operators on files, in blocks."""

from os import PathLike

from . import _ext

_ROWS = {row["name"]: row for row in _ext.operators()}


def run_in_blocks(operator, *inputs, output=(), memory=None, block=None, resume=False, overwrite=False, lock=True,
                  device="cpu", threads=None, progress=None, **options):
    """Run an operator on image files, in blocks: for images larger than memory (out-of-core).

    Each block is read at most twice and written once, whatever the image contains. The result is bit-identical to that
    of the whole image in memory. Not every operator processes blocks: canny, compare_edges, distance, expand_labels,
    geodesic_distance, relabel and watershed need the whole image.

    Parameters
    ----------
    operator : str
        The name of a function of this package, such as "label".
    *inputs : str or os.PathLike
        The input files of the operator, in order. Optional inputs at the end may be omitted.
    output : str, os.PathLike or a sequence of them
        The output files: TIFF, OME-TIFF, Zarr or OME-Zarr for images, ``.csv`` for the counts of a histogram. An
        operator with a table may have a last ``.csv``; the table is returned in any case.
    memory : int, default: three quarters of the memory of the machine or container
        Maximum resident memory of the process, in bytes.
    block : sequence of int, default: as large as `memory` allows
        Shape of a block, in pixels. It is rounded up to whole chunks or tiles of the output.
    resume : bool, default: False
        Continue a stopped run of the same call.
    overwrite : bool, default: False
        Replace existing files. Otherwise an existing file is an error.
    lock : bool, default: True
        Lock the outputs against other runs; use False on file systems without locks.
    device : str, default: "cpu"
        A name of `devices`; or several, each of which takes the next block when it is free: "cpu+opencl:0", or "hybrid"
        for the CPU and every device.
    threads : int, default: one per processor
        Maximum number of threads.
    progress : callable, optional
        Called repeatedly with the fraction done, 0 to 1.
    **options
        The options of the operator.

    Returns
    -------
    dict
        ``block`` (shape), ``blocks`` (number), ``reads`` and ``writes`` (blocks read and written by this run),
        ``shares`` (number of blocks per device), and the results of the operator: numbers by name, the columns of a
        table.

    Raises
    ------
    ValueError
        The call is wrong, or the operator needs the whole image.
    MemoryError
        `memory` is too low; the message says how much is needed.
    OSError
        A file cannot be read or written, or the output exists.

    Examples
    --------
    >>> import preamar
    >>> report = preamar.run_in_blocks("label", "cells.tif", output="labels.ome.zarr",
    ...                                memory=4 << 30)  # doctest: +SKIP
    """
    names = [i["name"] for i in _ROWS[operator]["inputs"]] if operator in _ROWS else []
    inputs = [*inputs, *[None] * (len(names) - len(inputs))]
    outputs = [output] if isinstance(output, (str, PathLike)) else list(output)
    return _ext.run_in_blocks(operator, inputs, outputs, options, memory, block, resume, overwrite, lock, device,
                              threads, progress)
