"""Arrays that run_in_blocks refuses, and arrays that fail while it runs."""

import os
import signal
import threading
import time

import numpy as np
import preamar
import pytest

for library in ("dask", "h5py", "tensorstore", "xarray", "zarr"):
    pytest.importorskip(library)

import dask.array
import h5py
import tensorstore
import xarray
import zarr
from block_arrays import Sliced, new_h5py, new_tensorstore, new_zarr, refused


def test_refused_arrays(tmp_path):
    rng = np.random.default_rng(0)
    image = preamar.generate("tissue", 64)
    sink = np.full_like(image, 7)
    lazy = dask.array.from_array(image)
    refused(TypeError, "fill_holes: output is a Dask array.*dask.array.from_zarr", image, output=lazy)
    refused(TypeError, "fill_holes: output is an xarray object.*zarr.Array", image, output=xarray.DataArray(sink))
    for dtype in ("float16", "complex64", "datetime64[s]", "U3", "O", "i4,f4"):
        refused(TypeError, "fill_holes: image has dtype .*; bool, uint8 to uint64", np.zeros((9, 9), dtype), output=sink)
        refused(TypeError, "fill_holes: output has dtype .*; bool, uint8 to uint64", image, output=np.zeros((9, 9), dtype))
    refused(TypeError, "fill_holes: image is list; a file name, or an array", [[1, 2]], output=sink)
    refused(TypeError, "fill_holes: output is int; a file name, or an array", image, output=[3])
    refused(ValueError, "fill_holes: image has rank 4; images of rank 2 to 3", np.zeros((2, 2, 2, 2)), output=sink)
    refused(ValueError, "rank 1", np.zeros(64, "u1"), output=np.zeros(64, "u1"))
    refused(ValueError, "fill_holes: output .*has dtype uint16; the result is uint8", image, output=sink.astype("u2"))
    refused(ValueError, "fill_holes: output .*has shape 32x64; the result is 64x64", image, output=sink[::2])
    refused(ValueError, "fill_holes: resume=True needs files", image, output=sink, resume=True)
    refused(ValueError, "fill_holes: resume=True needs files", image, output=tmp_path / "o.tif", resume=True)
    refused(ValueError, "measure: output .* is an image; the table", sink, operator="measure", output=np.zeros((9, 9)))

    class Fixed:
        shape, dtype, __getitem__ = image.shape, image.dtype, image.__getitem__

    refused(TypeError, "fill_holes: output is Fixed, which has no assignment", image, output=Fixed())
    fixed = sink.view()
    fixed.flags.writeable = False
    file = new_zarr(rng, tmp_path, image.shape, "u1").store.root
    dataset = new_h5py(rng, tmp_path, image.shape, "u1")
    name = dataset.file.filename
    dataset.file.close()
    spec = new_tensorstore(rng, tmp_path, image.shape, "uint8").spec()
    read_only = [
        fixed, zarr.open_array(file, mode="r"), h5py.File(name, "r")["a"], tensorstore.open(spec, read=True).result()
    ]
    for array in read_only:
        refused(ValueError, "fill_holes: output is read-only", image, output=array)
    assert (sink == 7).all()
    assert not (tmp_path / "o.tif").exists()


def test_an_output_shares_nothing_with_an_input(tmp_path):
    rng = np.random.default_rng(0)
    shape = (64, 64)

    def shares(source, sink, *more):
        refused(ValueError, "output shares pixels with", source, output=[sink, *more])

    def runs(source, sink):
        preamar.run_in_blocks("fill_holes", source, output=sink)

    both = np.zeros((2, *shape), "u1")
    shares(both[0], both[0])
    shares(both[0], both[0, ::-1])
    shares(Sliced(both).pixels[0], both[0])
    shares(xarray.DataArray(both[0]), both[0])
    shares(tensorstore.array(both[0]), both[0])
    shares(both[0], tensorstore.array(both[0]))
    runs(both[0], both[1])
    interleaved = np.zeros((64, 128), "u1")
    runs(interleaved[:, ::2], interleaved[:, 1::2])

    raw = tmp_path / "a.raw"
    whole = np.memmap(raw, "u1", "w+", shape=(2, *shape))
    again = np.memmap(raw, "u1", "r+", shape=(2, *shape))
    shares(whole[0], again[0])
    shares(whole[0, 32:], again[0, 31:63])
    shares(xarray.DataArray(whole[1]), np.asarray(again)[1])
    runs(whole[0], again[1])
    runs(whole[1], np.memmap(raw, "u1", "r+", shape=shape))

    group = zarr.open_group(tmp_path / "g.zarr", mode="w")
    one = group.create_array("a", shape=shape, dtype="u1", chunks=(16, 16))
    other = group.create_array("b", shape=shape, dtype="u1", chunks=(16, 16))
    os.symlink(tmp_path / "g.zarr", tmp_path / "link.zarr")
    linked = zarr.open_array(tmp_path / "link.zarr" / "a", mode="r+")
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{tmp_path}/g.zarr/a"}}
    shares(one, linked)
    shares(one, tensorstore.open(spec).result())
    shares(tensorstore.open(spec).result(), tensorstore.open(spec).result())
    shares(dask.array.from_zarr(one), linked)
    shares(dask.array.from_array(one, inline_array=True)[::2] + 1, linked)
    shares(xarray.DataArray(dask.array.from_zarr(one) + 1), linked)
    shares(tmp_path / "g.zarr" / "a", linked)
    refused(ValueError, "output shares pixels with image", one, output=tmp_path / "g.zarr" / "a", overwrite=True)
    runs(one, other)
    store = zarr.storage.MemoryStore()
    for name in "ab":
        zarr.create_array(store, name=name, shape=shape, dtype="u1", chunks=(16, 16))
    shares(zarr.open_array(store, path="a"), zarr.open_array(store, path="a", mode="r+"))
    runs(zarr.open_array(store, path="a"), zarr.open_array(store, path="b", mode="r+"))

    xarray.Dataset({"a": (("y", "x"), both[0])}).to_zarr(tmp_path / "x.zarr", zarr_format=2)
    for chunks in (None, {}):
        opened = xarray.open_zarr(tmp_path / "x.zarr", chunks=chunks)["a"]
        shares(opened, zarr.open_array(tmp_path / "x.zarr" / "a", mode="r+"))

    file = h5py.File(tmp_path / "f.h5", "w")
    for name in "ab":
        file.create_dataset(name, shape, "u1")
    file["c"] = file["a"]
    shares(file["a"], file["c"])
    shares(dask.array.from_array(file["a"]), file["a"])
    runs(file["a"], file["b"])
    layout = h5py.VirtualLayout(shape, "u1")
    layout[:] = h5py.VirtualSource(file["b"])
    shares(h5py.File(tmp_path / "v.h5", "w").create_virtual_dataset("v", layout), file["b"])
    assert not file["a"][:].any()


def test_two_outputs_share_nothing():
    mask = preamar.generate("blobs", 64)
    result = np.empty_like(mask)
    refused(ValueError, "output shares pixels with output", mask, output=[result, result])


class Boom(Exception):
    pass


@pytest.mark.parametrize("error", [Boom, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("threads", [1, 3])
def test_exceptions_of_arrays_stop_the_run(error, threads, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    image = preamar.generate("tissue", 256)
    calls = []

    class Failing(Sliced):
        def moved(self):
            calls.append(1)
            if len(calls) == 5:
                raise error("five")

        def __getitem__(self, slices):
            self.moved()
            return super().__getitem__(slices)

        def __setitem__(self, slices, value):
            self.moved()
            super().__setitem__(slices, value)

    for source, sink in [(Failing(image), np.empty_like(image)), (image, Failing(np.empty_like(image)))]:
        calls.clear()
        with pytest.raises(error, match="five"):
            preamar.run_in_blocks("fill_holes", source, output=sink, block=(16, 16), threads=threads)
        assert 5 <= len(calls) < 20
    with pytest.raises(error, match="five"):
        calls.clear()
        preamar.run_in_blocks("fill_holes", Failing(image), output=tmp_path / "o.zarr", block=(16, 16), threads=threads)
    assert list(tmp_path.iterdir()) == []


def test_slices_of_another_type_stop_the_run():
    class Wrong(Sliced):
        def __getitem__(self, slices):
            return self.pixels[slices].astype("f4")

    refused(TypeError, "came as .* float32", Wrong(np.zeros((9, 9), "u1")), output=np.zeros((9, 9), "u1"))


def test_a_changing_input_is_found():
    class Changing(Sliced):
        def __getitem__(self, slices):
            self.pixels[0, 0] += 1
            return super().__getitem__(slices)

    image = preamar.generate("tissue", 64)
    refused(OSError, r"image \(.* array\): changed between two reads", Changing(image), output=np.empty_like(image))


def test_an_interrupt_stops_the_run():
    image = preamar.generate("tissue", 256)

    class Slow(Sliced):
        def __getitem__(self, slices):
            time.sleep(0.2)
            return super().__getitem__(slices)

    ended = threading.Event()

    def interrupt():
        for delay in (0.3, 3):  # again if the first one came too early on a busy machine
            if ended.wait(delay):
                return
            os.kill(os.getpid(), signal.SIGINT)

    # A shell ignores interrupts in programs that it runs in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Thread(target=interrupt).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        try:
            preamar.run_in_blocks("fill_holes", Slow(image), output=np.empty_like(image), block=(8, 8), threads=2)
        finally:
            ended.set()
            signal.signal(signal.SIGINT, before)
    assert time.monotonic() - begun < 60  # the whole run takes 200
