"""OpenSlide's own reader through its C interface, which tests of slides compare with."""

import ctypes
import importlib.util
import math
import os
import pathlib

import numpy


class OpenSlide:
    """OpenSlide's C interface: a slide as an array of RGB per level."""

    def __init__(self, name):
        self.name = name
        self.library = ctypes.CDLL(name)
        for function, result, *arguments in (
                ("get_version", ctypes.c_char_p), ("open", ctypes.c_void_p, ctypes.c_char_p),
                ("close", None, ctypes.c_void_p), ("get_level_count", ctypes.c_int32, ctypes.c_void_p),
                ("get_level_downsample", ctypes.c_double, ctypes.c_void_p, ctypes.c_int32),
                ("get_level_dimensions", None, ctypes.c_void_p, ctypes.c_int32, ctypes.POINTER(ctypes.c_int64),
                 ctypes.POINTER(ctypes.c_int64)),
                ("get_error", ctypes.c_char_p, ctypes.c_void_p),
                ("read_region", None, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_int64] * 2, ctypes.c_int32,
                 *[ctypes.c_int64] * 2)):
            found = getattr(self.library, f"openslide_{function}")
            found.restype, found.argtypes = result, arguments
        self.version = self.library.openslide_get_version().decode()

    def levels(self, file, chunk=256):
        """The pixels of each level. Levels of a ratio that is no integer are read chunk by chunk, as Preamar does."""
        library = self.library
        slide = library.openslide_open(os.fsencode(file))
        assert slide and not library.openslide_get_error(slide)
        images = []
        for level in range(library.openslide_get_level_count(slide)):
            width, height = ctypes.c_int64(), ctypes.c_int64()
            library.openslide_get_level_dimensions(slide, level, width, height)
            ratio = library.openslide_get_level_downsample(slide, level)
            image = numpy.empty((height.value, width.value), numpy.uint32)
            step = max(image.shape) if ratio == int(ratio) else chunk
            for y in range(0, height.value, step):
                for x in range(0, width.value, step):
                    part = numpy.empty(image[y:y + step, x:x + step].shape, numpy.uint32)
                    library.openslide_read_region(slide, part.ctypes.data, math.floor(x * ratio), math.floor(y * ratio),
                                                  level, part.shape[1], part.shape[0])
                    image[y:y + step, x:x + step] = part
            assert not library.openslide_get_error(slide)
            alpha = image >> 24
            over = (255 * (255 - alpha) + 127) // 255  # these slides have a white background
            images.append(numpy.stack([(image >> shift & 255) + over for shift in (16, 8, 0)], axis=-1).clip(0, 255))
        library.openslide_close(slide)
        return images


def installed():
    """The libraries that open, one per version."""
    names = ["libopenslide.so.1", "libopenslide.so.0"]
    if (package := importlib.util.find_spec("openslide_bin")) is not None:
        names.insert(0, str(pathlib.Path(package.origin).parent / "libopenslide.so.1"))
    found = {}
    for name in names:
        try:
            library = OpenSlide(name)
        except OSError:
            continue
        found.setdefault(library.version, library)
    return list(found.values())
