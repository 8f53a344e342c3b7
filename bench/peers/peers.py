"""The libraries that are compared, each behind the same face."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata

import ipp
import numpy as np


@dataclass(frozen=True)
class Peer:
    """`prepare(marker, mask, connectivity, threads)` gives the call that is timed; what it converts beforehand is not.
    `read` makes an array of what the call gives, again not timed. A library that is not here raises ImportError."""

    name: str
    distribution: str
    prepare: Callable
    read: Callable = np.asarray
    threaded: bool = False  # otherwise it is measured with one thread only
    ranks: tuple[int, ...] = (2, 3)
    is_ours: bool = False

    def version(self):
        try:
            return metadata.version(self.distribution)
        except metadata.PackageNotFoundError:  # a build tree has no metadata
            return __import__(self.distribution).__version__


def preamar_reused(marker, mask, connectivity, threads):
    import preamar

    out = np.zeros_like(mask)
    return lambda: preamar.reconstruct(marker, mask, connectivity=connectivity, threads=threads, out=out)


def preamar_new(marker, mask, connectivity, threads):
    import preamar

    kept = []  # results stay alive, or their memory would be used again

    def call():
        kept.append(preamar.reconstruct(marker, mask, connectivity=connectivity, threads=threads))
        return kept[-1]

    return call


def preamar_wrong(marker, mask, connectivity, threads):
    """Wrong in one pixel; shows that a wrong result is found."""
    call = preamar_new(marker, mask, connectivity, threads)

    def wrong():
        result = call()
        result.flat[result.size // 2] ^= 1
        return result

    return wrong


def scikit_image(marker, mask, connectivity, threads):
    from scipy.ndimage import generate_binary_structure
    from skimage.morphology import reconstruction

    footprint = generate_binary_structure(mask.ndim, connectivity)
    return lambda: reconstruction(marker, mask, "dilation", footprint=footprint)


def simple_itk(marker, mask, connectivity, threads):
    import SimpleITK

    SimpleITK.ProcessObject.SetGlobalDefaultNumberOfThreads(threads)
    images = [SimpleITK.GetImageFromArray(image) for image in (marker, mask)]
    fully_connected = connectivity == mask.ndim
    return lambda: SimpleITK.ReconstructionByDilation(*images, fully_connected, False)


def read_simple_itk(image):
    import SimpleITK

    return SimpleITK.GetArrayViewFromImage(image)


def dip_lib(marker, mask, connectivity, threads):
    import diplib

    diplib.SetNumberOfThreads(threads)
    images = diplib.Image(marker), diplib.Image(mask)
    return lambda: diplib.MorphologicalReconstruction(*images, connectivity, "dilation")


OURS, OURS_NEW, WRONG = "Preamar", "Preamar, new result", "wrong"
# One of these must confirm what Preamar gives before anything is timed.
TRUSTED = ("DIPlib", "scikit-image")

PEERS = {
    peer.name: peer
    for peer in (
        Peer(OURS, "preamar", preamar_reused, threaded=True, is_ours=True),
        Peer(OURS_NEW, "preamar", preamar_new, threaded=True, is_ours=True),
        Peer("IPP", "ipp", ipp.prepare, ranks=(2,)),
        Peer("DIPlib", "diplib", dip_lib, threaded=True),
        Peer("SimpleITK", "SimpleITK", simple_itk, read_simple_itk, threaded=True),
        Peer("scikit-image", "scikit-image", scikit_image),
        Peer(WRONG, "preamar", preamar_wrong),
    )
}
