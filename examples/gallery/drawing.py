"""Pictures of the gallery: panels in a row, labels in colours that colour-blind readers distinguish."""

import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
from PIL import Image

# The colours of Okabe and Ito, without black.
COLOURS = np.array([(230, 159, 0), (86, 180, 233), (0, 158, 115), (240, 228, 66), (0, 114, 178), (213, 94, 0),
                    (204, 121, 167)]) / 255
ORANGE, SKY, GREEN, YELLOW, BLUE, RED, PINK = COLOURS
WATER = matplotlib.colors.ListedColormap(plt.get_cmap("Blues")(np.linspace(0.45, 1, 64)))


def panels(*titles, height=3.3):
    """A figure 900 pixels wide, and one axis per title."""
    figure, axes = plt.subplots(1, len(titles), figsize=(9, height), dpi=100, layout="constrained")
    for axis, title in zip(axes, titles):
        axis.set_title(title, fontsize=10)
        axis.set_axis_off()
    return axes


def show(axis, image, **options):
    """Shows an image; grey levels if it has one channel."""
    options = {"cmap": "gray", "interpolation": "nearest"} | options
    return axis.imshow(image, **options)


def coloured(labels, image=None, opacity=1.0):
    """Labels in colours with white outlines, neighbours in different ones; the rest is black, or `image`."""
    result = on_grey(labels.shape, image)
    inside = labels > 0
    result[inside] = (1 - opacity) * result[inside] + opacity * COLOURS[colour_numbers(labels)[labels[inside]]]
    result[outlines(labels) & inside] = 1
    return result


def colour_numbers(labels):
    """A number of COLOURS per label: the one that the fewest of its neighbours have, within 3 pixels of it."""
    wide = preamar.expand_labels(labels, distance=3)
    pairs = [(wide[:-1], wide[1:]), (wide[:, :-1], wide[:, 1:])]
    pairs = np.concatenate([np.stack([a[a != b], b[a != b]], 1) for a, b in pairs])
    numbers = np.arange(int(labels.max()) + 1) * 3 % len(COLOURS)
    for label in range(1, len(numbers)):
        near = np.unique(np.concatenate([pairs[pairs[:, 0] == label, 1], pairs[pairs[:, 1] == label, 0]]))
        used = np.bincount(numbers[near[(near > 0) & (near < label)]], minlength=len(COLOURS))
        if used[numbers[label]]:
            numbers[label] = np.argmin(used)
    return numbers


def painted(image, *masks):
    """An image with masks in colours: (mask, colour) pairs."""
    result = on_grey(image.shape[:2], image)
    for mask, colour in masks:
        result[mask] = colour
    return result


def on_grey(shape, image):
    if image is None:
        return np.zeros((*shape, 3))
    rgb = image if image.ndim == 3 else np.repeat(image[..., None], 3, axis=2)
    return rgb.astype(float) / (1 if rgb.dtype == bool else 255)


def outlines(labels):
    """Pixels whose right or lower neighbour has another label."""
    edge = np.zeros(labels.shape, bool)
    edge[:-1] |= labels[:-1] != labels[1:]
    edge[:, :-1] |= labels[:, :-1] != labels[:, 1:]
    return edge


def cube(axis, volume):
    """Draws three faces of a volume of RGB, or of grey levels from 0 to 255: the front is its first plane."""
    colours = volume if volume.ndim == 4 else np.repeat(volume[..., None] / 255, 3, axis=3)
    extent, depth = len(volume), 0.45
    skew = matplotlib.transforms.Affine2D.from_values
    faces = ((colours[0], skew(1, 0, 0, 1, 0, 0), 1),
             (colours[:, 0], skew(1, 0, depth, -depth, 0, 0), 0.88),
             (colours[:, :, -1].swapaxes(0, 1), skew(depth, -depth, 0, 1, extent, 0), 0.72))
    for image, transform, light in faces:
        shown = show(axis, light * image, extent=(0, extent, extent, 0), interpolation="bilinear")
        shown.set_transform(transform + axis.transData)
    reach = (1 + depth) * extent + 2
    axis.set(xlim=(-2, reach), ylim=(extent + 2, extent - reach), aspect="equal")


def save(name):
    """Writes the figure to the file that the command line names, or to NAME.png."""
    output = sys.argv[1] if len(sys.argv) > 1 else f"{name}.png"
    plt.savefig(output)
    Image.open(output).convert("RGB").quantize(200, dither=Image.Dither.NONE).save(output, optimize=True)
