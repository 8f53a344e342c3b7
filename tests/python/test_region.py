"""`read_image(region=...)`: equal to that part of the whole image, and reads no more than it needs."""

import gzip
import shutil

import numpy as np
import preamar
import pytest
from images import random_pair

PLANES = ["a.tif", "a.btf", "a.ome.tif", "a.zarr", "a.ome.zarr", "a.png", "a.nrrd", "a.mha", "a.nii", "a.nii.gz", "a.npy"]
VOLUMES = [name for name in PLANES if name != "a.png"]


def regions_of(shape, count=8):
    random = np.random.default_rng(24)
    yield tuple((0, extent) for extent in shape)
    yield tuple((extent - 1, extent) for extent in shape)
    for _ in range(count):
        cuts = [np.sort(random.choice(extent + 1, 2, replace=False)) for extent in shape]
        yield tuple((first, end) for first, end in cuts)


def part(image, region):
    return image[tuple(slice(*span) for span in region)]


@pytest.mark.parametrize("name, shape", [*((name, (300, 270)) for name in PLANES),
                                         *((name, (5, 60, 70)) for name in VOLUMES)])
def test_a_region_is_that_part_of_the_image(tmp_path, name, shape):
    image = random_pair(shape, "uint16")[1]
    preamar.write_image(tmp_path / name, image)
    for region in regions_of(shape):
        np.testing.assert_array_equal(preamar.read_image(tmp_path / name, region=region), part(image, region), region)


@pytest.mark.parametrize("dtype", ["bool", "uint64", "int8", "float64"])
def test_dtypes(tmp_path, dtype):
    image = random_pair((70, 90), dtype)[1]
    preamar.write_image(tmp_path / "a.ome.zarr", image, chunk=(16, 32), shard=(32, 64))
    for region in regions_of(image.shape):
        found = preamar.read_image(tmp_path / "a.ome.zarr", region=region)
        assert found.dtype == image.dtype
        np.testing.assert_array_equal(found, part(image, region))


@pytest.mark.parametrize("channel", ["red", "luminance", "haematoxylin"])
@pytest.mark.parametrize("options", [{"tile": (32, 48)}, {"planarconfig": "separate"}])
def test_channels(tmp_path, channel, options):
    tifffile = pytest.importorskip("tifffile")
    rgb = np.random.default_rng(3).integers(0, 256, (90, 120, 3), np.uint8)
    stored = np.moveaxis(rgb, -1, 0) if "planarconfig" in options else rgb
    tifffile.imwrite(tmp_path / "a.tif", stored, photometric="rgb", **options)
    whole = preamar.read_image(tmp_path / "a.tif", channel=channel)
    for region in regions_of(whole.shape):
        found = preamar.read_image(tmp_path / "a.tif", channel=channel, region=region)
        np.testing.assert_array_equal(found, part(whole, region))


def test_levels_have_their_own_pixels(tmp_path):
    preamar.write_image(tmp_path / "a.ome.zarr", preamar.generate("tissue", 300), pyramid="mean", chunk=(64, 64))
    levels = preamar.describe(tmp_path / "a.ome.zarr").levels
    assert len(levels) > 1
    for level, shape in enumerate(levels):
        whole = preamar.read_image(tmp_path / "a.ome.zarr", level=level)
        for region in regions_of(shape, 3):
            found = preamar.read_image(tmp_path / "a.ome.zarr", level=level, region=region)
            np.testing.assert_array_equal(found, part(whole, region))


def test_axes_are_chosen_before_the_region(tmp_path):
    tifffile = pytest.importorskip("tifffile")
    stack = np.arange(3 * 5 * 2 * 16 * 20, dtype=np.uint16).reshape(3, 5, 2, 16, 20)
    tifffile.imwrite(tmp_path / "a.tif", stack, imagej=True, metadata={"axes": "TZCYX"})
    found = preamar.read_image(tmp_path / "a.tif", select="c=1,t=2", region=((1, 3), (4, 16), (0, 7)))
    np.testing.assert_array_equal(found, stack[2, 1:3, 1, 4:16, :7])


def test_only_the_chunks_of_the_region_are_read(tmp_path):
    """A broken chunk is an error; a region beside it does not notice."""
    image = preamar.generate("tissue", 256)
    preamar.write_image(tmp_path / "a.ome.zarr", image, chunk=(64, 64))
    for chunk in (tmp_path / "a.ome.zarr/0/c/0").iterdir():
        chunk.write_bytes(b"broken")
    found = preamar.read_image(tmp_path / "a.ome.zarr", region=((64, 256), (0, 256)))
    np.testing.assert_array_equal(found, image[64:])
    with pytest.raises(OSError, match="c/0/0"):
        preamar.read_image(tmp_path / "a.ome.zarr", region=((63, 256), (0, 256)))


def test_a_link_out_of_the_store_is_not_followed(tmp_path):
    preamar.write_image(tmp_path / "a.ome.zarr", preamar.generate("tissue", 128), chunk=(64, 64), compression="none")
    chunk = tmp_path / "a.ome.zarr/0/c/0/0"
    shutil.move(chunk, tmp_path / "outside")
    chunk.symlink_to(tmp_path / "outside")
    preamar.read_image(tmp_path / "a.ome.zarr", region=((64, 128), (0, 128)))
    with pytest.raises(OSError):
        preamar.read_image(tmp_path / "a.ome.zarr", region=((0, 1), (0, 1)))


@pytest.mark.parametrize("region, words", [
    (((0, 10),), "region has 1 axes; the image is 20x30; give 2"),
    (((0, 10), (0, 10), (0, 10)), "region has 3 axes"),
    (((0, 10),) * 4, "rank"),
    (((0, 21), (0, 30)), "region begins at 0 and has 21 pixels along axis 0; it must have at least one, from 0 to 20"),
    (((0, 20), (30, 31)), "along axis 1"),
    (((0, 20), (2**63 - 2, 2**63 - 1)), "along axis 1"),
    (((0, 20), (0, 2**63 - 1)), "along axis 1"),
    (((0, 20), (0, 2**63)), "0 <= first < end"),
    (((0, 20), (5, 5)), "0 <= first < end"),
    (((-1, 20), (0, 5)), "0 <= first < end"),
    (((0, 20), (0, 5, 7)), "give .first, end. per axis"),
])
def test_regions_that_are_none(tmp_path, region, words):
    preamar.write_image(tmp_path / "a.tif", np.zeros((20, 30), np.uint8))
    with pytest.raises(ValueError, match=words):
        preamar.read_image(tmp_path / "a.tif", region=region)


def test_positions_are_integers(tmp_path):
    preamar.write_image(tmp_path / "a.tif", np.zeros((20, 30), np.uint8))
    with pytest.raises(TypeError):
        preamar.read_image(tmp_path / "a.tif", region=((0, 1.5), (0, 2)))


def test_the_metadata_is_that_of_the_image(tmp_path):
    metadata = preamar.Metadata(axes=(preamar.Axis("y", "micrometer", 0.25), preamar.Axis("x", "micrometer", 0.5)))
    preamar.write_image(tmp_path / "a.ome.zarr", np.zeros((20, 30), np.uint8), metadata=metadata)
    image, found = preamar.read_image(tmp_path / "a.ome.zarr", region=((2, 4), (5, 9)), metadata=True)
    assert image.shape == (2, 4) and found == preamar.describe(tmp_path / "a.ome.zarr").metadata


def test_a_broken_stream_is_an_error(tmp_path):
    preamar.write_image(tmp_path / "a.nii.gz", np.zeros((200, 300), np.uint16))
    whole = gzip.decompress((tmp_path / "a.nii.gz").read_bytes())
    (tmp_path / "a.nii.gz").write_bytes(gzip.compress(whole[:-100]))
    with pytest.raises(OSError):
        preamar.read_image(tmp_path / "a.nii.gz", region=((0, 200), (0, 300)))
