"""An image of any size that consists of copies of one tile, and the records of a job on it, for cluster_scale.py."""

import json
import os
import shutil
import sys
from pathlib import Path

import numpy

import preamar
from preamar import _ext
from preamar._colour import reading_row, writing_row

TILE, CHUNK = 4096, 512
WRITING = {"chunk": (CHUNK, CHUNK), "shard": (TILE, TILE), "overwrite": True}


def tile_file(file, pixels):
    preamar.write_image(file, pixels, **WRITING)
    return Path(file)


def resized(tile, file, side):
    """An image with the fields of the file of a tile, and no chunks."""
    fields = json.loads((tile / "zarr.json").read_text())
    fields["shape"] = [side, side]
    shutil.rmtree(file, ignore_errors=True)
    file.mkdir(parents=True)
    (file / "zarr.json").write_text(json.dumps(fields))
    return file


def mosaic(tile, file, count):
    """A Zarr of count x count links to the file of a tile."""
    resized(tile, file, TILE * count)
    for y in range(count):
        (file / "c" / str(y)).mkdir(parents=True)
        for x in range(count):
            os.link(tile / "c" / "0" / "0", file / "c" / str(y) / str(x))
    return file


def right_tile(marker, mask):
    """The result of a tile that has at least one tile between it and the border of the image.

    More pixels only add paths, so it is at least the middle of 3x3 tiles and at most the result of endless tiles. Both
    are the same if the middle, repeated, does not change by one more step.
    """
    middle = preamar.reconstruct(numpy.tile(marker, (3, 3)), numpy.tile(mask, (3, 3)))[TILE:-TILE, TILE:-TILE].copy()
    around = numpy.pad(middle, 1, mode="wrap")
    step = middle
    for y in range(3):
        for x in range(3):
            step = numpy.maximum(step, around[y:y + TILE, x:x + TILE])
    if not numpy.array_equal(numpy.minimum(step, mask), middle):
        sys.exit("cluster_scale.py: floods cross more than one tile; the result is not known")
    return middle


# The tree of blocks, and records, as src/blocks/program/tree.cpp, src/blocks/state/object_state.cpp and src/core/digest.cpp have them.

def block_nodes(rows, columns, y=0, x=0, node=0):
    """Number in the tree, row and column of each block, in the order of the tasks."""
    if rows == columns == 1:
        yield node, y, x
    elif rows >= columns:
        half = rows // 2
        yield from block_nodes(half, columns, y, x, node + 1)
        yield from block_nodes(rows - half, columns, y + half, x, node + 2 * half * columns)
    else:
        half = columns // 2
        yield from block_nodes(rows, half, y, x, node + 1)
        yield from block_nodes(rows, columns - half, y, x + half, node + 2 * half * rows)


ODD = 0x9E3779B97F4A7C15


def mixed(state, word):
    state = (state ^ word) * numpy.uint64(ODD)
    return state << numpy.uint64(29) | state >> numpy.uint64(35)


def scattered(state):
    for factor in 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53:
        state = (state ^ state >> numpy.uint64(33)) * numpy.uint64(factor)
    return state ^ state >> numpy.uint64(33)


def digests(data, seeds):
    """The digest of the same bytes for each seed."""
    odd = numpy.uint64(ODD)
    state = numpy.stack([seeds, seeds + odd, seeds ^ ~odd, ~seeds])
    whole = len(data) // 32 * 32
    for words in numpy.frombuffer(data[:whole], "<u8").reshape(-1, 4, 1):
        state = mixed(state, words)
    total = numpy.full(len(seeds), len(data), numpy.uint64)
    for lane in state:
        total = mixed(total, scattered(lane))
    for at in range(whole, len(data), 8):
        total = mixed(total, numpy.uint64(int.from_bytes(data[at:at + 8], "little")))
    return scattered(total)


def write_records(folder, job, names, data, count=2048):
    """A record with this data for each name, in the first stage of a job."""
    layout = (folder.parent.parent / "record" / "layout-0").read_bytes()[8:]
    run = digests(layout, numpy.array([int(job, 16)], numpy.uint64))
    for at in range(0, len(names), count):
        own = names[at:at + count]
        seeds = numpy.concatenate([digests(name.encode(), run) for name in own])
        for name, digest in zip(own, digests(data, seeds)):
            with open(folder / name, "wb") as file:
                file.write(digest.tobytes())
                file.write(data)


def borders_of(y, x, count):
    return y == 0, y == count - 1, x == 0, x == count - 1


def summary_name(node):
    return f"summary-0-0/{node}"


def planned(folder, tiles, count):
    """The plan of a mosaic, and its folder of records."""
    marker, mask = (mosaic(tile, folder / f"{name}.zarr", count) for name, tile in tiles.items())
    writing = writing_row(True, True, False, None, 256, WRITING["chunk"], WRITING["shard"], None, False)
    plan = _ext.plan_job("reconstruct", [marker, mask], [folder / "out.zarr"], {}, "2G", (TILE, TILE), False,
                         reading_row(0, "", "", None, None, False), writing, {}, 1, folder / "plan.json")
    return plan, folder / "out.zarr.work" / f"state-{plan['job']}" / "0"


def real_summaries(folder, tiles):
    """The summary of a tile by the borders of the image that it touches, from tasks of 3x3 tiles."""
    plan, state = planned(folder, tiles, 3)
    found = {}
    for number, (node, y, x) in enumerate(block_nodes(3, 3)):
        _ext.run_task(plan["file"], number, "cpu", 1)
        found[borders_of(y, x, 3)] = (state / summary_name(node)).read_bytes()[8:]
    shutil.rmtree(folder)
    return found
