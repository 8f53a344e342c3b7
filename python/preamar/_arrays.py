"""Arrays of other libraries as inputs and outputs of `run_in_blocks`."""

import sys
from itertools import product
from math import prod

import numpy

from ._volumes import Volume, require_meaning

# Regions are moved in parts of whole chunks of about this size, so that copies stay small.
_PART_BYTES = 4 << 20
_DTYPES = frozenset("bool uint8 uint16 uint32 uint64 int8 int16 int32 int64 float32 float64".split())
_LAZY = {
    "dask": "a Dask array, whose assignment changes only its graph; give a zarr.Array of that shape and dtype, and open "
            "it with dask.array.from_zarr",
    "xarray": "an xarray object, whose assignment need not reach its file; give the array that stores the pixels, such "
              "as a zarr.Array, and wrap it with xarray.DataArray afterwards",
}


def library_of(array):
    """The library that defines the type, such as "zarr"."""
    return type(array).__module__.partition(".")[0]


def nodata_of(array):
    """The value of pixels without data of an xarray object, as CF and rioxarray have it; None if it has none."""
    if library_of(array) != "xarray":
        return None
    if "rioxarray" in sys.modules and array.rio.nodata is not None:
        return float(array.rio.nodata)
    if array.dtype.kind == "f" and ("_FillValue" in array.encoding or "missing_value" in array.encoding):
        return float("nan")  # xarray made such pixels NaN when it read them
    name = next((name for name in ("_FillValue", "missing_value", "nodata") if name in array.attrs), None)
    try:
        return None if name is None else float(array.attrs[name])
    except (TypeError, ValueError):
        raise ValueError(f"xarray: {name} is {array.attrs[name]!r}; it must be a number, or be removed") from None


def is_array(value):
    return hasattr(value, "shape") and hasattr(value, "dtype") and hasattr(value, "__getitem__")


class BlockArray:
    """An array as the extension sees it: its type, its chunks, and functions that move regions of it."""

    def __init__(self, argument, name, array, chunk):
        self.name = f"{name} ({library_of(array)} array)"
        self.array = _from_zero(array) if library_of(array) == "tensorstore" else array
        self.dtype = _dtype_name(argument, array)
        self.shape = tuple(int(extent) for extent in array.shape)
        if len(self.shape) > 3:
            raise ValueError(f"{argument} has rank {len(self.shape)}; images of rank 2 to 3 are taken; give a view with "
                             "fewer axes, such as dask.array.from_array(array)[0], or a file and select")
        self.chunk = tuple(max(1, int(extent)) for extent in chunk)
        self.nodata = nodata_of(array)
        self._is_numpy = isinstance(array, numpy.ndarray)
        itemsize = numpy.dtype(self.dtype).itemsize
        self._part = _part_of(self.shape, self.chunk, itemsize)
        # A part as it is stored, decoded, and in the order of this machine.
        self.scratch = 0 if self._is_numpy else 3 * itemsize * prod(self._part)

    def read(self, origin, out):
        """Fill `out` with the region that begins at `origin`."""
        for here, there in self._parts(origin, out.shape):
            part = numpy.asarray(self.array[there])
            if part.dtype.newbyteorder("=").name != self.dtype or part.shape != out[here].shape:
                raise TypeError(f"{self.name}: a slice of shape {out[here].shape} and dtype {self.dtype} came as "
                                f"{part.shape} and {part.dtype}")
            out[here] = part

    def write(self, origin, image):
        """Store `image` as the region that begins at `origin`."""
        for here, there in self._parts(origin, image.shape):
            # A copy: a store in memory may keep what it is given, and `image` is freed after the call.
            self.array[there] = image[here] if self._is_numpy else image[here].copy()

    def _parts(self, origin, shape):
        """The slices of each part, in the region and in the array."""
        if self._is_numpy:
            there = tuple(slice(begin, begin + extent) for begin, extent in zip(origin, shape))
            return [((...,), there)]
        axes = [list(_cuts(begin, begin + extent, step)) for begin, extent, step in zip(origin, shape, self._part)]
        return [
            (tuple(slice(cut.start - begin, cut.stop - begin) for cut, begin in zip(cuts, origin)), cuts)
            for cuts in product(*axes)
        ]


def input_array(argument, name, array):
    """An array to read from."""
    _require_array(argument, array)
    require_meaning(argument, array, array.shape, _dtype_name(argument, array),
                    is_stored=not isinstance(array, numpy.ndarray))
    if isinstance(array, Volume):
        array = numpy.asarray(array)
    return BlockArray(argument, name, array, _chunk_of(array, is_output=False))


def output_array(argument, array):
    """An array to write to: assignment to a slice must store the pixels."""
    if library_of(array) in _LAZY:
        raise TypeError(f"{argument} is {_LAZY[library_of(array)]}")
    _require_array(argument, array)
    wrapped = BlockArray(argument, "output", array, _chunk_of(array, is_output=True))
    if not hasattr(array, "__setitem__"):
        raise TypeError(f"{argument} is {type(array).__name__}, which has no assignment to slices")
    if _is_read_only(array):
        raise ValueError(f"{argument} is read-only; give an array that can be written")
    return wrapped


def _require_array(argument, value):
    if not is_array(value):
        raise TypeError(f"{argument} is {type(value).__name__}; a file name, or an array with shape, dtype and slicing "
                        "is taken")


def _cuts(begin, end, step):
    """Slices from `begin` to `end` that are cut at multiples of `step`."""
    while begin < end:
        stop = min(end, (begin // step + 1) * step)
        yield slice(begin, stop)
        begin = stop


def _part_of(shape, chunk, itemsize):
    """The shape of whole chunks that are moved at one time."""
    part = list(chunk or [1] * len(shape))
    for axis in reversed(range(len(shape))):
        room = _PART_BYTES // (itemsize * prod(part))
        part[axis] *= max(1, min(room, -(-shape[axis] // part[axis])))
    return part


def _from_zero(store):
    """The TensorStore with a domain that begins at 0, as slices here do."""
    import tensorstore

    return store[tensorstore.d[:].translate_to[0]]


def _dtype_name(argument, array):
    dtype = getattr(array.dtype, "numpy_dtype", array.dtype)  # of a TensorStore
    try:
        name = numpy.dtype(dtype).newbyteorder("=").name
    except TypeError:
        name = str(dtype)
    if name not in _DTYPES:
        raise TypeError(f"{argument} has dtype {dtype}; bool, uint8 to uint64, int8 to int64, float32 and float64 are "
                        "taken")
    return name


def _chunk_of(array, is_output):
    """The shape in which the array is stored: for an output what is written as a whole. Empty if it has none."""
    library = library_of(array)
    if library == "tensorstore":
        layout = array.chunk_layout
        shape = (layout.write_chunk if is_output else layout.read_chunk).shape
        return tuple(extent or 1 for extent in shape) if any(shape or ()) else ()
    if library == "xarray" and getattr(array, "chunks", None) is None:
        encoding = array.encoding
        chunk = encoding.get("chunks") or encoding.get("chunksizes") or ()
    else:
        chunk = (is_output and getattr(array, "shards", None)) or getattr(array, "chunks", None) or ()
    # Dask lists the extents of all chunks per axis.
    chunk = tuple(max(extent, default=1) if isinstance(extent, tuple) else extent for extent in chunk)
    return chunk if len(chunk) == len(array.shape) else ()


def _is_read_only(array):
    library = library_of(array)
    if isinstance(array, numpy.ndarray):
        return not array.flags.writeable
    if library == "tensorstore":
        return not array.writable
    if library == "h5py":
        return array.file.mode == "r"
    return bool(getattr(array, "read_only", False))
