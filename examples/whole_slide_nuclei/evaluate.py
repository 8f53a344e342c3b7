#!/usr/bin/env python3
"""Compares the nuclei that were found with the true ones: precision, recall and overlap.

    evaluate.py FOLDER...

Each folder holds truth.npy and slide.ome.zarr/labels/nuclei. A nucleus that was found matches a true one if their
intersection over union (IoU) exceeds 0.5; then each of the two matches no other.
"""
import pathlib
import sys

import numpy as np
import preamar

ROWS = 512  # read at a time


def read_rows(file, top, count):
    """Rows of an image; fewer at its end."""
    height, width = preamar.describe(file).shape
    return preamar.read_image(file, region=((top, min(top + count, height)), (0, width)))


def sum_by_key(keys, counts):
    """The distinct keys, and the sum of the counts of each."""
    unique, which = np.unique(keys, return_inverse=True)
    return unique, np.bincount(which, counts)


def pair_counts(found, truth):
    """Pixels per pair of labels: keys, which hold the label found above 32 bits and the true one below, and counts."""
    keys = ((found.astype(np.uint64) << np.uint64(32)) | truth).ravel()
    starts = np.flatnonzero(np.diff(keys, prepend=~keys[0]))  # of runs of one pair
    return sum_by_key(keys[starts], np.diff(starts, append=keys.size))


def touching_labels(truth):
    """Labels that have a pixel beside a pixel of another label."""
    touching = []
    for one, other in ((truth[1:], truth[:-1]), (truth[:, 1:], truth[:, :-1])):
        beside = (one != other) & (one > 0) & (other > 0)
        touching += [one[beside], other[beside]]
    return np.unique(np.concatenate(touching))


def ratio(part, whole):
    """Not a number for a slide without nuclei."""
    return part / whole if whole else float("nan")


def scores(keys, counts, touching):
    """Numbers of nuclei, share of the true ones that touch, precision, recall, and mean IoU of the matches."""
    found, true = (keys >> np.uint64(32)).astype(np.int64), (keys & np.uint64(0xffffffff)).astype(np.int64)
    found_size, true_size = np.bincount(found, counts), np.bincount(true, counts)
    both = (found > 0) & (true > 0)
    overlap = counts[both] / (found_size[found[both]] + true_size[true[both]] - counts[both])
    matched = overlap[overlap > 0.5]
    founds, trues = np.count_nonzero(found_size[1:]), np.count_nonzero(true_size[1:])
    return {"found": founds, "true": trues, "touching": ratio(touching, trues),
            "precision": ratio(len(matched), founds), "recall": ratio(len(matched), trues),
            "mean IoU": ratio(matched.sum(), len(matched))}


def evaluate_folder(folder):
    """The scores of one slide, whose labels are read some rows at a time."""
    found_file, true_file = pathlib.Path(folder) / "slide.ome.zarr/labels/nuclei", pathlib.Path(folder) / "truth.npy"
    keys, counts, touching = [], [], []
    for top in range(0, preamar.describe(true_file).shape[0], ROWS):
        truth = read_rows(true_file, top, ROWS + 1)
        some_keys, some_counts = pair_counts(read_rows(found_file, top, ROWS), truth[:ROWS])
        keys.append(some_keys)
        counts.append(some_counts)
        touching.append(touching_labels(truth))
    return scores(*sum_by_key(np.concatenate(keys), np.concatenate(counts)), len(np.unique(np.concatenate(touching))))


def main(folders):
    for number, folder in enumerate(folders):
        result = evaluate_folder(folder)
        if number == 0:
            print("| slide |", " | ".join(result), "|\n|---|" + "---:|" * len(result))
        values = [f"{value:.3f}" if isinstance(value, float) else f"{value}" for value in result.values()]
        print(f"| {pathlib.Path(folder).name} |", " | ".join(values), "|", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
