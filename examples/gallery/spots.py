"""Spots that stand out: maxima by their dynamics, not by their level."""
import numpy as np
import preamar
import scenes
from drawing import ORANGE, panels, save, show

image = scenes.fluorescent_spots()
smooth = preamar.gaussian(image, 1)
everywhere = preamar.regional_maxima(smooth)
peaks = preamar.h_maxima(smooth, 25, extended=True)  # 25 grey levels
spots, count = preamar.label(peaks)
centres = preamar.measure(spots, properties=["centroid"])

axes = panels("fluorescent spots", f"regional_maxima: {preamar.label(everywhere)[1]}", f"h_maxima, h = 25: {count}")
for axis in axes:
    show(axis, image, vmax=220)
axes[1].plot(*np.nonzero(everywhere)[::-1], ".", color=ORANGE, markersize=3)
axes[2].plot(centres["centroid-1"], centres["centroid-0"], "o", color=ORANGE, markersize=9, fillstyle="none")
save("spots")
