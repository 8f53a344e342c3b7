"""Whole particles: those at the border and specks are removed before they are counted."""
import preamar
import scenes
from drawing import GREEN, ORANGE, PINK, painted, panels, save, show

image = scenes.particles()
mask = preamar.gaussian(image, 1) > preamar.otsu(image)
inside = preamar.clear_border(mask)
whole = preamar.remove_small_objects(inside, 60)
before, after = preamar.label(mask)[1], preamar.label(whole)[1]

axes = panels("particles", f"threshold: {before} objects", f"{after} whole; cut (orange), specks (pink)")
show(axes[0], image)
show(axes[1], mask)
show(axes[2], painted(image // 4, (mask, ORANGE), (inside, PINK), (whole, GREEN)))
save("whole_particles")
