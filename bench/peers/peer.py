"""The interface of a library in the benchmark, and shared functions."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import metadata

import numpy as np


@dataclass(frozen=True)
class Peer:
    """`prepare(images, connectivity, threads)` returns the call to be timed; its own conversions are not timed. `read`
    converts the result to an array, not timed either. A library that is not installed raises ImportError."""

    name: str
    distribution: str
    prepare: Callable
    read: Callable = np.asarray
    threaded: bool = False  # if false, it is measured with one thread only
    ranks: tuple[int, ...] = (2, 3)
    is_ours: bool = False
    agrees: Callable = None  # for a definition that differs from the operator's

    def version(self):
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:  # a build tree has no metadata
            return __import__(self.distribution).__version__


@dataclass(frozen=True)
class Operator:
    """An operator, the libraries that have it, and when two results agree."""

    name: str
    peers: tuple[Peer, ...]
    trusted: tuple[str, ...]  # one of these must confirm Preamar's result before anything is timed
    agrees: Callable  # whether a result agrees with the expected one
    options: dict = None  # of Preamar's function, without the connectivity
    connectivity: Callable = lambda rank: rank  # None if the operator has none
    prepare: Callable = lambda images: images  # from the images of an instance to the operator's inputs

    @property
    def function(self):
        """The name of Preamar's function: the part before a hyphen. The part after it names a variant."""
        return self.name.partition("-")[0]

    def ours(self, images, threads, out=None):
        import preamar

        extra = {} if out is None else {"out": out}
        if self.connectivity is not None:
            extra["connectivity"] = self.connectivity(images[0].ndim)
        return getattr(preamar, self.function)(*images, threads=threads, **(self.options or {}), **extra)


LARGE = 2**30  # bytes of results

OURS, OURS_NEW, WRONG = "Preamar", "Preamar, new result", "wrong"


def first(result):
    """The image or the table of a result; the whole result if it consists of numbers."""
    return result[0] if isinstance(result, tuple) and isinstance(result[0], (np.ndarray, dict)) else result


def ours(operator):
    """Preamar with a reused output array, Preamar with a new one, and a library that is wrong in one pixel."""

    def reused(images, connectivity, threads):
        out = first(operator().ours(images, threads))
        if not isinstance(out, np.ndarray):  # a table or numbers, which are new in each call
            return lambda: operator().ours(images, threads)
        out = np.array(out)
        return lambda: first(operator().ours(images, threads, out))

    def new(images, connectivity, threads):
        kept = []  # keeps results alive, or their memory would be reused; large ones are returned to the system anyway

        def call():
            if sum(result.nbytes for result in kept) > LARGE:
                del kept[0]
            kept.append(first(operator().ours(images, threads)))
            return kept[-1]

        return call

    def wrong(images, connectivity, threads):
        def call():
            result = np.array(first(operator().ours(images, threads)))
            result.flat[result.size // 2] = ~result.flat[result.size // 2]
            return result

        return call

    return (
        Peer(OURS, "preamar", reused, read=lambda result: result, threaded=True, is_ours=True),
        Peer(OURS_NEW, "preamar", new, read=lambda result: result, threaded=True, is_ours=True),
        Peer(WRONG, "preamar", wrong),
    )


def with_faces(operator):
    """The variant whose neighbours share an edge or a face."""
    others = [peer for peer in operator.peers if not peer.is_ours and peer.name != WRONG]
    variant = replace(
        operator,
        name=operator.name + "-faces",
        peers=(*ours(lambda: variant), *others),
        connectivity=lambda rank: 1,
    )
    return variant


def same_bytes(result, expected):
    """Whether the result has the expected pixels; a wider type (as in scikit-image) may hold them."""
    narrow = np.ascontiguousarray(result, expected.dtype)
    if narrow.shape != expected.shape or (narrow.dtype != result.dtype and not np.array_equal(narrow, result)):
        return False
    return np.array_equal(narrow.view(np.uint8), expected.view(np.uint8))


def same_truth(result, expected):
    """Whether a mask is true where the expected one is."""
    return np.array_equal(np.asarray(result) != 0, expected != 0)


def same_partition(result, expected):
    """Whether two label images are equal up to a renumbering."""
    ours, theirs = expected.ravel(), np.asarray(result).ravel()
    if theirs.size != ours.size or theirs.min() < 0:
        return False
    name = np.zeros(int(theirs.max()) + 1, np.int64)
    name[theirs] = ours
    back = np.zeros(int(ours.max()) + 1, np.int64)
    back[ours] = theirs
    return np.array_equal(name[theirs], ours) and np.array_equal(back[ours], theirs)


def wide(images):
    """The upper 9/16 of square images: 7680x4320 of 7680x7680."""
    return [np.ascontiguousarray(image[: image.shape[0] * 9 // 16]) for image in images]


def simple_itk(threads):
    import SimpleITK

    SimpleITK.ProcessObject.SetGlobalDefaultNumberOfThreads(threads)
    return SimpleITK


def itk_image(image):
    import SimpleITK

    return SimpleITK.GetImageFromArray(image.astype(np.uint8) if image.dtype == bool else image)


def read_itk(image):
    import SimpleITK

    return SimpleITK.GetArrayViewFromImage(image)


def dip_lib(threads):
    import diplib

    diplib.SetNumberOfThreads(threads)
    return diplib


def open_cv(threads):
    import cv2

    cv2.setNumThreads(threads)
    return cv2
