#!/usr/bin/env python3
"""Draws the picture of docs/operators/gaussian.md with a Python that has preamar: gaussian.py OUTPUT."""
import sys

import numpy as np
import preamar
import scenes
from filters import panels, save, show

ROW = 64


def noisy_nuclei():
    image = scenes.nuclei(128, seed=8)
    noise = np.random.default_rng(1).normal(0, 22, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def main(output):
    image = noisy_nuclei()
    smooth = {sigma: preamar.gaussian(image, sigma=sigma) for sigma in (1.5, 4)}
    figure, axes = panels(4)
    for axis, title, picture in zip(axes, ("image", "sigma 1.5", "sigma 4"), (image, *smooth.values())):
        show(axis, title, picture, vmin=0, vmax=255)
        axis.axhline(ROW, color="tab:orange", linewidth=1)
    axes[3].plot(image[ROW], color="0.75", label="image")
    for (sigma, picture), colour in zip(smooth.items(), ("tab:blue", "tab:red")):
        axes[3].plot(picture[ROW], color=colour, label=f"sigma {sigma:g}")
    axes[3].set(title=f"row {ROW}", xlim=(0, image.shape[1] - 1), xlabel="column", ylabel="grey level")
    axes[3].legend(fontsize=8)
    save(figure, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
