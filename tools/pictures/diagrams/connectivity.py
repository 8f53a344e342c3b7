#!/usr/bin/env python3
"""Draws docs/pictures/concept-connectivity.svg: the neighbours of a pixel and of a voxel for each connectivity."""

from svg import INK, LIGHT, MARK, WATER, Drawing

CELL = 40
drawing = Drawing(880, 560, "Neighbours of a pixel: 4 or 8; of a voxel: 6, 18 or 26")


def cell(x, y, fill, size):
    drawing.box(x, y, size, size, fill, INK, 1.2)


def square(x, y, connectivity, size, plane=0):
    """One 3x3 plane of the neighbourhood; `plane` counts from the centre."""
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            steps = abs(i) + abs(j) + abs(plane)
            fill = MARK if steps == 0 else WATER if steps <= connectivity else LIGHT
            cell(x + (j + 1) * size, y + (i + 1) * size, fill, size)


drawing.text(20, 30, "2-D", 18, "start", bold=True)
for column, (connectivity, words) in enumerate(((1, "connectivity 1: 4 neighbours"), (2, "connectivity 2: 8 neighbours"))):
    x = 60 + column * 260
    square(x, 50, connectivity, CELL)
    drawing.text(x + 60, 195, words, 14)
    drawing.text(x + 60, 215, ("share an edge", "share an edge or a corner")[column], 14)
x = 600
pixels = {(0, 0), (0, 1), (1, 1), (2, 2), (2, 3), (3, 3)}
for i in range(4):
    for j in range(4):
        first = (i, j) in {(0, 0), (0, 1), (1, 1)}
        cell(x + j * 30, 50 + i * 30, LIGHT if (i, j) not in pixels else WATER if first else "#f0b429", 30)
drawing.text(x + 60, 195, "two objects by connectivity 1,", 14)
drawing.text(x + 60, 215, "one object by connectivity 2", 14)

drawing.text(20, 265, "3-D: three planes of the neighbourhood, one above the other", 18, "start", bold=True)
for column, (connectivity, words, shared) in enumerate(((1, "connectivity 1: 6 neighbours", "share a face"),
                                                        (2, "connectivity 2: 18 neighbours", "share a face or an edge"),
                                                        (3, "connectivity 3: 26 neighbours", "share a face, an edge or a corner"))):
    x = 60 + column * 280
    for row, plane in enumerate((-1, 0, 1)):
        square(x + row * 62, 290 + row * 62, connectivity, 24, plane)
        drawing.text(x + row * 62 + 80, 290 + row * 62 + 18, f"z{plane:+d}" if plane else "z", 13, "start")
    drawing.text(x + 110, 515, words, 14)
    drawing.text(x + 110, 535, shared, 14)
drawing.save("concept-connectivity.svg")
