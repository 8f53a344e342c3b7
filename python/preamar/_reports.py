"""What a pipeline plans and finds."""

from __future__ import annotations

from typing import NamedTuple


class PipelineStage(NamedTuple):
    """Steps that run together, block by block.

    `passes` is how often each block is visited; at least, if `reads_depend_on_pixels`. `peak_memory` is an upper bound
    of the memory of the process, in bytes.
    """

    steps: tuple[str, ...]
    block: tuple[int, ...]
    blocks: int
    passes: int
    reads_depend_on_pixels: bool
    peak_memory: int


class PipelineImage(NamedTuple):
    """An image of a pipeline: an input, an output, or a temporary image.

    `reads` and `writes` are how often each of its blocks is read and written, `blocks_read` and `blocks_written` how
    many blocks a run has read and written. `bytes` is the size of its pixels.
    """

    name: str
    reads: int
    writes: int
    blocks_read: int
    blocks_written: int
    temporary: bool
    bytes: int


class PipelinePlan(NamedTuple):
    """The plan of a pipeline: its stages, one after another, its images, and the memory and disk space that it needs.

    `peak_memory` is an upper bound of the memory of the process, `temporary_bytes` the size of all temporary images
    before compression, both in bytes.
    """

    stages: tuple[PipelineStage, ...]
    images: tuple[PipelineImage, ...]
    peak_memory: int
    temporary_bytes: int

    def __repr__(self):
        head, rows = ("image", "kind", "reads", "writes", "size"), [_image_row(image) for image in self.images]
        return "\n".join(["PipelinePlan", *_stage_lines(self), table_text(head, rows), _memory_line(self)])


class PipelineReport(NamedTuple):
    """The result of a pipeline.

    `found` has a dict per step that finds numbers or a table: numbers by name, the columns of a table. A table that is
    written to a file is only there.
    """

    plan: PipelinePlan
    found: dict

    def __repr__(self):
        found = [f"{step}: {_results_text(results)}" for step, results in self.found.items()]
        head = ("image", "kind", "reads", "writes", "size", "blocks read", "blocks written")
        rows = [(*_image_row(image), image.blocks_read, image.blocks_written) for image in self.plan.images]
        lines = [*_stage_lines(self.plan), table_text(head, rows), _memory_line(self.plan), *found]
        return "\n".join(["PipelineReport", *lines])


def plan_from(row):
    """The plan from the row that the extension returns."""
    stages, images, *memory = row
    return PipelinePlan(tuple(PipelineStage(*stage) for stage in stages),
                        tuple(PipelineImage(*image) for image in images), *memory)


def size_text(size):
    """An amount of memory in words: "1.5 MiB"."""
    units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
    power = min(max(size.bit_length() - 1, 0) // 10, len(units) - 1)
    return f"{size / 1024**power:.1f} {units[power]}" if power else f"{size} bytes"


def table_text(head, rows):
    """A table in columns: the first two to the left, numbers to the right."""
    texts = [tuple(map(str, row)) for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*texts)]
    cells = ([cell.rjust(width) if column > 1 else cell.ljust(width)
              for column, (cell, width) in enumerate(zip(row, widths))] for row in texts)
    return "\n".join(map("  ".join, cells))


def _stage_lines(plan):
    for number, stage in enumerate(plan.stages, 1):
        least = "at least " if stage.reads_depend_on_pixels else ""
        yield (f"stage {number}: {', '.join(stage.steps)}: {_count(stage.blocks, 'block')} of "
               f"{'x'.join(map(str, stage.block))}, {least}{_count(stage.passes, 'pass', 'passes')}, "
               f"memory {size_text(stage.peak_memory)} at most")


def _count(number, one, several=None):
    return f"{number} {one if number == 1 else several or one + 's'}"


def _image_row(image):
    kind = "temporary" if image.temporary else "output" if image.writes else "input"
    return image.name, kind, image.reads, image.writes, size_text(image.bytes)


def _memory_line(plan):
    return f"memory {size_text(plan.peak_memory)} at most, temporary images {size_text(plan.temporary_bytes)} on disk"


def _results_text(results):
    columns = {name: value for name, value in results.items() if hasattr(value, "shape")}
    texts = [f"{name} = {value}" for name, value in results.items() if name not in columns]
    if columns:
        texts.append(f"{len(next(iter(columns.values())))} rows of {', '.join(columns)}")
    return ", ".join(texts)
