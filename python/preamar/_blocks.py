"""Operators on files, block by block."""

from os import PathLike

from . import _ext

_ROWS = {row["name"]: row for row in _ext.operators()}


def run_in_blocks(operator, *inputs, output=(), memory=None, block=None, resume=False, overwrite=False, lock=True,
                  device="cpu", threads=None, progress=None, **options):
    """Run an operator on image files that may be larger than memory.

    The result is that of the whole image, to the byte. Which operators work in blocks, and how often they read and write
    each, is told in docs/blocks.md.

    Parameters
    ----------
    operator : str
        The name of a function of this package, such as "label".
    *inputs : str or os.PathLike
        Its images, in its order, as files; optional ones at the end may be left out.
    output : str or os.PathLike, or a sequence of them
        The files of its images: ``.tif`` or ``.ome.zarr``, or ``.csv`` for the counts of a histogram. A last ``.csv``
        for its table, if it has one; without it, the table is returned only.
    memory : int, optional
        Bytes that this process may use; by default three quarters of what the machine, or its container, has.
    block : sequence of int, optional
        The shape of a block; by default as memory allows.
    resume : bool, optional
        Go on with what a stopped run of the same call left.
    overwrite : bool, optional
        Replace existing files, which are refused otherwise.
    lock : bool, optional
        Keep other runs off the outputs; False for file systems without locks.
    device : str, optional
        Where blocks are worked on: a name of `devices`, or several, each of which takes the next block when it is free:
        "hybrid" for the cpu and every device, "cpu+opencl:0" for those.
    threads : int, optional
        As many as the machine has by default.
    progress : callable, optional
        Called with the part done, 0 to 1.
    **options
        Those of the operator.

    Returns
    -------
    dict
        ``block``, ``blocks``, ``reads``, ``writes`` (of blocks, by this run), ``shares`` (how many blocks each device was given,
        counted each time), and what the operator found: numbers by their names, a table by its columns.
    """
    names = [i["name"] for i in _ROWS[operator]["inputs"]] if operator in _ROWS else []
    inputs = [*inputs, *[None] * (len(names) - len(inputs))]
    outputs = [output] if isinstance(output, (str, PathLike)) else list(output)
    return _ext.run_in_blocks(operator, inputs, outputs, options, memory, block, resume, overwrite, lock, device,
                              threads, progress)
