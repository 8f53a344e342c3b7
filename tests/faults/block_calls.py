"""A call of every operator that processes blocks."""

# The images that a call reads, and its options.
CALLS = {
    "and": (["tissue", "edges"], []),
    "canny": (["tissue"], ["--sigma", "1.4", "--low", "4", "--high", "7"]),
    "cast": (["tissue"], ["--dtype", "uint16"]),
    "clear_border": (["blobs"], []),
    "closing": (["tissue"], ["--radius", "3"]),
    "closing_by_reconstruction": (["tissue"], ["--radius", "3"]),
    "compare_edges": (["edges", "blobs"], []),
    "dilate": (["tissue"], ["--radius", "5"]),
    "distance": (["blobs"], []),
    "erode": (["tissue"], ["--radius", "5"]),
    "expand_labels": (["labels"], ["--distance", "9"]),
    "fill_depressions": (["tissue"], []),
    "fill_holes": (["spiral"], []),
    "gaussian": (["tissue"], ["--sigma", "2"]),
    "geodesic_distance": (["edges", "blobs"], []),
    "gradient": (["tissue"], ["--sigma", "2"]),
    "h_maxima": (["tissue"], ["--h", "20"]),
    "h_minima": (["tissue"], ["--h", "20", "--extended"]),
    "histogram": (["tissue"], []),
    "hysteresis": (["tissue"], ["--low", "100", "--high", "160"]),
    "invert": (["tissue"], []),
    "label": (["blobs"], []),
    "measure": (["labels"], []),
    "minmax": (["tissue"], []),
    "opening": (["tissue"], ["--radius", "3"]),
    "opening_by_reconstruction": (["tissue"], ["--radius", "3"]),
    "otsu": (["tissue"], []),
    "polygons": (["labels"], []),
    "reconstruct": (["marker", "mask"], []),
    "regional_maxima": (["tissue"], []),
    "regional_minima": (["tissue"], []),
    "relabel": (["tissue"], []),
    "remove_small_holes": (["edges"], ["--size", "200"]),
    "remove_small_objects": (["blobs"], ["--size", "200"]),
    "sobel": (["tissue"], ["--direction"]),
    "subtract": (["mask", "marker"], []),
    "threshold": (["tissue"], ["--value", "120"]),
    "top_hat": (["tissue"], ["--radius", "5"]),
    "valid": (["tissue"], ["--nodata", "120"]),
    "watershed": (["relief", "markers"], []),
}
TABLES = ("histogram", "measure", "polygons")  # operators whose output is a .csv file
OUTPUTS = {"compare_edges": 0, "minmax": 0, "otsu": 0, "sobel": 2}
NUMBERS = ("count", "level", "maximum", "minimum", "numbers", "pco", "pfa", "pnd")
# Images that other commands make.
MADE = {
    "edges": ("canny", "tissue", "--sigma", "2", "--low", "3", "--high", "5"),
    "labels": ("label", "blobs"),
}
PAIRS = {"marker": ("tissue-100-h", "mask"), "relief": ("tissue-seeds", "markers")}
