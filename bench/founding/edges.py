"""Experiments of L. H. A. Lourenço: Canny edges by the method of ITK, on images of four sizes."""

from timing import timed

# The article's sets of 100 images, the longer side of an image, and its milliseconds per image: ITK on one core of a Core i7,
# and its own program on a Tesla C2050.
SETS = [
    ("B1", 481, (140.2, 2.305)),
    ("B2", 962, (534.6, 5.242)),
    ("B3", 1924, (2109, 17.37)),
    ("B4", 3848, (8291, 64.63)),
]


def canny(quick):
    """One image of the size of each set."""
    return [
        {"name": name, "reported": reported} | timed("canny-differential", "photo", side, ["SimpleITK"])
        for name, side, reported in SETS[:1 if quick else None]
    ]
