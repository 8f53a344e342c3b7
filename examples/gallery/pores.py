"""Pores of a rock in 3-D, numbered, and coloured by their volume."""
import numpy as np
import preamar
import scenes
from drawing import cube, panels, plt, save

rock = scenes.porous_rock()
pores = preamar.gaussian(rock, 1) <= preamar.otsu(rock)
pores = preamar.remove_small_objects(pores, 30)
labels, count = preamar.label(pores, connectivity=1)
volume = preamar.measure(labels, properties=["size"])["size"]
share = volume.sum() / rock.size

colours = np.vstack([[0.88] * 3, plt.get_cmap("viridis")(np.log(volume) / np.log(volume).max())[:, :3]])[labels]
axes = panels("scan of a rock", f"{count} pores, {share:.0%} of the volume; yellow: the largest", height=4.2)
cube(axes[0], rock)
cube(axes[1], colours)
save("pores")
