#!/usr/bin/env python3
"""Draws docs/pictures/concept-reconstruction.svg: one row of a marker that rises under a mask to its fixed point."""

from svg import GREY, GROUND, INK, MARK, WATER, Drawing

MASK = [2, 2, 5, 7, 7, 6, 4, 4, 6, 8, 8, 5, 2, 1, 1, 4, 6, 6, 3, 2]
MARKER = [0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
STEP, UNIT, LEFT = 19, 16, 46


def round_of(state):
    """Each cell takes the maximum of itself and its neighbours, limited by the mask."""
    padded = [0, *state, 0]
    return [min(max(padded[i : i + 3]), MASK[i]) for i in range(len(state))]


states, last = [MARKER], None
while states[-1] != last:
    last = states[-1]
    states.append(round_of(last))
shown = [(0, "marker"), (3, "after 3 rounds"), (len(states) - 1, f"after {len(states) - 2} rounds: nothing changes")]

drawing = Drawing(880, 560, "A marker rises under a mask until nothing changes")
for row, (number, words) in enumerate(shown):
    base = 165 + row * 172
    drawing.text(LEFT, base - 9.4 * UNIT + 6, words, 16, "start", bold=True)
    for i, (limit, level) in enumerate(zip(MASK, states[number])):
        x = LEFT + i * STEP
        drawing.box(x, base - limit * UNIT, STEP, limit * UNIT, "#efe6d6", GROUND, 1)
        if level:
            drawing.box(x, base - level * UNIT, STEP, level * UNIT, WATER if number else MARK, "#ffffff", 1)
    drawing.line([(LEFT, base), (LEFT + len(MASK) * STEP, base)], INK, 1.5)
x = 470
for y, fill, line, words in ((60, MARK, "#ffffff", "marker: where the flood starts"),
                             (90, "#efe6d6", GROUND, "mask: the limit of each pixel"),
                             (120, WATER, "#ffffff", "state: marker spread under the mask")):
    drawing.box(x, y - 14, 18, 18, fill, line, 1)
    drawing.text(x + 28, y, words, 15, "start")
for y, words in ((210, "One round, for every pixel p:"),
                 (238, "state(p) = min( maximum of the state"),
                 (260, "over p and its neighbours, mask(p) )"),
                 (310, "The state only rises, and the mask bounds it,"),
                 (332, "so it stops: at the fixed point."),
                 (400, "The left peak is flooded to 6, the level of"),
                 (422, "the marker. The flood reaches the middle peak"),
                 (444, "over a saddle of level 4, so it stops there"),
                 (466, "at 4. It reaches the right peak through a"),
                 (488, "valley of level 1, so it stops there at 1.")):
    drawing.text(x, y, words, 15, "start", GREY if y in (238, 260) else INK)
drawing.save("concept-reconstruction.svg")
