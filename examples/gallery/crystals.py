"""Crystals of a metal: a watershed of the gradient puts a line where two grey levels meet."""
import preamar
import scenes
from drawing import ORANGE, painted, panels, save, show

image = scenes.polycrystal()
gradient = preamar.gradient(image, sigma=2)
markers, count = preamar.label(preamar.h_minima(gradient, 1, extended=True))
basins = preamar.watershed(gradient, markers)
lines = preamar.watershed(gradient, markers, line=True) == 0

axes = panels("polished metal", "gradient", f"{count} basins, and their lines")
show(axes[0], image)
show(axes[1], gradient, cmap="magma")
show(axes[2], painted(image, (preamar.dilate(lines, 1), ORANGE)))
save("crystals")
