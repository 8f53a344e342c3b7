"""What the pictures of filters share: panels in grey, and angles as colours."""
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np


def draw(output, panels):
    """Draws (title, image, colours, highest value) panels."""
    figure, axes = plt.subplots(1, len(panels), figsize=(3 * len(panels), 3.3))
    for axis, (title, image, colours, top) in zip(axes, panels):
        low = -np.pi if colours == "twilight" else 0
        axis.imshow(image, cmap=colours, vmin=low, vmax=top, interpolation="nearest")
        axis.set_title(title)
        axis.set_axis_off()
    figure.tight_layout()
    figure.savefig(output, dpi=80)
