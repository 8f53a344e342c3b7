"""Peas and beans told apart by two measurements."""
import numpy as np
import preamar
import scenes
from drawing import BLUE, ORANGE, outlines, painted, panels, save, show

image = scenes.seeds_of_two_kinds()
mask = preamar.fill_holes(image > preamar.otsu(image))
labels, count = preamar.label(preamar.remove_small_objects(mask, 50))
table = preamar.measure(labels, properties=["size", "axes"])
ratio = table["axis_length-0"] / table["axis_length-1"]
is_bean = ratio > 1.4

axes = panels(f"{count} objects", "one row of the table per object")
edges = preamar.dilate(outlines(labels), 1) & (labels > 0)
beans = np.isin(labels, table["label"][is_bean])
show(axes[0], painted(image, (edges & beans, ORANGE), (edges & ~beans, BLUE)))
axes[1].set_axis_on()
axes[1].scatter(table["size"], ratio, c=np.where(is_bean[:, None], ORANGE, BLUE), edgecolor="white", s=70)
axes[1].set(xlabel="size in pixels", ylabel="length / width")
axes[1].text(250, 1.15, "peas", color=BLUE, fontweight="bold")
axes[1].text(250, 2.2, "beans", color=ORANGE, fontweight="bold")
save("peas_and_beans")
