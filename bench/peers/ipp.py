"""Reconstruction by Intel IPP: the shared libraries of the wheel `ipp`, called through ctypes."""

import ctypes
import sys
from pathlib import Path

import numpy as np

# IppDataType, and the end of the name of the function that takes it.
TYPES = {"uint8": (1, "8u"), "uint16": (5, "16u"), "float32": (13, "32f")}
NORM_INF, NORM_L1 = 0, 1  # IppiNorm: 8 neighbours, 4 neighbours


class Size(ctypes.Structure):
    """IppiSize."""

    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int)]


def libraries():
    return sorted((Path(sys.prefix) / "lib").glob("libipp*.so.*"))


def link_libraries(folder):
    """Fill `folder` with links under the names that the dispatcher of IPP opens: the wheel ships X.so.12, and it asks
    for X.so.12.1 by way of LD_LIBRARY_PATH."""
    folder.mkdir()
    for library in libraries():
        for name in (library.name, library.name + ".1"):
            (folder / name).symlink_to(library)


def load():
    """The libraries that reconstruction needs, each before those that need it."""
    found = {path.name.split(".")[0]: path for path in libraries()}
    if "libippcv" not in found:
        raise ImportError("the wheel ipp is not installed")
    paths = [found[f"libipp{name}"] for name in ("core", "vm", "s", "i", "cv")]
    core, *_, cv = [ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL) for path in paths]
    core.ippInit()
    return cv


def check(status, name):
    if status != 0:
        raise RuntimeError(f"{name} returned {status}")


def prepare(marker, mask, connectivity, threads):
    """A call that reconstructs into one array again and again. IPP works in place, so it begins with a copy of the
    marker. This function of IPP has no threads."""
    cv = load()
    code, suffix = TYPES[mask.dtype.name]
    rows, columns = mask.shape
    size, bytes_needed = Size(columns, rows), ctypes.c_int()
    check(cv.ippiMorphReconstructGetBufferSize(size, code, 1, ctypes.byref(bytes_needed)), "the query of IPP")
    buffer, out = np.zeros(bytes_needed.value, np.uint8), np.zeros_like(mask)
    function = getattr(cv, f"ippiMorphReconstructDilate_{suffix}_C1IR")
    images = [part for image in (mask, out) for part in (ctypes.c_void_p(image.ctypes.data), image.strides[0])]
    norm = NORM_INF if connectivity == 2 else NORM_L1

    def call():
        np.copyto(out, marker)
        check(function(*images, size, ctypes.c_void_p(buffer.ctypes.data), norm), "IPP")
        return out

    return call
