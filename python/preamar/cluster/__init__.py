"""Operators and pipelines on many machines, by Dask.

A run in blocks is a job: a plan in a file, and tasks that read and write images and intermediate results on a shared
disk or in an object store. Dask only says who does which task. Needs the extra ``cluster``: ``pip install
preamar[cluster]``.
"""

from __future__ import annotations

from os import PathLike, fspath

from .. import _ext
from .._colour import reading_row, writing_row
from .._outlines import take_outlines
from .._pipeline import Pipeline
from ._client import Workers, run_plan
from ._report import Report
from ._worker import dask_setup

__all__ = ["Report", "dask_setup", "run", "run_plan"]


def run(work, inputs=(), output=(), *, client=None, memory=None, threads=None, block=None, resume=False,
        overwrite=False, lock=True, strict=False, level=0, select="", channel="", stains=None, channel_range=None,
        ignore_metadata=False, nodata=None, compression=None, chunk=None, shard=None, pyramid=None, plan=None, retries=3,
        window=None, progress=None, prices=None, **options):
    """Run an operator or a pipeline on the workers of a Dask cluster.

    The result has the same bytes as that of one process. Workers read and write the files themselves: names must mean
    the same files on every worker, on a shared disk or in an object store, and keys of stores come from the environment
    of each worker.

    Parameters
    ----------
    work : str or Pipeline
        The name of an operator, such as "label", or a pipeline with its inputs and outputs.
    inputs : str, os.PathLike or a sequence of them
        Of an operator: its input files.
    output : str, os.PathLike or a sequence of them
        Of an operator: its outputs. Images are Zarr or OME-Zarr; a table is a ``.csv`` or ``.parquet`` file.
    client : distributed.Client, default: the current client
        The connection to the cluster. Workers should have one thread each (``--nthreads 1``): the threads of a task are
        those of `threads`.
    memory : int or str, default: two thirds of the memory limit of the smallest worker
        Maximum memory of a task, in bytes or as a size such as "4G". A job that needs more than a worker has is refused
        before its first task.
    threads : int, default: the processors of a machine divided by its workers
        Threads of a task.
    block : sequence of int, default: as large as `memory` allows
        Shape of a block, in pixels.
    resume : bool, default: False
        Take up a stopped job of the same call: tasks that are done are not done again.
    overwrite, lock, strict, compression, chunk, shard, pyramid
        How outputs are written, as in `preamar.write_image`.
    level, select, channel, stains, channel_range, ignore_metadata, nodata
        What is read of the inputs of an operator, as in `preamar.run_in_blocks`; an error for a pipeline, whose inputs
        have their own.
    plan : str or os.PathLike, default: the first output with ``.plan.json`` behind it
        The file of the plan, which every worker must be able to read. It is removed when the job is done.
    retries : int, default: 3
        How often a task is tried again after an error of a file or store, or after its worker was lost.
    window : int, default: four per worker, and at least 32
        Tasks that the scheduler knows at one time.
    progress : callable or bool, optional
        Called with the fraction done, 0 to 1. True shows the percentage on the standard error stream.
    prices : dict, optional
        "worker_hour", "gigabyte_read", "gigabyte_written": the report has the cost of the job by these prices.
    **options
        The options of the operator.

    Returns
    -------
    Report
        What was done, per stage and worker, and the numbers that were found.

    Raises
    ------
    ValueError
        The call is wrong, or an output is a file that several processes cannot write, such as TIFF.
    MemoryError
        A task needs more memory than a worker has.
    OSError
        A file cannot be read or written, an output exists, or another job writes it.

    Examples
    --------
    >>> import distributed  # doctest: +SKIP
    >>> import preamar.cluster
    >>> client = distributed.Client("tcp://scheduler:8786")  # doctest: +SKIP
    >>> report = preamar.cluster.run("fill_holes", "s3://slides/mask.ome.zarr", "s3://slides/filled.ome.zarr",
    ...                              client=client, memory="4G")  # doctest: +SKIP
    >>> report.tasks  # doctest: +SKIP
    1234
    """
    reading = reading_row(level, select, channel, stains, channel_range, ignore_metadata, nodata)
    if isinstance(work, Pipeline):
        _require_nothing_of_steps(inputs, output, options, reading)
    workers = Workers(client)
    memory = workers.usual_memory() if memory is None else memory
    threads = workers.usual_threads() if threads is None else threads
    writing = writing_row(overwrite, lock, strict, compression, 256, chunk, shard, pyramid, False)
    if isinstance(work, Pipeline):
        rows = work._rows()
        plan = _plan_name(plan, [file for _, file, _ in rows[2]])
        planned = _ext.plan_pipeline_job(rows, (memory, block, resume, writing), threads, plan)
    else:
        plan = _plan_name(plan, _files(output))
        outlines = take_outlines(work, options)
        planned = _ext.plan_job(work, _files(inputs), _files(output), options, memory, block, resume, reading, writing,
                                outlines, threads, plan)
    report = run_plan(planned["file"], client=client, retries=retries, window=window, progress=progress, prices=prices)
    _ext.forget_plan(planned["file"])
    return report


def _require_nothing_of_steps(inputs, output, options, reading):
    defaults = reading_row(0, "", "", None, None)
    given = [name for name, value in reading.items() if value != defaults[name]] + list(options)
    given += [name for name, files in [("inputs", inputs), ("output", output)] if _files(files)]
    if given:
        raise ValueError(f"pipeline: {', '.join(given)}: these belong to its steps; pass them to Pipeline.read, to the "
                         "operators and to Pipeline.write")


def _files(names):
    return [fspath(names)] if isinstance(names, (str, PathLike)) else [fspath(name) for name in names]


def _plan_name(plan, outputs):
    if plan is not None:
        return fspath(plan)
    if not outputs:
        raise ValueError("cluster: there is no output; give plan, a file that all workers can read and write")
    return fspath(outputs[0]).rstrip("/") + ".plan.json"
