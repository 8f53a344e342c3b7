"""The way through a maze: path lengths from the entrance and from the exit."""
import numpy as np
import preamar
import scenes
from drawing import RED, SKY, painted, panels, plt, save, show

paths = scenes.maze()
entrance, exit = np.zeros_like(paths), np.zeros_like(paths)
entrance[10, 10] = exit[-10, -10] = True
forth = preamar.geodesic_distance(entrance, paths, weights="quasi_euclidean") / 5
back = preamar.geodesic_distance(exit, paths, weights="quasi_euclidean") / 5
shortest = forth[-10, -10]
way = paths & (forth + back < shortest + 1)  # on a shortest path

axes = panels("path length from the entrance", f"the shortest way, {shortest:.0f} pixels", height=4.3)
colours = show(axes[0], np.where(paths, forth, np.nan), cmap="viridis")
plt.colorbar(colours, ax=axes[0], shrink=0.8, label="pixels")
show(axes[1], painted(paths, (~paths, (0.25,) * 3), (way, SKY)))
for axis in axes:
    axis.plot([10, 378], [10, 378], "o", color=RED, markersize=8, markeredgecolor="white")
save("maze")
