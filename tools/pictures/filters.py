"""What the pictures of distances, filters and edges share: a row of panels, angles as colours, a wheel of colours."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def panels(count, width=3):
    """A figure and the axes of `count` square panels in a row."""
    return plt.subplots(1, count, figsize=(width * count, width + 0.3), layout="constrained")


def show(axis, title, image, colours="gray", **options):
    """Shows an image without axes; returns what a colour bar needs."""
    axis.set_title(title)
    axis.set_axis_off()
    return axis.imshow(image, cmap=colours, interpolation="nearest", **options)


def show_direction(axis, title, direction, magnitude):
    """Shows angles as colours, dark where the magnitude is small, and a wheel with the colour of each direction."""
    strength = np.clip(magnitude / np.percentile(magnitude, 97), 0, 1)[..., None]
    brightness = np.where(strength < 0.25, 0, np.round(strength * 8) / 8)
    show(axis, title, _hue(direction) * brightness)
    wheel = axis.inset_axes((0.79, 0.79, 0.2, 0.2))
    y, x = np.mgrid[-1:1:64j, -1:1:64j]
    radius = np.hypot(y, x)
    inside = ((radius < 1) & (radius > 0.45)).astype(float)[..., None]
    wheel.imshow(np.concatenate([_hue(np.arctan2(y, x)), inside], axis=2))
    wheel.set_axis_off()


def save(figure, output):
    figure.savefig(output, dpi=72, bbox_inches="tight", pad_inches=0.05)


def _hue(angle):
    return plt.get_cmap("hsv")((angle + np.pi) / (2 * np.pi))[..., :3]
