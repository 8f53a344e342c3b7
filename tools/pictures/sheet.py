"""What pictures share: a row of panels, colours of labels, marked pixels, and profiles of one row."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from scipy import ndimage


def panels(count, width=3.0):
    """A figure with `count` panels in a row."""
    figure, axes = plt.subplots(1, count, figsize=(width * count, width + 0.3))
    return figure, axes


def show(axis, title, picture, **options):
    """One panel with its title; grey levels from 0 to 255 unless `options` say otherwise."""
    scale = {} if picture.ndim == 3 else {"vmin": 0, "vmax": 1 if picture.dtype == bool else 255}
    axis.imshow(picture, interpolation="nearest", **({"cmap": "gray"} | scale | options))
    axis.set_title(title, fontsize=10)
    axis.set_axis_off()


def save(figure, output):
    figure.tight_layout()
    figure.savefig(output, dpi=80)


def coloured(labels, image=None):
    """Labels in strong colours, the same in every panel; 0 is black, or the grey levels of `image`."""
    hues = np.arange(int(labels.max()) + 1) * 0.618034 % 1
    values = np.where(np.arange(len(hues)) % 2, 1.0, 0.75)
    colours = matplotlib.colors.hsv_to_rgb(np.stack([hues, np.full_like(hues, 0.65), values], -1))
    result = colours[labels]
    result[labels == 0] = 0 if image is None else (image[labels == 0] / 255)[:, None]
    return result


def marked(image, mask, colour, wider=1):
    """A grey image as RGB, with the pixels of a mask, made wider by some pixels, in one colour."""
    rgb = np.repeat(image[..., None].astype(float) / 255, 3, axis=2)
    rgb[ndimage.binary_dilation(mask, iterations=wider) if wider else mask] = colour
    return rgb


def draw(output, panels, row=None, profiles=(), ylabel=None):
    """Draws panels (title, image, keywords of imshow) and one row of the images in `profiles`, (name, image).

    A panel with the keyword `bar` has a colour bar with that label. The first profile is filled."""
    widths = [1.25 if "bar" in keywords else 1 for _, _, keywords in panels] + ([1.6] if profiles else [])
    figure, axes = plt.subplots(1, len(widths), figsize=(2.7 * sum(widths), 3.0), gridspec_kw={"width_ratios": widths})
    for axis, (title, image, keywords) in zip(axes, panels):
        label = keywords.pop("bar", None)
        shown = axis.imshow(image, interpolation="nearest", **({"cmap": "gray", "vmin": 0, "vmax": 255} | keywords))
        if label:
            figure.colorbar(shown, ax=axis, shrink=0.75, label=label)
        if row is not None:
            axis.axhline(row, color="tab:orange", linewidth=1)
        axis.set_title(title, fontsize=10)
        axis.set_axis_off()
    if profiles:
        _draw_profiles(axes[-1], row, profiles, ylabel)
    figure.tight_layout()
    figure.savefig(output, dpi=80)


def _draw_profiles(axis, row, profiles, ylabel):
    (name, first), *others = profiles
    x = np.arange(first.shape[1])
    low = min(image[row].min() for _, image in profiles)
    for (other, image), colour in zip(others, ("tab:blue", "tab:red")):
        axis.step(x, image[row], where="mid", color=colour, linewidth=1.5, label=other)
    axis.fill_between(x, first[row].astype(float), low, color="0.75", step="mid", label=name)
    axis.set_title(f"row {row}", fontsize=10)
    axis.set_xlim(0, x[-1])
    axis.set_ylabel(ylabel or "grey level")
    bottom, top = axis.get_ylim()
    axis.set_ylim(low, top + 0.22 * (top - bottom))  # room for the legend
    axis.legend(loc="upper center", fontsize=8, ncols=len(profiles))
