"""Edges of machine parts: gradient, strong edges, and weak edges that are connected to strong ones."""
import preamar
import scenes
from drawing import ORANGE, SKY, painted, panels, save, show

image = scenes.machine_parts()
gradient = preamar.gradient(image, sigma=1.5)
edges = preamar.canny(image, sigma=1.5, low=3, high=8)
strong = preamar.canny(image, sigma=1.5, low=8, high=8)
weak = edges & ~strong

axes = panels("machine parts in uneven light", "magnitude of the gradient", "edges: strong (blue), weak (orange)")
show(axes[0], image)
show(axes[1], gradient, cmap="magma")
show(axes[2], painted(image // 4, (preamar.dilate(strong, 1), SKY), (preamar.dilate(weak, 1), ORANGE)))
save("canny_edges")
