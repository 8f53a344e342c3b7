"""Experiments of L. H. A. Lourenço: Canny edges by the method of ITK, on photographs repeated to four sizes."""

import statistics
import sys
import time

import numpy as np
import preamar
from canny import HIGH, LOW, SIGMA
from peer import itk_image, read_itk, simple_itk

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
NONE = 1e9  # a threshold above every gradient: no edge is followed
AGREE = 0.9989  # the part of the edges that both programs have, as in the article's table 5.1
ROUNDS = 5


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


def processor_ms(calls):
    """The smallest processor time of interleaved calls of each, which other programs on the machine disturb least."""
    runs = [[] for _ in calls]
    for _ in range(ROUNDS):
        for call, times in zip(calls, runs):
            begun = time.process_time()
            call()
            times.append(1e3 * (time.process_time() - begun))
    return [min(times) for times in runs]


def photograph_ms(image):
    """Preamar, Preamar without edges to follow, and the same two of ITK: processor times with one thread."""
    itk, variance, theirs = simple_itk(1), [SIGMA**2] * 2, itk_image(image.astype(np.float32))

    def by_preamar(low, high):
        return preamar.canny(image, sigma=SIGMA, low=low, high=high, method="differential", threads=1)

    def by_itk(low, high):
        return itk.CannyEdgeDetection(theirs, low, high, variance)

    edges = by_itk(LOW, HIGH)  # read_itk only views it
    if preamar.compare_edges(by_preamar(LOW, HIGH), read_itk(edges) != 0)[0] < AGREE:
        sys.exit("bench/founding: the edges of ITK are others")
    return processor_ms([lambda run=run, limits=limits: run(*limits)
                         for run in (by_preamar, by_itk) for limits in ((LOW, HIGH), (NONE, NONE))])


def canny(quick):
    """The mean over the photographs of each set."""
    found = []
    for name, times, reported in SETS[:1] if quick else SETS:
        images = [repeated(photograph, times) for photograph in (PHOTOGRAPHS[:1] if quick else PHOTOGRAPHS)]
        means = [statistics.mean(one) for one in zip(*map(photograph_ms, images))]
        found.append({"name": name, "reported": reported, "shape": images[0].shape, "ms": means[:2], "itk_ms": means[2:]})
    return found
