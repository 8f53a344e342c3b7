"""Arrays of each kind that run_in_blocks takes. The makers of outputs are in WRITABLE, those of inputs in READABLE."""

import dask.array
import h5py
import numpy as np
import preamar
import pytest
import tensorstore
import xarray
import zarr


class Sliced:
    """Nothing but a shape, a dtype and slicing."""

    def __init__(self, pixels):
        self.pixels, self.shape, self.dtype = pixels, pixels.shape, pixels.dtype

    def __getitem__(self, slices):
        return self.pixels[slices]

    def __setitem__(self, slices, value):
        self.pixels[slices] = value


def some_chunk(rng, shape):
    """At most 5 chunks per axis."""
    return tuple(int(rng.integers(-(-extent // 5), extent + 1)) for extent in shape)


def new_numpy(rng, folder, shape, dtype):
    return np.zeros(shape, dtype)


def new_strided(rng, folder, shape, dtype):
    return np.zeros(tuple(2 * extent for extent in shape[::-1]), dtype)[tuple(slice(None, None, -2) for _ in shape)].T


def new_memmap(rng, folder, shape, dtype):
    offset = int(rng.integers(0, 100))
    return np.memmap(folder / f"{rng.integers(1 << 60)}.raw", dtype, "w+", offset, shape)


def new_strided_memmap(rng, folder, shape, dtype):
    return new_memmap(rng, folder, (*shape[:-1], 3 * shape[-1]), dtype)[..., ::3]


def new_zarr(rng, folder, shape, dtype):
    file = folder / f"{rng.integers(1 << 60)}.zarr"
    version = int(rng.choice([2, 3]))
    return zarr.create_array(file, shape=shape, dtype=dtype, chunks=some_chunk(rng, shape), zarr_format=version)


def new_sharded_zarr(rng, folder, shape, dtype):
    chunk = some_chunk(rng, shape)
    shard = tuple(extent * int(rng.integers(1, 3)) for extent in chunk)
    file = folder / f"{rng.integers(1 << 60)}.zarr"
    return zarr.create_array(file, shape=shape, dtype=dtype, chunks=chunk, shards=shard)


def new_zarr_in_memory(rng, folder, shape, dtype):
    return zarr.create_array({}, shape=shape, dtype=dtype, chunks=some_chunk(rng, shape), compressors=None)


def new_h5py(rng, folder, shape, dtype):
    file = h5py.File(folder / f"{rng.integers(1 << 60)}.h5", "w")
    return file.create_dataset("a", shape, dtype, chunks=some_chunk(rng, shape) if rng.random() < 0.7 else None)


def new_tensorstore(rng, folder, shape, dtype):
    chunk = some_chunk(rng, shape)
    part = tuple(extent * int(rng.integers(1, 3)) for extent in chunk)
    layout = tensorstore.ChunkLayout(read_chunk_shape=chunk, write_chunk_shape=part)
    path = f"{folder}/{rng.integers(1 << 60)}.zarr"
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": path}}
    return tensorstore.open(spec, create=True, dtype=dtype, shape=shape, chunk_layout=layout).result()


def new_moved_tensorstore(rng, folder, shape, dtype):
    """A domain that does not begin at 0."""
    whole = new_tensorstore(rng, folder, tuple(extent + 5 for extent in shape), dtype)
    return whole[tuple(slice(3, 3 + extent) for extent in shape)]


def new_sliced(rng, folder, shape, dtype):
    return Sliced(np.zeros(shape, dtype))


WRITABLE = [
    new_numpy, new_strided, new_memmap, new_strided_memmap, new_zarr, new_sharded_zarr, new_zarr_in_memory, new_h5py,
    new_tensorstore, new_moved_tensorstore, new_sliced,
]


def fill(array, pixels):
    where = array[tensorstore.d[:].translate_to[0]] if isinstance(array, tensorstore.TensorStore) else array
    where[tuple(slice(0, extent) for extent in pixels.shape)] = pixels
    return array


def pixels_of(array):
    return np.asarray(array[...] if not isinstance(array, Sliced) else array.pixels)


def as_dask(rng, folder, pixels):
    lazy = dask.array.from_array(fill(new_zarr(rng, folder, pixels.shape, pixels.dtype), pixels))
    return lazy.rechunk(some_chunk(rng, pixels.shape)) if rng.random() < 0.5 else lazy


def as_xarray(rng, folder, pixels):
    return xarray.DataArray(as_dask(rng, folder, pixels) if rng.random() < 0.5 else pixels)


def as_xarray_of_file(rng, folder, pixels):
    file = folder / f"{rng.integers(1 << 60)}.zarr"
    axes = "zyx"[-pixels.ndim:]
    encoding = {"a": {"chunks": some_chunk(rng, pixels.shape)}}
    xarray.Dataset({"a": (tuple(axes), pixels)}).to_zarr(file, encoding=encoding, zarr_format=2)
    return xarray.open_zarr(file, chunks=None if rng.random() < 0.5 else {})["a"]


def as_other_bytes(rng, folder, pixels):
    other = pixels.dtype.newbyteorder(">")
    maker = [new_numpy, new_memmap, new_zarr, new_h5py][rng.integers(4)]
    return fill(maker(rng, folder, pixels.shape, other), pixels)


def filled(maker):
    return lambda rng, folder, pixels: fill(maker(rng, folder, pixels.shape, pixels.dtype), pixels)


READABLE = [*map(filled, WRITABLE), as_dask, as_xarray, as_xarray_of_file, as_other_bytes]


def refused(kind, message, *inputs, operator="fill_holes", output, **settings):
    with pytest.raises(kind, match=message):
        preamar.run_in_blocks(operator, *inputs, output=output, **settings)
