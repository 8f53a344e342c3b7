#!/usr/bin/env python3
"""Draws docs/pictures/concept-blocks.svg: two passes over the blocks of an image, with a merge tree between them."""

from svg import INK, LIGHT, WATER, Drawing

drawing = Drawing(900, 600, "First pass: read blocks and summarise borders; merge; second pass: read again and write")


def image(x, y, fill):
    """Four blocks of an image, side by side."""
    for i in range(4):
        drawing.box(x + i * 92, y, 92, 70, fill, INK, 1.5)
        drawing.text(x + i * 92 + 46, y + 41, f"block {i + 1}", 14)


def node(x, y, words, fill, line=INK):
    drawing.box(x - 62, y - 17, 124, 34, fill, line, 1.5, 6)
    drawing.text(x, y + 5, words, 13)


LEFT, RIGHT = 40, 490
drawing.text(LEFT + 184, 28, "pass 1: up the tree", 18, bold=True)
drawing.text(RIGHT + 184, 28, "pass 2: down the tree", 18, bold=True)
root = (450, 80)
for side, words, fill in ((LEFT, "summary", "#fde8e8"), (RIGHT, "result", "#e3f4ea")):
    centres = [side + 46 + 92 * i for i in range(4)]
    pairs = [(centres[0] + centres[1]) / 2, (centres[2] + centres[3]) / 2]
    for i, x in enumerate(centres):
        up = side == LEFT
        y0, y1 = (420, 365) if up else (365, 420)
        drawing.arrow(x, y0, x, y1)
        drawing.box(x - 40, 325, 80, 36, fill, INK, 1.5, 6)
        drawing.text(x, 348, words, 13)
        pair = pairs[i // 2]
        drawing.arrow(*((x, 322, pair, 262) if up else (pair, 258, x, 321)))
    for x in pairs:
        node(x, 240, "merge" if side == LEFT else "split", "#ffffff")
        if side == LEFT:
            drawing.arrow(x, 222, root[0] - 60, root[1] + 58)
        else:
            drawing.arrow(root[0] + 60, root[1] + 58, x, 221)
    image(side, 424, LIGHT)
drawing.box(root[0] - 120, root[1] - 20, 240, 76, "#e8f1fb", WATER, 2, 8)
drawing.text(root[0], root[1] + 6, "root: the whole image", 15, bold=True)
drawing.text(root[0], root[1] + 28, "all border levels are final here", 13)
drawing.text(LEFT + 184, 520, "read each block once,", 14)
drawing.text(LEFT + 184, 540, "keep a summary of its border only", 14)
drawing.text(RIGHT + 184, 520, "read each block again, start from the", 14)
drawing.text(RIGHT + 184, 540, "final border, write it once", 14)
drawing.text(450, 582, "Two reads and one write of each block, whatever the image contains.", 16, bold=True)
drawing.save("concept-blocks.svg")
