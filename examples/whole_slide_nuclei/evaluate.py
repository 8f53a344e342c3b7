#!/usr/bin/env python3
"""Compares the nuclei that were found with the true ones: precision, recall and overlap.

    evaluate.py FOLDER...

Each folder holds truth.npy and slide.ome.zarr/labels/nuclei. A nucleus that was found matches a true one if their
intersection over union (IoU) exceeds 0.5; then each of the two matches no other.
"""
import pathlib
import sys
import tempfile

import numpy as np
import preamar

ROWS = 512  # read at a time


def pair_counts(found, truth):
    """Pixels per pair of labels: the pairs as rows (found, true), and their numbers of pixels."""
    pairs, counts = [], []
    for top in range(0, len(truth), ROWS):
        keys = (found[top:top + ROWS].astype(np.uint64) << np.uint64(32)) | truth[top:top + ROWS]
        starts = np.flatnonzero(np.diff(keys.ravel(), prepend=~keys.flat[0]))  # of runs of one pair
        lengths = np.diff(starts, append=keys.size)
        unique, which = np.unique(keys.ravel()[starts], return_inverse=True)
        pairs.append(unique)
        counts.append(np.bincount(which, lengths))
    unique, which = np.unique(np.concatenate(pairs), return_inverse=True)
    totals = np.bincount(which, np.concatenate(counts))
    return np.stack([unique >> np.uint64(32), unique & np.uint64(0xffffffff)], axis=1).astype(np.int64), totals


def count_touching(truth):
    """Number of true nuclei that have a pixel beside a pixel of another one."""
    touching = set()
    for top in range(0, len(truth), ROWS):
        rows = np.asarray(truth[top:top + ROWS + 1])
        for one, other in ((rows[1:], rows[:-1]), (rows[:, 1:], rows[:, :-1])):
            beside = (one != other) & (one > 0) & (other > 0)
            touching.update(np.unique(one[beside]).tolist(), np.unique(other[beside]).tolist())
    return len(touching)


def evaluate(found, truth):
    """Numbers of nuclei and of matches, precision, recall, and mean IoU of the matches."""
    pairs, counts = pair_counts(found, truth)
    sizes = [np.bincount(pairs[:, side], counts) for side in (0, 1)]
    both = (pairs > 0).all(axis=1)
    overlap = counts[both] / (sizes[0][pairs[both, 0]] + sizes[1][pairs[both, 1]] - counts[both])
    matched = overlap[overlap > 0.5]
    numbers = [np.count_nonzero(size[1:]) for size in sizes]
    return {"found": numbers[0], "true": numbers[1], "touching": count_touching(truth) / numbers[1],
            "precision": len(matched) / numbers[0], "recall": len(matched) / numbers[1], "mean IoU": matched.mean()}


def evaluate_folder(folder):
    """The result for one slide; the labels that were found are read from a temporary array file."""
    folder = pathlib.Path(folder)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        array = pathlib.Path(work) / "found.npy"
        preamar.run_in_blocks("cast", folder / "slide.ome.zarr" / "labels" / "nuclei", output=array, dtype="uint32",
                              ignore_metadata=True)
        return evaluate(np.load(array, mmap_mode="r"), np.load(folder / "truth.npy", mmap_mode="r"))


def main(folders):
    for number, folder in enumerate(folders):
        result = evaluate_folder(folder)
        if number == 0:
            print("| slide |", " | ".join(result), "|\n|---|" + "---:|" * len(result))
        values = [f"{value:.3f}" if isinstance(value, float) else f"{value}" for value in result.values()]
        print(f"| {pathlib.Path(folder).name} |", " | ".join(values), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
