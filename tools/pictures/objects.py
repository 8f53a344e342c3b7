"""What the pictures of labels and masks share: colours, a row of panels, and separated nuclei."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import preamar
import scenes


def coloured(labels, image=None):
    """Labels in strong colours, the same in every panel; 0 is black, or the grey levels of `image`."""
    hues = np.arange(int(labels.max()) + 1) * 0.618034 % 1
    values = np.where(np.arange(len(hues)) % 2, 1.0, 0.75)
    colours = matplotlib.colors.hsv_to_rgb(np.stack([hues, np.full_like(hues, 0.65), values], -1))
    result = colours[labels]
    result[labels == 0] = 0 if image is None else (image[labels == 0] / 255)[:, None]
    return result


def nuclei(side=128, seed=15):
    """An image of nuclei, and their mask without holes."""
    image = scenes.nuclei(side, seed)
    return image, preamar.fill_holes(image > preamar.otsu(image))


def separated(mask, h=0.5):
    """The distance inside a mask, one marker per rounded object, and the labels of the watershed."""
    depth = preamar.distance(mask)
    markers, _ = preamar.label(preamar.regional_maxima(preamar.h_maxima(depth, h)))
    return depth, markers, preamar.watershed(-depth, markers, mask)


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


def number(axis, labels):
    """Writes each label where its object is widest."""
    depth = preamar.distance(labels > 0)
    for label in np.unique(labels[labels > 0]):
        y, x = np.unravel_index(np.argmax(np.where(labels == label, depth, 0)), labels.shape)
        axis.text(x, y, label, fontsize=8, fontweight="bold", ha="center", va="center", clip_on=True)


def save(figure, output):
    figure.tight_layout()
    figure.savefig(output, dpi=80)
