"""Nuclei of stained tissue, split where they touch."""
import preamar
import scenes
from drawing import coloured, panels, save, show

slide = scenes.slide()  # or an RGB array of your own
stain = preamar.unmix_stains(slide)[..., 0]  # haematoxylin
stain = preamar.opening_by_reconstruction(preamar.gaussian(stain, 0.5), 4)
mask = preamar.fill_holes(stain > preamar.otsu(stain))
depth = preamar.distance(mask)
markers, count = preamar.label(preamar.h_maxima(depth, 0.5, extended=True) & mask)
nuclei = preamar.watershed(-depth, markers, mask=mask)

axes = panels("stained tissue", "amount of haematoxylin", f"{count} nuclei")
show(axes[0], slide)
show(axes[1], stain, cmap="magma")
show(axes[2], coloured(nuclei, slide, opacity=0.75))
save("touching_nuclei")
