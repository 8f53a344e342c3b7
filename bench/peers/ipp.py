"""Functions of Intel IPP: the shared libraries of the wheel `ipp`, called through ctypes. None of these has threads."""

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
    """Fill `folder` with links under the names that the dispatcher of IPP opens: the wheel has X.so.12, but the dispatcher
    opens X.so.12.1 on LD_LIBRARY_PATH."""
    folder.mkdir()
    for library in libraries():
        for name in (library.name, library.name + ".1"):
            (folder / name).symlink_to(library)


def load(wanted="cv"):
    """The library of that name. First loads all libraries that these functions need, in order of dependence."""
    found = {path.name.split(".")[0]: path for path in libraries()}
    if "libippcv" not in found:
        raise ImportError("the wheel ipp is not installed")
    names = ("core", "vm", "s", "i", "cv")
    loaded = {name: ctypes.CDLL(str(found[f"libipp{name}"]), ctypes.RTLD_GLOBAL) for name in names}
    loaded["core"].ippInit()
    return loaded[wanted]


def check(status, name):
    if status != 0:
        raise RuntimeError(f"{name} returned {status}")


def size_of(image):
    rows, columns = image.shape
    return Size(columns, rows)


def pointer(array):
    return ctypes.c_void_p(array.ctypes.data)


def parts(*images):
    """Pointer and bytes per row of each image."""
    return [part for image in images for part in (pointer(image), ctypes.c_int(image.strides[0]))]


def buffer_for(query, *arguments):
    needed = ctypes.c_int()
    check(query(*arguments, ctypes.byref(needed)), "the query of IPP")
    return np.zeros(max(1, needed.value), np.uint8)


def norm_of(connectivity):
    return NORM_INF if connectivity == 2 else NORM_L1


def reconstruct(images, connectivity, threads):
    """Reuses one output array. IPP works in place, so the call begins with a copy of the marker."""
    (marker, mask), cv = images, load()
    code, suffix = TYPES[mask.dtype.name]
    size, out = size_of(mask), np.zeros_like(mask)
    buffer = buffer_for(cv.ippiMorphReconstructGetBufferSize, size, code, 1)
    function = getattr(cv, f"ippiMorphReconstructDilate_{suffix}_C1IR")

    def call():
        np.copyto(out, marker)
        check(function(*parts(mask, out), size, pointer(buffer), norm_of(connectivity)), "IPP")
        return out

    return call


def label(images, connectivity, threads):
    image, cv = images[0], load()
    size, out, count = size_of(image), np.zeros(image.shape, np.int32), ctypes.c_int()
    buffer = buffer_for(cv.ippiLabelMarkersGetBufferSize_8u32s_C1R, size)
    rest = (1, 2**31 - 2, norm_of(connectivity), ctypes.byref(count), pointer(buffer))

    def call():
        check(cv.ippiLabelMarkers_8u32s_C1R(*parts(image, out), size, *rest), "IPP")
        return out

    return call


def distance(images, connectivity, threads):
    image, cv = images[0], load()
    size, out = size_of(image), np.zeros(image.shape, np.float32)
    buffer = buffer_for(cv.ippiTrueDistanceTransformGetBufferSize_8u32f_C1R, size)

    def call():
        check(cv.ippiTrueDistanceTransform_8u32f_C1R(*parts(image, out), size, pointer(buffer)), "IPP")
        return out

    return call


def watershed(images, connectivity, threads):
    """Works in place, so the call begins with a copy of the markers. IPP takes at most 65535 markers."""
    (image, markers), cv = images, load()
    if markers.max() > 65535:
        raise ImportError("IPP takes 65535 markers at most")
    size, seeds, out = size_of(image), markers.astype(np.uint16), np.zeros(image.shape, np.uint16)
    buffer = buffer_for(cv.ippiSegmentWatershedGetBufferSize_8u16u_C1R, size)

    def call():
        np.copyto(out, seeds)
        function = cv.ippiSegmentWatershed_8u16u_C1IR
        check(function(*parts(image, out), size, norm_of(connectivity), 1, pointer(buffer)), "IPP")
        return out

    return call


def canny(images, sigma, low, high):
    """A Gaussian of 9 pixels, then Canny with Sobel's weights and the Euclidean norm; border: nearest pixel."""
    image, cv = images[0], load()
    size, code = size_of(image), TYPES["uint8"][0]
    replicated, sobel_weights, mask_3x3, norm_l2 = 1, 2, 33, 4
    buffer = buffer_for(cv.ippiCannyBorderGetSize, size, sobel_weights, mask_3x3, code)
    smoothed, out = gaussian(image, sigma, 9), np.empty_like(image)
    levels = (ctypes.c_float(low), ctypes.c_float(high), norm_l2)

    def call():
        rest = (size, sobel_weights, mask_3x3, replicated, 0, *levels, pointer(buffer))
        check(cv.ippiCannyBorder_8u_C1R(*parts(smoothed(), out), *rest), "IPP")
        return out

    return call


def gaussian(image, sigma, width):
    """Reuses one output array; border: nearest pixel."""
    cv = load()
    size, code, replicated = size_of(image), TYPES[image.dtype.name][0], 1
    spec_bytes, work_bytes = ctypes.c_int(), ctypes.c_int()
    query = (size, ctypes.c_uint(width), code, 1, ctypes.byref(spec_bytes), ctypes.byref(work_bytes))
    check(cv.ippiFilterGaussianGetBufferSize(*query), "the query of IPP")
    spec, work = (np.zeros(max(1, count.value), np.uint8) for count in (spec_bytes, work_bytes))
    weights = (size, ctypes.c_uint(width), ctypes.c_float(sigma), replicated, code, 1)
    check(cv.ippiFilterGaussianInit(*weights, pointer(spec), pointer(work)), "IPP")
    out = np.zeros_like(image)

    def call():
        check(cv.ippiFilterGaussianBorder_8u_C1R(*parts(image, out), size, 0, pointer(spec), pointer(work)), "IPP")
        return out

    return call


def greater(level):
    """255 where the image is above the level."""

    def prepare(images, connectivity, threads):
        image, i = images[0], load("i")
        size, out, above = size_of(image), np.zeros_like(image), 4  # ippCmpGreater

        def call():
            check(i.ippiCompareC_8u_C1R(*parts(image), level, *parts(out), size, above), "IPP")
            return out

        return call

    return prepare


def minmax(images, connectivity, threads):
    image, i = images[0], load("i")
    size, ends = size_of(image), np.zeros(2, np.uint8)

    def call():
        check(i.ippiMinMax_8u_C1R(*parts(image), size, pointer(ends), pointer(ends[1:])), "IPP")
        return ends

    return call
