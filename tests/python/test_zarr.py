"""Zarr and OME-Zarr beside zarr-python, TensorStore and ome-zarr-models: each reads what the other writes."""

import itertools

import numpy as np
import preamar
import pytest
from images import DTYPES

numcodecs = pytest.importorskip("numcodecs")
ome_zarr_models = pytest.importorskip("ome_zarr_models")
tensorstore = pytest.importorskip("tensorstore")
zarr = pytest.importorskip("zarr")

COMPRESSIONS = ["blosc", "zstd", "gzip", "none"]
BLOSC = list(itertools.product(["blosclz", "lz4", "lz4hc", "zlib", "zstd"], ["noshuffle", "shuffle", "bitshuffle"]))


def random_image(seed, dtype=None):
    """An image of any shape and dtype, with runs for compression to find."""
    rng = np.random.default_rng(seed)
    shape = tuple(rng.integers(1, 40 if seed % 2 else 90, 3 if seed % 2 else 2))
    values = rng.integers(0, 100, shape) * (rng.random(shape) < 0.3)
    return values.astype(dtype or DTYPES[seed % len(DTYPES)])


def random_parts(seed, rank):
    """Shapes of a chunk and of a shard."""
    rng = np.random.default_rng(seed + 1000)
    chunk = tuple(int(n) for n in rng.integers(1, 30, rank))
    return chunk, tuple(int(n * rng.integers(1, 4)) for n in chunk)


def tensorstore_read(driver, folder):
    return tensorstore.open({"driver": driver, "kvstore": {"driver": "file", "path": str(folder)}}).result().read().result()


@pytest.mark.parametrize("seed", range(44))
def test_what_is_written_is_read_by_others(tmp_path, seed):
    image = random_image(seed)
    chunk, shard = random_parts(seed, image.ndim)
    file = tmp_path / "a.zarr"
    preamar.write_image(file, image, compression=COMPRESSIONS[seed % 4], chunk=chunk, shard=shard if seed % 3 else None)
    theirs = zarr.open_array(file, mode="r")
    assert theirs.dtype == image.dtype
    np.testing.assert_array_equal(theirs[:], image)
    np.testing.assert_array_equal(tensorstore_read("zarr3", file), image)


def check_read(file, image):
    ours = preamar.read_image(file)
    assert ours.dtype == image.dtype.newbyteorder("=")
    np.testing.assert_array_equal(ours, image)


@pytest.mark.parametrize("seed", range(33))
@pytest.mark.parametrize("compressor", ["blosc", "zstd", "gzip", "raw", "sum"])
def test_version_3_of_zarr_python_is_read(tmp_path, seed, compressor):
    image = random_image(seed)
    chunk, shard = random_parts(seed, image.ndim)
    cname, shuffle = BLOSC[seed % len(BLOSC)]
    compressors = {
        "blosc": [zarr.codecs.BloscCodec(cname=cname, shuffle=shuffle)],
        "zstd": [zarr.codecs.ZstdCodec(level=3, checksum=seed % 2 == 0)],
        "gzip": [zarr.codecs.GzipCodec()],
        "raw": None,
        "sum": [zarr.codecs.ZstdCodec(level=1), zarr.codecs.Crc32cCodec()],
    }[compressor]
    file = tmp_path / "a.zarr"
    array = zarr.create_array(
        file, shape=image.shape, dtype=image.dtype, chunks=chunk, shards=shard if seed % 2 else None, fill_value=0,
        compressors=compressors, serializer=zarr.codecs.BytesCodec(endian="big" if seed % 3 == 0 else "little"),
        chunk_key_encoding={"name": "default", "separator": "./"[seed % 2]})
    array[...] = image  # empty chunks are left out
    check_read(file, image)


@pytest.mark.parametrize("seed", range(33))
@pytest.mark.parametrize("compressor", ["blosc", "zstd", "gzip", "zlib", "raw"])
def test_version_2_of_zarr_python_is_read(tmp_path, seed, compressor):
    image = random_image(seed)
    if seed % 3 == 0 and image.dtype.itemsize > 1:
        image = image.astype(image.dtype.newbyteorder(">"))
    cname, shuffle = BLOSC[seed % len(BLOSC)]
    chosen = {
        "blosc": numcodecs.Blosc(cname=cname, shuffle=["noshuffle", "shuffle", "bitshuffle"].index(shuffle)),
        "zstd": numcodecs.Zstd(level=1),
        "gzip": numcodecs.GZip(),
        "zlib": numcodecs.Zlib(),
        "raw": None,
    }[compressor]
    file = tmp_path / "a.zarr"
    array = zarr.create_array(
        file, shape=image.shape, dtype=image.dtype, chunks=random_parts(seed, image.ndim)[0], fill_value=0,
        compressors=chosen, zarr_format=2, chunk_key_encoding={"name": "v2", "separator": "./"[seed % 2]})
    array[...] = image
    check_read(file, image)


@pytest.mark.parametrize("seed", range(22))
@pytest.mark.parametrize("kind", ["v2-blosc", "v2-zstd", "v3-blosc", "v3-gzip", "v3-shard-start", "v3-shard-end"])
def test_tensorstore_is_read(tmp_path, seed, kind):
    image = random_image(seed)
    chunk, shard = random_parts(seed, image.ndim)
    cname, shuffle = BLOSC[seed % len(BLOSC)]
    bytes_codec = {"name": "bytes", "configuration": {"endian": "big" if seed % 2 else "little"}}
    blosc = {"name": "blosc", "configuration": {"cname": cname, "clevel": 5, "shuffle": shuffle}}
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": str(tmp_path / "a.zarr")}, "create": True}
    if kind.startswith("v2"):
        compressor = {"id": "zstd", "level": 1} if kind == "v2-zstd" else {
            "id": "blosc", "cname": cname, "clevel": 5, "shuffle": ["noshuffle", "shuffle", "bitshuffle"].index(shuffle)}
        spec |= {"driver": "zarr", "metadata": {
            "shape": image.shape, "chunks": chunk, "dtype": image.dtype.str, "compressor": compressor, "fill_value": None,
            "order": "C", "filters": None, "dimension_separator": "./"[seed % 2]}}
    else:
        codecs = [bytes_codec, {"name": "gzip"} if kind == "v3-gzip" else blosc]
        if "shard" in kind:
            codecs = [{"name": "sharding_indexed", "configuration": {
                "chunk_shape": chunk, "codecs": codecs, "index_location": kind.rsplit("-", 1)[1],
                "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "crc32c"}]}}]
        grid = shard if "shard" in kind else chunk
        spec |= {"metadata": {
            "shape": image.shape, "data_type": str(image.dtype), "codecs": codecs,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": grid}}}}
    tensorstore.open(spec).result().write(image).result()
    check_read(tmp_path / "a.zarr", image)


@pytest.mark.parametrize("dtype", DTYPES)
def test_fill_values(tmp_path, dtype):
    value = {"b": True, "f": np.nan}.get(np.dtype(dtype).kind, 101)
    for version in (2, 3):
        file = tmp_path / f"{version}.zarr"
        zarr.create_array(file, shape=(9, 5), dtype=dtype, chunks=(4, 4), fill_value=value, zarr_format=version)
        check_read(file, np.full((9, 5), value, dtype))


def test_metadata_of_an_image_are_accepted(tmp_path):
    from ome_zarr_models.v05 import Image

    axes = [preamar.Axis("z", "micrometer", 2.0), preamar.Axis("y", "micrometer", 0.5), ("x", "micrometer", 0.25)]
    image = random_image(3, "uint16")
    file = tmp_path / "a.ome.zarr"
    preamar.write_image(file, image, metadata=preamar.Metadata(axes=axes), chunk=(8, 8, 8), pyramid="mean")
    model = Image.from_zarr(zarr.open_group(file, mode="r"))
    scales = model.attributes.ome.multiscales[0]
    assert [axis.name for axis in scales.axes] == ["z", "y", "x"]
    assert [axis.unit for axis in scales.axes] == ["micrometer"] * 3
    info = preamar.describe(file)
    assert info.metadata.axes == tuple(preamar.Axis(*axis) for axis in axes)
    assert len(scales.datasets) == len(info.levels) > 1
    for level, (dataset, shape) in enumerate(zip(scales.datasets, info.levels)):
        array = zarr.open_array(file / dataset.path, mode="r")
        assert array.shape == shape
        np.testing.assert_array_equal(preamar.read_image(file, level=level), array[:])


def test_metadata_of_labels_are_accepted(tmp_path):
    from ome_zarr_models.v05 import Image, ImageLabel

    file = tmp_path / "a.ome.zarr"
    image = random_image(2, "uint8")
    preamar.write_image(file, image, pyramid="mean", chunk=(16, 16))
    labels = image.astype("uint32")  # of as many levels as the image, as OME-Zarr asks
    preamar.write_image(file / "labels" / "cells", labels, pyramid="nearest", chunk=(16, 16))
    ImageLabel.from_zarr(zarr.open_group(file / "labels" / "cells", mode="r"))
    model = Image.from_zarr(zarr.open_group(file, mode="r"))
    assert model.labels is not None and list(model.labels.label_paths) == ["cells"]
    np.testing.assert_array_equal(preamar.read_image(file / "labels" / "cells"), labels)


@pytest.mark.parametrize("version", ["0.4", "0.5"])
def test_images_of_others_are_read(tmp_path, version):
    image = np.random.default_rng(4).integers(0, 99, (2, 3, 4, 30, 20), "uint16")
    axes = [{"name": "t", "type": "time"}, {"name": "c", "type": "channel"}]
    axes += [{"name": name, "type": "space", "unit": "micrometer"} for name in "zyx"]
    datasets = [{"path": str(level), "coordinateTransformations": [
        {"type": "scale", "scale": [1.0, 1.0, 2.0, 0.5 * 2**level, 0.25 * 2**level]}]} for level in range(2)]
    multiscales = [{"name": "a", "axes": axes, "datasets": datasets}]
    file = tmp_path / "a.ome.zarr"
    group = zarr.create_group(file, zarr_format=3 if version == "0.5" else 2)
    if version == "0.5":
        group.attrs["ome"] = {"version": version, "multiscales": multiscales}
    else:
        group.attrs["multiscales"] = [multiscales[0] | {"version": version}]
    for level, array in enumerate((image, image[..., ::2, ::2])):
        group.create_array(str(level), data=array, chunks=(1, 1, 4, 16, 16))
    np.testing.assert_array_equal(preamar.read_image(file, select="t=1,c=2"), image[1, 2])
    np.testing.assert_array_equal(preamar.read_image(file, level=1, select="c=0,t=0,z=3"), image[0, 0, 3, ::2, ::2])
    info = preamar.describe(file, select="t=0,c=0", level=1)
    assert info.format == f"OME-Zarr {version}"
    assert info.metadata.axes[1] == preamar.Axis("y", "micrometer", 1.0)
    assert info.levels == ((4, 30, 20), (4, 15, 10))
    with pytest.raises(ValueError, match="its axes are t=2, c=3, z=4, y=30, x=20; choose one position on t and c"):
        preamar.read_image(file)
