"""Lakes of a landscape: the depressions of an elevation model, filled until they overflow."""
import numpy as np
import preamar
import scenes
from drawing import WATER, panels, plt, save, show
from matplotlib.colors import LightSource

elevation = scenes.landscape()  # or preamar.read_image("dem.tif")
filled = preamar.fill_depressions(elevation)
depth = filled - elevation
lakes, count = preamar.label(preamar.remove_small_objects(depth > 0.5, 40))
deepest = depth.max()

light = LightSource(azdeg=315, altdeg=40)
relief = light.shade(elevation, plt.get_cmap("gist_earth"), vert_exag=0.5, vmin=elevation.min() - 250, blend_mode="soft")
axes = panels("elevation model", f"fill_depressions: {count} lakes, up to {deepest:.0f} m deep", height=4.4)
show(axes[0], relief)
show(axes[1], relief)
water = show(axes[1], np.where(lakes > 0, depth, np.nan), cmap=WATER)
plt.colorbar(water, ax=axes[1], shrink=0.8, label="depth in metres")
save("lakes")
