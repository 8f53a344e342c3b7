"""Operators on arrays of other libraries, in blocks: the same as on NumPy arrays."""

import numpy as np
import preamar
import pytest

for library in ("dask", "h5py", "tensorstore", "xarray", "zarr"):
    pytest.importorskip(library)

import zarr
from block_arrays import READABLE, WRITABLE, Sliced, fill, new_h5py, new_memmap, new_numpy, new_zarr, pixels_of
from block_arrays import refused, some_chunk

OPERATORS = {"fill_holes": {}, "label": {}, "threshold": {"value": 50}, "erode": {"radius": 2}, "h_maxima": {"h": 3}}


def random_pixels(rng):
    shape = tuple(int(extent) for extent in (rng.integers(1, 12, 3) if rng.random() < 0.3 else rng.integers(1, 60, 2)))
    values = rng.integers(0, 100, shape) * (rng.random(shape) < 0.5)
    return values.astype(rng.choice(["uint8", "uint16", "int32", "uint64", "int8"]))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(165))
def test_the_same_as_the_array(tmp_path, seed):
    rng = np.random.default_rng(seed)
    pixels = random_pixels(rng)
    operator = list(OPERATORS)[seed % len(OPERATORS)]
    expected = getattr(preamar, operator)(pixels, **OPERATORS[operator])
    expected = expected[0] if isinstance(expected, tuple) else expected
    source = READABLE[seed % len(READABLE)](rng, tmp_path, pixels)
    sink = WRITABLE[seed % len(WRITABLE)](rng, tmp_path, expected.shape, expected.dtype.name)
    parts = []
    report = preamar.run_in_blocks(
        operator, source, output=sink, block=None if rng.random() < 0.3 else some_chunk(rng, pixels.shape),
        threads=int(rng.integers(1, 4)), progress=parts.append, **OPERATORS[operator]
    )
    np.testing.assert_array_equal(pixels_of(sink), expected)
    assert report["writes"] == report["blocks"]
    assert parts[-1] == 1 and parts == sorted(parts)


def test_dtypes_and_bytes_of_outputs(tmp_path):
    rng = np.random.default_rng(0)
    mask = rng.random((50, 60)) < 0.5
    for maker in WRITABLE:
        flags = maker(rng, tmp_path, mask.shape, "bool")
        preamar.run_in_blocks("fill_holes", fill(maker(rng, tmp_path, mask.shape, "bool"), mask), output=flags)
        np.testing.assert_array_equal(pixels_of(flags), preamar.fill_holes(mask))
    labels, _ = preamar.label(mask)
    for maker in (new_numpy, new_memmap, new_zarr, new_h5py):
        sink = maker(rng, tmp_path, mask.shape, ">u4")
        preamar.run_in_blocks("label", mask, output=sink)
        np.testing.assert_array_equal(pixels_of(sink), labels)
    for dtype in ("float32", "float64"):
        image = rng.random((50, 60)).astype(dtype)
        sink = np.empty_like(image)
        preamar.run_in_blocks("gaussian", Sliced(image), output=sink, sigma=1.5, block=(20, 20))
        np.testing.assert_array_equal(sink, preamar.gaussian(image, sigma=1.5))


def test_files_and_arrays(tmp_path):
    rng = np.random.default_rng(0)
    image = preamar.generate("blobs", 200)
    preamar.write_image(tmp_path / "in.tif", image)
    labels, count = preamar.label(image)
    sink = new_zarr(rng, tmp_path, image.shape, "uint32")
    report = preamar.run_in_blocks("label", tmp_path / "in.tif", output=sink, block=(64, 64))
    assert report["count"] == count
    np.testing.assert_array_equal(sink[:], labels)
    preamar.run_in_blocks("label", image, output=tmp_path / "out.tif", block=(64, 64))
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "out.tif"), labels)
    marker, mask = preamar.generate("tissue-75-h", 200)
    preamar.write_image(tmp_path / "marker.tif", marker)
    sink = np.empty_like(mask)
    preamar.run_in_blocks("reconstruct", tmp_path / "marker.tif", mask, output=sink, block=(64, 64))
    np.testing.assert_array_equal(sink, preamar.reconstruct(marker, mask))


def test_numbers_tables_and_other_shapes():
    image = preamar.generate("tissue", 200)
    report = preamar.run_in_blocks("minmax", Sliced(image), block=(64, 64))
    assert (report["minimum"], report["maximum"]) == preamar.minmax(image)
    counts = np.empty(8, "int64")
    preamar.run_in_blocks("histogram", Sliced(image), output=counts, block=(64, 64), bins=8)
    np.testing.assert_array_equal(counts, preamar.histogram(image, bins=8))
    labels, _ = preamar.label(image > 128)
    report = preamar.run_in_blocks("measure", labels, Sliced(image), block=(64, 64), properties="size,intensity_mean")
    for name, column in preamar.measure(labels, image, properties="size,intensity_mean").items():
        np.testing.assert_array_equal(report[name], column)


def test_blocks_follow_chunks():
    sizes = set()

    class Counted(Sliced):
        chunks = (40, 48)

        def __setitem__(self, slices, value):
            sizes.update(s.start % c or min(s.stop, e) % c * (s.stop < e) for s, c, e in zip(slices, self.chunks, self.shape))
            super().__setitem__(slices, value)

    image = preamar.generate("tissue", 200)
    sink = Counted(np.empty_like(image))
    report = preamar.run_in_blocks("fill_holes", image, output=sink, block=(50, 50), threads=2)
    assert report["block"] == (80, 96)
    assert sizes == {0}
    np.testing.assert_array_equal(sink.pixels, preamar.fill_holes(image))
    sharded = zarr.create_array({}, shape=image.shape, dtype="u1", chunks=(10, 10), shards=(60, 30))
    assert preamar.run_in_blocks("fill_holes", image, output=sharded, block=(1, 1))["block"] == (60, 30)
    source = zarr.create_array({}, shape=(5000, 5000), dtype="u1", chunks=(700, 1100))
    block = preamar.run_in_blocks("minmax", source, memory=64 << 20, threads=2)["block"]
    assert block[0] % 700 == 0 and block[1] % 1100 == 0


def test_level_select_and_pyramids(tmp_path):
    stack = np.stack([preamar.generate("tissue", 128), preamar.generate("blobs", 128)])
    file = tmp_path / "in.zarr"
    zarr.create_array(file, shape=stack.shape, dtype="u1", chunks=(1, 32, 32), dimension_names=["c", "y", "x"])[:] = stack
    for channel in (0, 1):
        sink = np.empty_like(stack[0])
        preamar.run_in_blocks("fill_holes", file, output=sink, select=f"c={channel}", block=(32, 32))
        np.testing.assert_array_equal(sink, preamar.fill_holes(stack[channel]))
    out = tmp_path / "out.ome.zarr"
    preamar.run_in_blocks(
        "fill_holes", stack[0], output=out, pyramid="nearest", chunk=(16, 16), shard=(32, 32), compression="gzip"
    )
    filled_image = preamar.fill_holes(stack[0])
    info = preamar.describe(out)
    assert (info.chunk, info.shard, info.compression, len(info.levels) > 1) == ((16, 16), (32, 32), "gzip", True)
    np.testing.assert_array_equal(preamar.read_image(out, level=1), filled_image[::2, ::2])
    sink = np.empty((64, 64), "u1")
    preamar.run_in_blocks("fill_holes", out, output=sink, level=1, block=(16, 16))
    np.testing.assert_array_equal(sink, preamar.fill_holes(np.ascontiguousarray(filled_image[::2, ::2])))
    refused(ValueError, "fill_holes: level is for files; inputs has none", stack[0], output=sink, level=1)
    refused(ValueError, "fill_holes: select is for files; inputs has none", stack[0], output=sink, select="c=0")
    refused(ValueError, "fill_holes: pyramid is for files; output has none", stack[0], output=sink, pyramid="mean")
