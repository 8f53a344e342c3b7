#!/usr/bin/env python3
"""Draws docs/pictures/concept-same-bytes.svg: many ways to run one call, and one digest of the result."""

from svg import GOOD, GREY, INK, LIGHT, Drawing

RUNS = ["reference: plain serial loops", "1 thread", "all threads", "other tile sizes, queue shuffled",
        "AVX-512, AVX2, SSE4: each instruction set", "blocks of any shape, from files", "OpenCL device, two runtimes",
        "CPU and devices together"]
drawing = Drawing(880, 430, "Every way to run a call gives the same bytes")
drawing.box(20, 165, 150, 84, LIGHT, INK, 1.5, 8)
drawing.text(95, 202, "one image,", 15)
drawing.text(95, 224, "one call", 15)
for i, words in enumerate(RUNS):
    y = 22 + i * 49
    drawing.arrow(170, 207, 233, y + 18)
    drawing.box(238, y, 340, 36, "#ffffff", GREY, 1.5, 6)
    drawing.text(408, y + 23, words, 14)
    drawing.arrow(578, y + 18, 661, 207)
drawing.box(666, 155, 194, 104, "#e3f4ea", GOOD, 2, 8)
drawing.text(763, 190, "the same bytes", 16, bold=True)
drawing.text(763, 214, "compared pixel by pixel", 13)
drawing.text(763, 234, "and by SHA-256", 13)
drawing.save("concept-same-bytes.svg")
