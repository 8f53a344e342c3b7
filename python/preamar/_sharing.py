"""Whether an output shares pixels with an input: in memory, in a file or in a store."""

import json
import os
from typing import NamedTuple

import numpy

from ._arrays import is_array, library_of


class Place(NamedTuple):
    """Where pixels are stored."""

    root: str  # a path without links, or the name of a store
    part: object = None  # of a file: (first byte, end) or a dataset; None: all of it

    def overlaps(self, other):
        if self.root != other.root:
            return self.root.startswith(other.root + os.sep) or other.root.startswith(self.root + os.sep)
        if type(self.part) is not type(other.part) or self.part is None:
            return True
        if isinstance(self.part, tuple):
            return self.part[0] < other.part[1] and other.part[0] < self.part[1]
        return self.part == other.part


def require_separate(operator, inputs, outputs):
    """Raise ValueError if an output shares pixels with an input or with another output.

    Both are pairs of a name and a file or an array. Files are compared with arrays only: an output file is new.
    """
    for i, (name, output) in enumerate(outputs):
        for other_name, other in [*inputs, *outputs[:i]]:
            if (is_array(output) or is_array(other)) and _share(output, other):
                raise ValueError(f"{operator}: {name} shares pixels with {other_name}; give an output with memory or a "
                                 "store of its own")


def _share(one, other):
    for a in _leaves(one):
        for b in _leaves(other):
            if a is b or any(here.overlaps(there) for here in _places(a) for there in _places(b)):
                return True
            if _is_memory(a) and _is_memory(b) and _share_memory(a, b):
                return True
    return False


def _is_memory(array):
    return isinstance(array, numpy.ndarray) or _is_memory_tensorstore(array)


def _is_memory_tensorstore(array):
    return library_of(array) == "tensorstore" and array.kvstore is None and array.base is None


def _share_memory(one, other):
    if not (isinstance(one, numpy.ndarray) and isinstance(other, numpy.ndarray)):
        return True  # a TensorStore does not say which memory it wraps
    try:
        return numpy.shares_memory(one, other, max_work=10**5)
    except (numpy.exceptions.TooHardError if hasattr(numpy, "exceptions") else numpy.TooHardError):
        return True


def _leaves(value):
    """The arrays and files that pixels come from."""
    library = library_of(value)
    if library == "xarray":
        return _leaves_of_xarray(value)
    if library == "dask":
        return [leaf for node in _nodes(value.__dask_graph__()) for leaf in _leaves(node)]
    if library == "tensorstore" and value.base is not None:
        return _leaves(value.base)
    return [value]


def _leaves_of_xarray(array):
    data = array.variable._data if hasattr(array, "variable") else array
    while library_of(data) == "xarray":  # a wrapper
        inner = getattr(data, "array", None)
        data = inner if inner is not None else getattr(data, "_array", None)
    source = getattr(array, "encoding", {}).get("source")
    return (_leaves(data) if is_array(data) else []) + ([source] if isinstance(source, str) else [])


def _nodes(graph):
    """The arrays in the graph of a Dask array."""
    for layer in graph.layers.values():
        if layer.is_materialized():
            yield from _arrays_in(dict(layer))
        else:  # one task for all chunks
            yield from _arrays_in([getattr(layer, "task", None), getattr(layer, "indices", None)])


def _arrays_in(value):
    if is_array(value):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from _arrays_in(item)
    elif isinstance(value, dict):
        yield from _arrays_in(list(value.values()))
    elif library_of(value) == "dask":
        yield from _arrays_in([getattr(value, name, None) for name in ("value", "args", "kwargs")])


def _places(leaf):
    if isinstance(leaf, (str, bytes, os.PathLike)):
        return [Place(os.path.realpath(os.fsdecode(leaf)))]
    if isinstance(leaf, numpy.ndarray):
        return _places_of_memmap(leaf)
    finders = {"zarr": _places_of_zarr, "h5py": _places_of_h5py, "tensorstore": _places_of_tensorstore}
    return finders.get(library_of(leaf), lambda _: [])(leaf)


def _bounds(array):
    """The address of the first byte, and the one after the last."""
    begin = array.__array_interface__["data"][0]
    reach = [(extent - 1) * stride for extent, stride in zip(array.shape, array.strides)]
    return begin + sum(min(0, step) for step in reach), begin + sum(max(0, step) for step in reach) + array.itemsize


def _places_of_memmap(array):
    root = array
    while isinstance(root.base, numpy.ndarray):
        root = root.base
    if array.size == 0 or not isinstance(root, numpy.memmap) or root.filename is None:
        return []
    begin, end = _bounds(array)
    offset = root.offset - _bounds(root)[0]
    return [Place(os.path.realpath(root.filename), (begin + offset, end + offset))]


def _places_of_zarr(array):
    store = array.store
    while hasattr(store, "_store") and library_of(store._store) == "zarr":  # a wrapper
        store = store._store
    kind = type(store).__name__
    if kind in ("LocalStore", "DirectoryStore", "NestedDirectoryStore"):
        folder = getattr(store, "root", None) or store.path
        return [Place(os.path.realpath(os.path.join(folder, array.path)))]
    if kind == "ZipStore":
        return [Place(os.path.realpath(store.path), array.path)]
    return [Place(str(store), array.path)]


def _places_of_h5py(dataset):
    file = os.path.realpath(dataset.file.filename)
    places = [Place(file, hash(dataset.id))]  # the same for all names of a dataset
    if dataset.is_virtual:
        folder = os.path.dirname(file)
        names = {source.file_name for source in dataset.virtual_sources()}
        places += [Place(file if name == "." else os.path.realpath(os.path.join(folder, name))) for name in names]
    return places


def _places_of_tensorstore(store):
    if store.kvstore is None:
        return []
    spec = store.kvstore.spec().to_json()
    if spec.get("driver") == "file":
        return [Place(os.path.realpath(spec["path"]))]
    return [Place(json.dumps(spec, sort_keys=True))]
