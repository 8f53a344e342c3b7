"""Chains of operators on image files larger than memory."""

import re
from os import PathLike, fspath
from pathlib import Path

from . import _ext
from ._colour import reading_row, writing_row
from ._operators import function_name
from ._outlines import outline_row
from ._progress import progress_function
from ._reports import PipelineReport, plan_from
from ._steps import PipelineValue, make_method, value_of


class Pipeline:
    """A chain of operators on image files larger than memory, without files between the steps.

    There is one method per operator: it takes the parameters of the function of the same name, and `name`. Inputs are
    images of the pipeline, and a number that one step finds may be an option of another: ``value=otsu.value``. Nothing
    is computed before `run`. Steps that need a block and its surroundings run together; only images that a later step
    needs beyond its block are written to temporary files. Results are bit-identical to those of the functions.

    Examples
    --------
    >>> import preamar
    >>> pipeline = preamar.Pipeline()
    >>> slide = pipeline.read("slide.ome.zarr")
    >>> overview = pipeline.read("slide.ome.zarr", level=3)
    >>> otsu = pipeline.otsu(overview)
    >>> mask = pipeline.threshold(pipeline.gaussian(slide, sigma=2), value=otsu.value)
    >>> labels = pipeline.label(pipeline.fill_holes(mask))
    >>> pipeline.write(labels, "labels.ome.zarr")
    >>> pipeline.write(pipeline.measure(labels), "objects.csv")
    >>> report = pipeline.run(memory="4G", progress=True)  # doctest: +SKIP
    >>> report.found["label"]["count"]  # doctest: +SKIP
    1234
    """

    def __init__(self):
        self._inputs, self._steps, self._outputs = [], [], []

    def __repr__(self):
        names = {"read": self._inputs, "compute": self._steps, "write": self._outputs}
        lines = [f"{verb}: {', '.join(row[0] for row in rows)}" for verb, rows in names.items() if rows]
        return "\n".join(["Pipeline", *lines])

    def read(self, file, *, level=0, select="", channel="", stains=None, channel_range=None, ignore_metadata=False,
             nodata=None, mask=False, valid=None, name=None):
        """Add an image file as input.

        Parameters
        ----------
        file : str or os.PathLike
            A file that can be read in blocks: TIFF, OME-TIFF, Zarr or OME-Zarr.
        level, select, channel, stains, channel_range
            As in `read_image`.
        ignore_metadata : bool, default: False
            Read only the pixels: no spacing, origin, georeference and nodata.
        nodata : float, optional
            The value of pixels without data, in place of what the file says; NaN: pixels that are NaN.
        mask : bool, default: False
            Read the mask of valid pixels of the file instead of its pixels, as bool.
        valid : PipelineValue, optional
            Another input, which is not 0 where pixels of this one are valid. Pixels with the nodata value of the file,
            or outside its mask, are not valid either.
        name : str, default: the name of the file without its suffixes
            Name of the image in plans, reports and messages; a repeated default gets a number.

        Returns
        -------
        PipelineValue
            The image.
        """
        file = _name_of(file)
        stem = re.sub(r"\W", "_", Path(file).name.split(".")[0], flags=re.ASCII)
        name = self._new_name(name, stem or "image")
        reading = reading_row(level, select, channel, stains, channel_range, ignore_metadata, nodata, mask)
        valid = "" if valid is None else value_of(self, "pipeline: valid", ["image"], valid)
        self._inputs.append((name, file, reading, valid))
        return PipelineValue(self, name, "image")

    def write(self, result, file, *, image_name="", object_type="detection", classification="", measurements=None):
        """Write an image or a table to a file.

        Parameters
        ----------
        result : PipelineValue
            An image or a table of this pipeline; a step stands for its first image or its table.
        file : str or os.PathLike
            TIFF, OME-TIFF, Zarr or OME-Zarr for an image, ``.csv`` or ``.parquet`` for a table, also ``.geojson`` for
            outlines.
        image_name, object_type, classification, measurements
            Of a ``.geojson`` file, as in `polygons`. `measurements` may be a ``.csv`` file that this pipeline writes.

        Raises
        ------
        TypeError
            `result` is a number; `PipelineReport` has it.
        ValueError
            `result` belongs to another pipeline or is an input, or `result` or `file` was given before.
        """
        reference, file = value_of(self, "pipeline: result", ["image", "table"], result), _name_of(file)
        if reference in (name for name, *_ in self._inputs):
            raise ValueError(f"pipeline: result is the input {reference!r}; it must be a result of a step")
        for other, written, _ in self._outputs:
            if reference == other:
                raise ValueError(f"pipeline: {reference!r} is written to {written!r} already; copy the file")
            if file == written:
                raise ValueError(f"pipeline: {file!r} is the file of {other!r} already; give another name")
        outlines = outline_row(image_name, object_type, classification, measurements)
        self._outputs.append((reference, file, outlines))

    def plan(self, *, memory=None, block=None, resume=False, overwrite=False, lock=True, strict=False, compression=None,
             tile=256, chunk=None, shard=None, pyramid=None, cog=False, device="cpu", threads=None):
        """Plan a run. Only the headers of the files are read.

        Parameters
        ----------
        memory, block, resume, overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog, device, threads
            As in `run`.

        Returns
        -------
        PipelinePlan
            Stages, and how often each image is read and written.

        Raises
        ------
        ValueError, MemoryError, OSError
            As `run`.
        """
        settings = (memory, block, resume, writing_row(overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog))
        return plan_from(_ext.plan_pipeline(self._rows(), settings, device, threads))

    def run(self, *, memory=None, block=None, resume=False, overwrite=False, lock=True, strict=False, compression=None,
            tile=256, chunk=None, shard=None, pyramid=None, cog=False, device="cpu", threads=None, progress=None):
        """Run the pipeline.

        Parameters
        ----------
        memory : int or str, default: three quarters of the memory of the machine or container
            Maximum resident memory of the process, in bytes or as a size such as "4G".
        block : sequence of int, default: as large as `memory` allows
            Shape of a block, in pixels. It is rounded up to whole chunks, shards or tiles of the outputs.
        resume : bool, default: False
            Continue a stopped run of the same pipeline.
        overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog
            How output files are written, as in `write_image`.
        device : str, default: "cpu"
            A name of `devices`, or several, as in `run_in_blocks`.
        threads : int, default: one per processor
            Maximum number of threads.
        progress : callable or bool, optional
            Called repeatedly with the fraction done, 0 to 1. True shows the percentage on the standard error stream.

        Returns
        -------
        PipelineReport
            The plan, with the numbers of blocks that were read and written, and the numbers and tables of the steps.

        Raises
        ------
        ValueError
            The call is wrong, a step needs the whole image, or a name is given twice.
        MemoryError
            `memory` is too low; the message says how much is needed.
        OSError
            A file cannot be read or written, or an output exists.
        """
        settings = (memory, block, resume, writing_row(overwrite, lock, strict, compression, tile, chunk, shard, pyramid, cog))
        plan, found = _ext.run_pipeline(self._rows(), settings, device, threads, progress_function("pipeline", progress))
        return PipelineReport(plan_from(plan), found)

    def _rows(self):
        return self._inputs, self._steps, self._outputs

    def _new_name(self, name, default):
        """The name of a new input or step: `name`, or the default with a number if it is in use."""
        used = {row[0] for row in (*self._inputs, *self._steps)}
        if name is None:
            numbered = (f"{default}_{number}" for number in range(2, len(used) + 3))
            return next(name for name in (default, *numbered) if name not in used)
        if not isinstance(name, str):
            raise TypeError(f"pipeline: name is {name!r}; it must be a str")
        if not name or "." in name:
            raise ValueError(f"pipeline: name is {name!r}; it must have at least one character, and no dot")
        if name in used:
            raise ValueError(f"pipeline: name {name!r} is in use; give another name")
        return name


def _name_of(file):
    if not isinstance(file, (str, PathLike)):
        raise TypeError(f"pipeline: file is {file!r}; it must be the name of a file")
    name = fspath(file)
    return name if "://" in name else str(Path(name))  # a Path would drop a slash of a URL


for _row in _ext.operators():
    setattr(Pipeline, function_name(_row["name"]), make_method(_row))
