#!/usr/bin/env python3
"""Draws the picture of docs/operators/relabel.md with a Python that has preamar: relabel.py OUTPUT."""
import sys

import numpy as np
import preamar
from objects import nuclei, number, separated
from sheet import coloured, panels, save, show


def main(output):
    _, mask = nuclei()
    labels = separated(mask)[2]
    table = preamar.measure(labels, properties="size")
    large = np.where(np.isin(labels, table["label"][table["size"] > 260]), labels, 0).astype(labels.dtype)
    renumbered, count = preamar.relabel(large)
    figure, axes = panels(3)
    for axis, title, picture in zip(axes, ("labels", "large objects only: gaps", f"relabel: 1 to {count}"),
                                    (labels, large, renumbered)):
        show(axis, title, coloured(picture))
        number(axis, picture)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
