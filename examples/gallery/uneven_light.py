"""Rice in uneven light: a top-hat removes the light, and one threshold is enough."""
import preamar
import scenes
from drawing import panels, save, show

image = scenes.grains()
before = image > preamar.otsu(image)
even = preamar.top_hat(image, 9)  # a disk wider than a grain
after = preamar.opening(even > preamar.otsu(even), 1)
count = preamar.label(after)[1]

axes = panels("rice in uneven light", "Otsu's threshold of the image", "top_hat, radius 9", f"Otsu of it: {count} grains", height=2.6)
for axis, shown in zip(axes, (image, before, even, after)):
    show(axis, shown)
save("uneven_light")
