"""Dust removed from crystals: a plain opening cuts their arms, an opening by reconstruction keeps them."""
import preamar
import scenes
from drawing import RED, painted, panels, save, show

image = scenes.snowflakes()
plain = preamar.opening(image, 4)
kept = preamar.opening_by_reconstruction(image, 4)
level = preamar.otsu(image)
crystals = kept > level
lost = crystals & (plain <= level)

axes = panels("crystals and dust", "opening: arms are lost (red)", "opening_by_reconstruction")
show(axes[0], image)
show(axes[1], painted(plain, (lost, RED)))
show(axes[2], kept)
save("kept_outlines")
