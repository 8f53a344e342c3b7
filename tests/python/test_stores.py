"""Images in object stores of the package obstore."""

import numpy
import pytest

import preamar

obstore = pytest.importorskip("obstore")
from obstore.store import LocalStore, MemoryStore  # noqa: E402


@pytest.fixture
def bucket():
    return preamar.add_store(MemoryStore())


def image():
    return preamar.generate("tissue", 300)


def test_written_and_read(bucket):
    name = bucket + "/folder/image.ome.zarr"
    preamar.write_image(name, image(), chunk=(64, 64), shard=(128, 128), pyramid="mean")
    assert numpy.array_equal(preamar.read_image(name), image())
    assert preamar.describe(name).chunk == (64, 64)
    assert preamar.read_image(name, level=1).shape == (150, 150)


def test_blocks(bucket):
    preamar.write_image(bucket + "/in.ome.zarr", image(), chunk=(64, 64))
    for operator in "fill_holes", "regional_maxima", "distance":
        preamar.run_in_blocks(operator, bucket + "/in.ome.zarr", output=bucket + f"/{operator}.ome.zarr", block=(64, 64))
        expected = getattr(preamar, operator)(image())
        assert numpy.array_equal(preamar.read_image(bucket + f"/{operator}.ome.zarr"), expected)
    with pytest.raises(OSError, match="exists already"):
        preamar.run_in_blocks("label", bucket + "/in.ome.zarr", output=bucket + "/distance.ome.zarr", block=(64, 64))


def test_nothing_is_left(bucket):
    store = MemoryStore()
    bucket = preamar.add_store(store)
    preamar.write_image(bucket + "/in.ome.zarr", image(), chunk=(64, 64))
    preamar.run_in_blocks("label", bucket + "/in.ome.zarr", output=bucket + "/out.ome.zarr", block=(64, 64))
    names = {meta["path"].split("/")[0] for batch in obstore.list(store) for meta in batch}
    assert names == {"in.ome.zarr", "out.ome.zarr"}


def test_errors_of_the_store_are_raised(tmp_path):
    bucket = preamar.add_store(LocalStore(tmp_path))
    with pytest.raises(OSError, match="is not a Zarr"):
        preamar.read_image(bucket + "/none.ome.zarr")
    with pytest.raises(ValueError, match="there is no store 99"):
        preamar.read_image("store://99/none.ome.zarr")
    preamar.write_image(bucket + "/image.ome.zarr", image(), lock=False)
    assert numpy.array_equal(preamar.read_image(tmp_path / "image.ome.zarr"), image())


def test_addresses():
    with pytest.raises(ValueError, match="two, since a Path drops one"):
        import pathlib

        preamar.read_image(pathlib.Path("s3://bucket/image.ome.zarr"))
    with pytest.raises(ValueError, match="in the environment"):
        preamar.read_image("https://user:password@host/image.ome.zarr")
