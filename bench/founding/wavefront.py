"""The work of a reconstruction by tiles, counted: rounds, tiles visited, and iterations inside tiles."""

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np

FORMS = {"sweeps": 0, "parallelogram": 1, "wrapped": 2}
TILE = 32
PASSES = {"sweeps": 4, "parallelogram": 2, "wrapped": 2}  # over a tile, per iteration


class Counts(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int64) for name in ("rounds", "visits", "iterations", "idle")]


def library(source):
    """A C file of this folder."""
    with tempfile.TemporaryDirectory(prefix="preamar-wavefront-") as folder:
        file = Path(folder) / "wavefront.so"
        command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", Path(__file__).with_name(source), "-o", file]
        subprocess.run(command, check=True)
        return ctypes.CDLL(str(file))


def compiled():
    """The function of wavefront.c."""
    return library("wavefront.c").reconstruct


def counts(function, marker, mask, form):
    """The counts of one reconstruction, and its result in place of the marker."""
    rows, columns = mask.shape
    assert marker.dtype == mask.dtype == np.uint8 and rows % TILE == columns % TILE == 0
    found = Counts()
    pointers = [ctypes.c_void_p(image.ctypes.data) for image in (marker, mask)]
    if not function(*pointers, ctypes.c_int64(rows), ctypes.c_int64(columns), FORMS[form], ctypes.byref(found)):
        raise MemoryError(f"wavefront of {rows}x{columns} pixels")
    return {name: getattr(found, name) for name, _ in Counts._fields_}
