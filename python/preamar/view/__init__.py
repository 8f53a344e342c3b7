"""A viewer in the browser: a slide or a volume, its labels, and the measurements of each object.

``preamar view slide.ome.zarr`` starts it; see the page "View" of the documentation.
"""
