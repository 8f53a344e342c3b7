"""Metadata in files of other programs: GDAL (rasterio), SimpleITK, tifffile."""

import warnings

import numpy as np
import preamar
import pytest

IMAGE = np.arange(48 * 40, dtype="float32").reshape(48, 40) % 97
MICROMETERS = preamar.Metadata(axes=(preamar.Axis("y", "micrometer", 0.5), preamar.Axis("x", "micrometer", 0.25)))


@pytest.fixture
def dem(tmp_path):
    """A GeoTIFF of GDAL: UTM zone 33 N, pixels of 30 m, nodata -9999, statistics."""
    rasterio = pytest.importorskip("rasterio")
    elevation = IMAGE.copy()
    elevation[20:24, 10:15] = -9999
    with rasterio.open(tmp_path / "dem.tif", "w", driver="GTiff", width=40, height=48, count=1, dtype="float32",
                       crs="EPSG:32633", transform=rasterio.transform.from_origin(500000, 4000000, 30, 20), nodata=-9999,
                       tiled=True, blockxsize=16, blockysize=16) as file:
        file.write(elevation, 1)
        file.update_tags(1, STATISTICS_MEAN=3, TITLE="hill")
    return tmp_path / "dem.tif", elevation


def test_a_georeference_goes_through_an_operator(dem, tmp_path):
    import rasterio

    file, elevation = dem
    for name in "filled.tif", "blocks.tif":
        out = tmp_path / name
        if name == "blocks.tif":
            preamar.run_in_blocks("fill_depressions", file, output=out, block=(16, 16))
        else:
            image, metadata = preamar.read_image(file, metadata=True)
            assert metadata.nodata == -9999
            assert metadata.axes == (preamar.Axis("y", "meter", 20.0), preamar.Axis("x", "meter", 30.0))
            preamar.write_image(out, preamar.fill_depressions(image, nodata=metadata.nodata), metadata=metadata)
        with rasterio.open(file) as before, rasterio.open(out) as after:
            assert (after.crs, after.transform, after.nodata) == (before.crs, before.transform, before.nodata)
            assert after.tags(1).get("TITLE") == "hill"
            assert "STATISTICS_MEAN" not in after.tags(1)
            np.testing.assert_array_equal(after.read(1), preamar.fill_depressions(elevation, nodata=-9999))


def test_the_meaning_of_values_goes_through_an_operator(tmp_path):
    rasterio = pytest.importorskip("rasterio")
    meanings = (0.1, 200.0, "m", "depth & <water> µ"), (0.5, -1.0, "°C", "heat")
    for interleave in "pixel", "band":
        with rasterio.open(tmp_path / "in.tif", "w", driver="GTiff", width=40, height=48, count=2, dtype="int16",
                           interleave=interleave, transform=rasterio.transform.from_origin(0, 0, 1, 1)) as file:
            file.scales, file.offsets, file.units, file.descriptions = zip(*meanings)
            file.write(np.stack([IMAGE, IMAGE + 1]).astype("int16"))
        for band, meaning in enumerate(meanings, 1):
            preamar.run_in_blocks("dilate", tmp_path / "in.tif", output=tmp_path / "out.tif", select=f"band={band}",
                                  radius=0, block=(16, 16), overwrite=True)
            with rasterio.open(tmp_path / "in.tif") as before, rasterio.open(tmp_path / "out.tif") as after:
                assert (after.scales[0], after.offsets[0], after.units[0], after.descriptions[0]) == meaning
                np.testing.assert_array_equal(after.read(1), before.read(band))


def test_results_of_another_dtype_have_no_nodata(dem, tmp_path):
    import rasterio

    preamar.run_in_blocks("threshold", dem[0], output=tmp_path / "mask.tif", value=40, block=(16, 16))
    with rasterio.open(tmp_path / "mask.tif") as file:
        assert file.nodata is None
        assert file.crs == "EPSG:32633"


def test_levels_of_gdal_have_their_own_grid(dem):
    rasterio = pytest.importorskip("rasterio")
    with rasterio.open(dem[0], "r+") as file:
        file.build_overviews([2], rasterio.enums.Resampling.average)
    info = preamar.describe(dem[0], level=1)
    assert info.shape == (24, 20)
    assert info.metadata.axes == (preamar.Axis("y", "meter", 40.0), preamar.Axis("x", "meter", 60.0))


def test_cogs_are_valid_for_gdal(dem, tmp_path):
    rasterio = pytest.importorskip("rasterio")
    validate = pytest.importorskip("rio_cogeo").cog_validate
    image, metadata = preamar.read_image(dem[0], metadata=True)
    large = np.tile(image, (20, 30))
    cog = {"cog": True, "pyramid": "mean", "overwrite": True}
    preamar.write_image(tmp_path / "whole.tif", large, metadata=metadata, **cog)
    preamar.write_image(tmp_path / "plain.tif", large, metadata=metadata)
    preamar.run_in_blocks("fill_depressions", tmp_path / "plain.tif", output=tmp_path / "blocks.tif", block=(256, 512),
                          **cog)
    assert not validate(tmp_path / "plain.tif", strict=True, quiet=True)[0]
    for name in "whole.tif", "blocks.tif":
        assert validate(tmp_path / name, strict=True, quiet=True) == (True, [], []), name
        with rasterio.open(tmp_path / name) as file:
            assert (file.crs, file.nodata, file.overviews(1)) == ("EPSG:32633", -9999, [2, 4, 8])
            for level, factor in enumerate(file.overviews(1), 1):
                with rasterio.open(tmp_path / name, overview_level=level - 1) as copy:
                    np.testing.assert_array_equal(copy.read(1), preamar.read_image(tmp_path / name, level=level))
                    assert copy.transform.a == pytest.approx(30 * factor, rel=0.01)
    with rasterio.open(tmp_path / "blocks.tif") as file:
        np.testing.assert_array_equal(file.read(1), preamar.fill_depressions(large, nodata=-9999))


def test_cogs_of_gdal_are_read(dem, tmp_path):
    rasterio = pytest.importorskip("rasterio")
    large = np.tile(preamar.read_image(dem[0]), (20, 30))
    preamar.write_image(tmp_path / "plain.tif", large)
    rasterio.shutil.copy(tmp_path / "plain.tif", tmp_path / "cog.tif", driver="COG", BLOCKSIZE=256)
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "cog.tif"), large)
    info = preamar.describe(tmp_path / "cog.tif")
    assert info.levels == ((960, 1200), (480, 600), (240, 300), (120, 150))
    with rasterio.open(tmp_path / "cog.tif", overview_level=1) as copy:
        np.testing.assert_array_equal(preamar.read_image(tmp_path / "cog.tif", level=2), copy.read(1))


def test_different_grids_are_an_error(tmp_path):
    other = preamar.Metadata(axes=(preamar.Axis("y", "micrometer", 2.0), preamar.Axis("x", "micrometer", 2.0)))
    preamar.write_image(tmp_path / "a.ome.zarr", IMAGE, metadata=MICROMETERS)
    preamar.write_image(tmp_path / "b.ome.zarr", IMAGE, metadata=other)
    files = tmp_path / "a.ome.zarr", tmp_path / "b.ome.zarr"
    with pytest.raises(ValueError, match="have different grids .spacing"):
        preamar.run_in_blocks("subtract", *files, output=tmp_path / "c.ome.zarr")


def test_spacing_of_the_file(tmp_path):
    preamar.write_image(tmp_path / "mask.ome.zarr", IMAGE > 10, metadata=MICROMETERS)
    preamar.write_image(tmp_path / "plain.tif", IMAGE > 10)
    preamar.run_in_blocks("distance", tmp_path / "mask.ome.zarr", output=tmp_path / "d.ome.zarr", spacing="file",
                          block=(16, 40))
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "d.ome.zarr"),
                                  preamar.distance(IMAGE > 10, spacing=(0.5, 0.25)))
    in_micrometers = MICROMETERS._replace(quantity=preamar.Quantity(unit="micrometer"))
    assert preamar.describe(tmp_path / "d.ome.zarr").metadata == in_micrometers
    with pytest.raises(ValueError, match="plain.tif has no spacing; give one number per axis"):
        preamar.run_in_blocks("distance", tmp_path / "plain.tif", output=tmp_path / "e.tif", spacing="file")
    with pytest.raises(ValueError, match="spacing is 'file'"):
        preamar.distance(IMAGE > 10, spacing="file")


def test_a_format_warns_of_what_it_loses(tmp_path):
    image = IMAGE.astype("uint8")
    with pytest.warns(UserWarning, match="a.png: its format does not keep the spacing, unit"):
        preamar.write_image(tmp_path / "a.png", image, metadata=MICROMETERS)
    with pytest.raises(ValueError, match="does not keep the spacing, unit"):
        preamar.write_image(tmp_path / "b.png", image, metadata=MICROMETERS, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        preamar.write_image(tmp_path / "c.nrrd", image, metadata=MICROMETERS)


def test_runs_in_blocks_warn_of_what_is_lost(tmp_path):
    file = tmp_path / "a.ome.zarr"
    preamar.write_image(file, IMAGE, metadata=MICROMETERS)
    pipeline = preamar.Pipeline()
    pipeline.write(pipeline.threshold(pipeline.read(file), value=3), tmp_path / "p.zarr")
    calls = [lambda **more: preamar.run_in_blocks("fill_holes", file, output=tmp_path / "b.zarr", overwrite=True, **more),
             lambda **more: pipeline.run(overwrite=True, **more)]
    for call in calls:
        with pytest.warns(UserWarning, match="zarr: its format does not keep the spacing, unit") as caught:
            call()
        assert caught[0].filename == __file__
        with pytest.raises(ValueError, match="does not keep the spacing, unit"):
            call(strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        calls[0](ignore_metadata=True)


@pytest.mark.parametrize("suffix", [".nrrd", ".mha"])
def test_grids_of_simpleitk(tmp_path, suffix):
    sitk = pytest.importorskip("SimpleITK")
    image = sitk.GetImageFromArray(np.arange(4 * 6 * 5, dtype="int16").reshape(4, 6, 5))
    image.SetSpacing((0.25, 0.5, 2))
    image.SetOrigin((10, -20, 30))
    image.SetDirection((0, 1, 0, 0, 0, -1, -1, 0, 0))
    sitk.WriteImage(image, str(tmp_path / f"a{suffix}"))
    array, metadata = preamar.read_image(tmp_path / f"a{suffix}", metadata=True)
    assert [axis.scale for axis in metadata.axes] == [2, 0.5, 0.25]
    assert metadata.origin == (30, -20, 10)
    for name in "b.nrrd", "b.mha", "b.nhdr", "b.mhd":
        preamar.write_image(tmp_path / name, array, metadata=metadata, overwrite=True)
        found = sitk.ReadImage(str(tmp_path / name))
        np.testing.assert_array_equal(sitk.GetArrayFromImage(found), array)
        assert found.GetSpacing() == image.GetSpacing(), name
        assert found.GetOrigin() == image.GetOrigin(), name
        assert found.GetDirection() == image.GetDirection(), name


def test_resolution_of_tifffile(tmp_path):
    tifffile = pytest.importorskip("tifffile")
    tifffile.imwrite(tmp_path / "cm.tif", IMAGE, resolution=(40000, 20000), resolutionunit="CENTIMETER")
    tifffile.imwrite(tmp_path / "imagej.tif", np.stack([IMAGE, IMAGE]), imagej=True, resolution=(4, 2),
                     metadata={"unit": "um", "spacing": 3, "axes": "ZYX"})
    assert preamar.describe(tmp_path / "cm.tif").metadata == MICROMETERS
    found = preamar.describe(tmp_path / "imagej.tif").metadata
    assert found.axes == (preamar.Axis("z", "micrometer", 3.0), *MICROMETERS.axes)
    preamar.write_image(tmp_path / "ours.tif", IMAGE, metadata=MICROMETERS)
    tags = tifffile.TiffFile(tmp_path / "ours.tif").pages[0].tags
    assert (tags["XResolution"].value, tags["YResolution"].value) == ((40000, 1), (20000, 1))
    assert tags["ResolutionUnit"].value == tifffile.RESUNIT.CENTIMETER
