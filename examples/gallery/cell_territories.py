"""Cells around their nuclei: labels expanded into the cytoplasm."""
import numpy as np
import preamar
import scenes
from drawing import coloured, panels, save, show

nuclei, cytoplasm = scenes.cell_culture()
mask = preamar.fill_holes(preamar.gaussian(nuclei, 1) > preamar.otsu(nuclei))
labels, count = preamar.label(mask)
territory = preamar.expand_labels(labels, distance=18)
stained = preamar.gaussian(cytoplasm, 1) > preamar.otsu(cytoplasm)
cells = np.where(stained | mask, territory, 0)

composite = np.dstack([cytoplasm // 8, np.minimum(cytoplasm * 2.2, 255), nuclei]).astype(np.uint8)
axes = panels("nuclei (blue), cytoplasm (green)", f"label: {count} nuclei", "expand_labels: one cell per nucleus")
show(axes[0], composite)
show(axes[1], coloured(labels, composite // 2))
show(axes[2], coloured(cells, composite, opacity=0.8))
save("cell_territories")
