"""What the pictures of operators share: colours of labels, and a row of panels with profiles."""

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt


def coloured(labels):
    """Labels as colours that differ between neighbours, 0 black."""
    colours = plt.get_cmap("tab20")(labels % 20)[..., :3]
    colours[labels == 0] = 0
    return colours


def draw(output, panels, side=128, row=None, profiles=()):
    """Draws (title, image) panels, the corner of `side` pixels of each, and one row of those named in `profiles`."""
    widths = [1] * len(panels) + ([1.6] if profiles else [])
    figure, axes = plt.subplots(1, len(widths), figsize=(3 * sum(widths), 3.4), gridspec_kw={"width_ratios": widths})
    for axis, (title, image) in zip(axes, panels):
        top = 255 if image.max() > 1 else 1
        axis.imshow(image[:side, :side], cmap="gray", vmin=0, vmax=top, interpolation="nearest")
        if row is not None:
            axis.axhline(row, color="tab:orange", linewidth=1)
        axis.set_title(title)
        axis.set_axis_off()
    if profiles:
        named, last = dict(panels), axes[-1]
        last.fill_between(range(side), named[profiles[0]][row, :side], color="0.8", step="mid", label=profiles[0])
        for name, color in zip(profiles[1:], ("tab:blue", "tab:red")):
            last.step(range(side), named[name][row, :side], where="mid", color=color, label=name)
        last.set_title(f"row {row}")
        last.set_xlim(0, side)
        last.legend(loc="lower right", fontsize=8)
    figure.tight_layout()
    figure.savefig(output, dpi=64)
