"""Experiments of L. H. A. Lourenço: Canny edges by the method of ITK, on photographs repeated to four sizes."""

import statistics
import time

import numpy as np
import preamar
from canny import HIGH, LOW, SIGMA
from cases import Case
from peer import itk_image, simple_itk
from timing import timed_on

# The article's sets of 100 photographs, how often a photograph is repeated along each side, and the article's milliseconds
# per image: ITK on one core of a Core i7, and its own program on a Tesla C2050.
SETS = [
    ("B1", 1, (140.2, 2.305)),
    ("B2", 2, (534.6, 5.242)),
    ("B3", 4, (2109, 17.37)),
    ("B4", 8, (8291, 64.63)),
]
ROWS, COLUMNS = 321, 481  # of a photograph of the article
PHOTOGRAPHS = ["astronaut", "camera", "coffee", "rocket", "stereo_motorcycle"]  # of scikit-image
NONE = 1e9  # a threshold that no gradient reaches
ROUNDS = 7


def photograph(name):
    """The middle of a photograph of scikit-image, in grey levels."""
    import skimage

    image = getattr(skimage.data, name)()
    image = image[0] if isinstance(image, tuple) else image
    grey = image if image.ndim == 2 else np.round(image[..., :3] @ [0.299, 0.587, 0.114]).astype(np.uint8)
    top, left = ((has - wanted) // 2 for has, wanted in zip(grey.shape, (ROWS, COLUMNS)))
    return grey[top : top + ROWS, left : left + COLUMNS]


def repeated(name, times):
    return np.ascontiguousarray(np.tile(photograph(name), (times, times)))


def canny(quick):
    """The mean over the photographs of each set."""
    found = []
    for name, times, reported in SETS[:1] if quick else SETS:
        one = [timed_on(Case("canny-differential", photo), [repeated(photo, times)], ["SimpleITK"])
               for photo in (PHOTOGRAPHS[:1] if quick else PHOTOGRAPHS)]
        found.append({
            "name": name, "reported": reported, "shape": one[0]["shape"],
            "ms": [statistics.mean(row["ms"][i] for row in one) for i in range(2)],
            "fastest_ms": statistics.mean(row["fastest_ms"] for row in one),
        })
    return found


def processor_ms(calls):
    """The least processor time of interleaved calls of each, which other programs on the machine disturb least."""
    runs = [[] for _ in calls]
    for _ in range(ROUNDS):
        for call, times in zip(calls, runs):
            begun = time.process_time()
            call()
            times.append(1e3 * (time.process_time() - begun))
    return [min(times) for times in runs]


def stages(quick):
    """Milliseconds of Canny, and without edge pixels to track: no gradient reaches the thresholds. One thread."""
    itk, found = simple_itk(1), []
    for name, times, _ in SETS[:1] if quick else SETS:
        image = repeated(PHOTOGRAPHS[0], times)
        theirs, variance = itk_image(image.astype(np.float32)), [SIGMA**2] * 2

        def ours(low, high):
            return preamar.canny(image, sigma=SIGMA, low=low, high=high, method="differential", threads=1)

        whole, before, itk_whole, itk_before = processor_ms([
            lambda: ours(LOW, HIGH), lambda: ours(NONE, NONE),
            lambda: itk.CannyEdgeDetection(theirs, LOW, HIGH, variance),
            lambda: itk.CannyEdgeDetection(theirs, NONE, NONE, variance),
        ])
        found.append({"name": name, "shape": image.shape, "ms": [whole, before], "itk_ms": [itk_whole, itk_before]})
    return found
