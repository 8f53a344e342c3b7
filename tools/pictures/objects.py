"""What the pictures of labels and masks share: separated nuclei, and numbers on objects."""
import numpy as np
import preamar
import scenes


def nuclei(side=128, seed=15):
    """An image of nuclei, and their mask without holes."""
    image = scenes.nuclei(side, seed)
    return image, preamar.fill_holes(image > preamar.otsu(image))


def separated(mask, h=0.5):
    """The distance inside a mask, one marker per rounded object, and the labels of the watershed."""
    depth = preamar.distance(mask)
    markers, _ = preamar.label(preamar.h_maxima(depth, h, extended=True) & mask)
    return depth, markers, preamar.watershed(-depth, markers, mask)


def number(axis, labels):
    """Writes each label where its object is widest."""
    depth = preamar.distance(labels > 0)
    for label in np.unique(labels[labels > 0]):
        y, x = np.unravel_index(np.argmax(np.where(labels == label, depth, 0)), labels.shape)
        axis.text(x, y, label, fontsize=8, fontweight="bold", ha="center", va="center", clip_on=True)
