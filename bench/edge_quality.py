#!/usr/bin/env python3
"""Measures how well `canny` agrees with ITK and scikit-image, whose definitions it follows.

    python bench/edge_quality.py --output docs/benchmarks

Generates seeded images (overlapping disks over 1/f noise) at four sizes, and compares: differential with SimpleITK by
Pco, Pnd and Pfa, gradient with scikit-image by F1. Writes a section of itk.md and a picture of the difference. All sizes
take some ten minutes; `--sizes 0 1` takes the two small ones.
"""

import argparse
import datetime
import sys
from pathlib import Path

import numpy as np
import preamar

from sections import write_section

SIZES = [(321, 481), (642, 962), (1284, 1924), (2568, 3848)]
SIGMA, LOW, HIGH = 1.4, 4, 7
SOBEL = 8  # scikit-image's thresholds are on the scale of the Sobel operator


def noise(random, shape):
    """1/f noise of mean 0 and deviation 1."""
    rows, columns = shape
    frequency = np.hypot(np.fft.fftfreq(rows)[:, None], np.fft.rfftfreq(columns)[None])
    frequency[0, 0] = np.inf
    field = np.fft.irfft2(np.fft.rfft2(random.standard_normal(shape)) / frequency, s=shape)
    return field / field.std()


def dead_leaves(seed, shape):
    """A 1/f background and disks with their own textures, later disks over earlier ones; radii r have density r^-3."""
    random = np.random.default_rng([seed, *shape])
    image, texture = 128 + 30 * noise(random, shape), 8 * noise(random, shape)
    smallest, largest = 4.0, min(shape) / 3
    for _ in range(600):
        part = random.random()
        radius = (part / smallest**2 + (1 - part) / largest**2) ** -0.5
        y, x = random.random(2) * shape
        top, left = max(0, int(y - radius)), max(0, int(x - radius))
        block = np.s_[top : int(y + radius) + 2, left : int(x + radius) + 2]
        leaf = image[block]
        high, wide = np.ogrid[: leaf.shape[0], : leaf.shape[1]]
        inside = (high + top - y) ** 2 + (wide + left - x) ** 2 < radius**2
        leaf[inside] = 255 * random.random() + texture[block][inside]
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)


def by_itk(image):
    import SimpleITK as itk

    edges = itk.CannyEdgeDetection(itk.GetImageFromArray(image.astype(np.float32)), LOW, HIGH, [SIGMA**2] * 2)
    return itk.GetArrayViewFromImage(edges) != 0


def by_scikit_image(image):
    from skimage.feature import canny

    return canny(image, SIGMA, SOBEL * LOW, SOBEL * HIGH)


def ours(image, method):
    return preamar.canny(image, sigma=SIGMA, low=LOW, high=HIGH, method=method)


def f1(found, expected):
    return 2 * np.count_nonzero(found & expected) / max(1, np.count_nonzero(found) + np.count_nonzero(expected))


def measured(shape, count):
    """Rows of Pco, Pnd, Pfa and F1, one per image."""
    rows = []
    for seed in range(count):
        image = dead_leaves(seed, shape)
        agreement = preamar.compare_edges(ours(image, "differential"), by_itk(image))
        rows.append([*agreement, f1(ours(image, "gradient"), by_scikit_image(image))])
    return np.array(rows)


def draw(image, file):
    """Draws an image, its edges, and the edges that only one of the two libraries found, thickened."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from scipy.ndimage import binary_dilation

    panels = [("image", image)]
    for title, found, expected in (
        ("differential and ITK", ours(image, "differential"), by_itk(image)),
        ("gradient and scikit-image", ours(image, "gradient"), by_scikit_image(image)),
    ):
        colours = np.where((found & expected)[..., None], 1.0, 0.0) * [1, 1, 1]
        for only, colour in ((found & ~expected, [1, 0.6, 0]), (expected & ~found, [0.2, 0.6, 1])):
            colours[binary_dilation(only, iterations=4) & ~found & ~expected | only] = colour
        panels.append((f"{title}; differing pixels: {np.count_nonzero(found != expected)}", colours))
    figure, axes = plt.subplots(1, 3, figsize=(15, 3.8))
    for axis, (title, panel) in zip(axes, panels):
        axis.imshow(panel, cmap="gray", interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(file, dpi=64)


def table(results):
    lines = ["| size | images | Pco, minimum | Pco, mean | Pnd | Pfa | F1, minimum | F1, mean |", "|---|" + "---:|" * 7]
    for shape, rows in results:
        pco, pnd, pfa, score = rows.mean(0)
        lines.append(
            f"| {shape[0]}x{shape[1]} | {len(rows)} | {rows[:, 0].min():.6f} | **{pco:.6f}** | {pnd:.6f} | {pfa:.6f} |"
            f" {rows[:, 3].min():.6f} | **{score:.6f}** |"
        )
    return "\n".join(lines) + "\n"


def section(results):
    from importlib.metadata import version

    return f"""## Agreement of Canny edges
[canny](../operators/canny.md) with sigma {SIGMA}, low {LOW} and high {HIGH} on synthetic uint8 images: overlapping disks,
each with a texture, over 1/f noise. `python {' '.join(sys.argv)}`, {datetime.date.today()}, SimpleITK {version("SimpleITK")},
scikit-image {version("scikit-image")}.

| method | compared with | by |
|---|---|---|
| differential | `SimpleITK.CannyEdgeDetection` of the same image in float32 | Pco, Pnd, Pfa: the edge pixels that both find, that only ITK finds, that only Preamar finds, relative to the larger count ([compare_edges](../operators/compare_edges.md)). Lourenço (CITATION.cff) reports a Pco of 0.9947 to 0.9989 for Canny on a GPU |
| gradient | `skimage.feature.canny` | F1 score of edge pixels |

![The small image with the most differing pixels, and its edges by both methods with these pixels in colour](canny-quality.png)

{table(results)}
The differences come from rounding: both libraries smooth in float64, Preamar in float32. If two values that decide about a pixel
differ only in their last digits, the other of two pixels may become an edge.
"""


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--images", type=int, default=100)
    parser.add_argument("--sizes", type=int, nargs="+", choices=range(len(SIZES)), default=range(len(SIZES)))
    parser.add_argument("--output", type=Path, help="folder of the page and the picture; without it nothing is written")
    return parser.parse_args()


def main():
    asked = arguments()
    results = []
    for index in asked.sizes:
        results.append((SIZES[index], measured(SIZES[index], asked.images)))
        print(table(results[-1:]).splitlines()[-1], flush=True)
    if asked.output:
        shape, rows = results[0]
        worst = int(np.argmin(rows[:, 0] + rows[:, 3]))
        draw(dead_leaves(worst, shape), asked.output / "canny-quality.png")
        write_section(asked.output / "itk.md", "bench/edge_quality.py", section(results))


if __name__ == "__main__":
    main()
