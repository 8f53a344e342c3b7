"""Outlines of labels: valid for shapely, the same labels when rasterised, and the same bytes on the command line."""

import json
import uuid

import numpy as np
import preamar
import pytest

shapely = pytest.importorskip("shapely")
from shapely.geometry import shape  # noqa: E402


def noise(seed, extent, count, smooth):
    random = np.random.default_rng(seed)
    labels = random.integers(0, count, extent)
    return np.kron(labels, np.ones((smooth, smooth), int)).astype(np.int32)


def rings(geometry):
    parts = [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]
    return [ring for part in parts for ring in part]


def painted(outlines, extent):
    """The labels at pixel centres: each row of pixels toggles where it crosses a vertical edge."""
    image = np.zeros(extent, np.int32)
    for feature in outlines["features"]:
        toggles = np.zeros((extent[0], extent[1] + 1), bool)
        for ring in rings(feature["geometry"]):
            for (x, y), (_, next_y) in zip(ring, ring[1:]):
                toggles[min(y, next_y) : max(y, next_y), x] ^= True
        inside = np.logical_xor.accumulate(toggles, axis=1)[:, :-1]
        assert not image[inside].any()
        image[inside] = feature["properties"]["label"]
    return image


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("smooth", [1, 3])
def test_outlines_are_valid_and_rasterise_to_the_labels(seed, smooth):
    labels = noise(seed, (40, 50), 2 + seed % 3, smooth)
    outlines = preamar.polygons(labels)
    assert [f["properties"]["label"] for f in outlines["features"]] == [n for n in np.unique(labels) if n]
    for feature in outlines["features"]:
        geometry = shape(feature["geometry"])
        assert geometry.is_valid, shapely.is_valid_reason(geometry)
        assert geometry.area == (labels == feature["properties"]["label"]).sum()
        assert feature["properties"]["measurements"] == {"Area px^2": geometry.area}
        parts = geometry.geoms if geometry.geom_type == "MultiPolygon" else [geometry]
        assert geometry.geom_type == "Polygon" or len(parts) > 1
        assert all(part.exterior.is_ccw and not any(hole.is_ccw for hole in part.interiors) for part in parts)
    assert (painted(outlines, labels.shape) == labels).all()


@pytest.mark.parametrize("seed", range(4))
def test_simplified_outlines_are_valid_and_near(seed):
    labels, _ = preamar.label(preamar.generate("tissue-bin", 200 + seed))
    exact, simple = preamar.polygons(labels), preamar.polygons(labels, simplify=1.5)
    for before, after in zip(exact["features"], simple["features"]):
        before, after = shape(before["geometry"]), shape(after["geometry"])
        assert after.is_valid, shapely.is_valid_reason(after)
        assert before.boundary.hausdorff_distance(after.boundary) <= 1.5 + 1e-9
    assert len(json.dumps(simple)) < len(json.dumps(exact))


def test_ids_and_properties():
    labels = np.array([[0, 5], [0, 0]], np.uint16)
    axes = (preamar.Axis("y", "micrometer", 0.5), preamar.Axis("x", "micrometer", 0.25))
    (feature,) = preamar.polygons(labels, image_name="a.svs", metadata=preamar.Metadata(axes), object_type="annotation",
                                  classification="Tumor")["features"]
    assert feature["id"] == str(uuid.uuid5(uuid.NAMESPACE_URL, "preamar:a.svs#5"))
    properties = feature["properties"]
    assert (properties["objectType"], properties["name"], properties["label"]) == ("annotation", "5", 5)
    assert properties["isLocked"] is False and properties["classification"]["name"] == "Tumor"
    assert len(properties["classification"]["color"]) == 3
    assert properties["measurements"] == {"Area \u00b5m^2": 0.125}
    assert feature["geometry"] == {"type": "Polygon", "coordinates": [[[1, 0], [2, 0], [2, 1], [1, 1], [1, 0]]]}


def test_files_in_blocks_have_the_same_outlines(tmp_path):
    labels, _ = preamar.label(preamar.generate("tissue-bin", 300))
    preamar.write_image(tmp_path / "labels.tif", labels)
    preamar.run_in_blocks("polygons", tmp_path / "labels.tif", output=tmp_path / "out.geojson", block=(64, 80))
    text = (tmp_path / "out.geojson").read_text(encoding="utf-8")
    assert json.loads(text) == preamar.polygons(labels, image_name="labels.tif")
    assert text.count("\n") == labels.max() + 2


def test_levels_are_scaled_to_the_full_image(tmp_path):
    labels = np.kron(noise(1, (32, 32), 3, 1), np.ones((4, 4), np.int32)).astype(np.uint16)
    preamar.write_image(tmp_path / "labels.ome.zarr", labels, pyramid="nearest", chunk=(32, 32))
    for level in (1, 2):
        preamar.run_in_blocks("polygons", tmp_path / "labels.ome.zarr", output=tmp_path / f"{level}.geojson", level=level)
        outlines = json.loads((tmp_path / f"{level}.geojson").read_text(encoding="utf-8"))
        assert outlines == preamar.polygons(labels, image_name="labels.ome.zarr")


def test_measurements_of_a_table(tmp_path):
    labels = np.array([[1, 1, 0, 4]], np.uint8)
    table = tmp_path / "table.csv"
    table.write_text("label,size,mean\r\n1,2,0.5\r\n2,9,9\r\n4,1,nan\r\n")
    first, second = preamar.polygons(labels, measurements=table)["features"]
    assert first["properties"]["measurements"] == {"Area px^2": 2, "size": 2, "mean": 0.5}
    assert second["properties"]["measurements"] == {"Area px^2": 1, "size": 1}
    table.write_text("label,size\r\n1,2\r\n")
    with pytest.raises(ValueError, match="has no row for label 4; measure the same labels"):
        preamar.polygons(labels, measurements=table)


def test_labels_of_another_scale_than_their_image(tmp_path):
    def axes(scale):
        return preamar.Metadata((preamar.Axis("y", "micrometer", scale), preamar.Axis("x", "micrometer", scale)))

    labels = noise(2, (24, 32), 3, 1).astype(np.uint16)
    image = tmp_path / "image.ome.zarr"
    preamar.write_image(image, np.zeros((96, 128), np.uint8), metadata=axes(0.25))
    preamar.write_image(image / "labels" / "coarse", labels, metadata=axes(1))
    preamar.run_in_blocks("polygons", image / "labels" / "coarse", output=tmp_path / "coarse.geojson")
    found = json.loads((tmp_path / "coarse.geojson").read_text(encoding="utf-8"))["features"]
    fine = np.kron(labels, np.ones((4, 4), np.uint16))
    expected = preamar.polygons(fine, image_name="image.ome.zarr", metadata=axes(0.25))["features"]
    assert found == expected and len(found) > 1


def test_outlines_of_files_take_the_options_of_the_function(tmp_path):
    labels, _ = preamar.label(preamar.generate("tissue-bin", 200))
    preamar.write_image(tmp_path / "labels.tif", labels)
    table = tmp_path / "table.csv"
    preamar.run_in_blocks("measure", tmp_path / "labels.tif", output=table)
    options = {"image_name": "a.svs", "object_type": "cell", "classification": "Nucleus", "measurements": table}
    preamar.run_in_blocks("polygons", tmp_path / "labels.tif", output=tmp_path / "out.geojson", **options)
    outlines = json.loads((tmp_path / "out.geojson").read_text(encoding="utf-8"))
    assert outlines == preamar.polygons(labels, **options)
    for wrong, message in (({"object_type": "blob"}, "object type 'blob' is unknown"),
                           ({"measurements": tmp_path / "none.csv"}, "none.csv: cannot be read")):
        with pytest.raises((ValueError, OSError), match=message):
            preamar.run_in_blocks("polygons", tmp_path / "labels.tif", output=tmp_path / "wrong.geojson", **wrong)
    with pytest.raises(ValueError, match="are those of a .geojson file"):
        preamar.run_in_blocks("polygons", tmp_path / "labels.tif", output=tmp_path / "wrong.csv", measurements=table)
    with pytest.raises(ValueError, match="measurements"):
        preamar.run_in_blocks("label", tmp_path / "labels.tif", output=tmp_path / "wrong.tif", measurements=table)


@pytest.mark.parametrize("is_table_first", [False, True])
def test_a_pipeline_measures_its_outlines(tmp_path, is_table_first):
    mask = preamar.generate("tissue-bin", 200)
    preamar.write_image(tmp_path / "mask.tif", mask)
    table = tmp_path / "table.csv"
    table.write_text("label,size\n1,999\n")  # of an earlier run
    pipeline = preamar.Pipeline()
    labels = pipeline.label(pipeline.read(tmp_path / "mask.tif"))
    outlines = pipeline.polygons(labels.labels)
    if is_table_first:
        pipeline.write(pipeline.measure(labels.labels), table)
    pipeline.write(outlines, tmp_path / "nuclei.geojson", classification="Nucleus", measurements=table)
    if not is_table_first:
        pipeline.write(pipeline.measure(labels.labels), table)
    pipeline.run(block=(64, 64), overwrite=True)
    found = json.loads((tmp_path / "nuclei.geojson").read_text(encoding="utf-8"))
    assert found == preamar.polygons(preamar.label(mask)[0], image_name="mask.tif", classification="Nucleus",
                                     measurements=table)
    assert found["features"][0]["properties"]["measurements"]["size"] != 999


def test_measurements_that_come_after_the_outlines(tmp_path):
    """The table needs a later stage than the outlines would: they wait for it."""
    mask = preamar.generate("tissue-bin", 200)
    preamar.write_image(tmp_path / "mask.tif", mask)
    pipeline = preamar.Pipeline()
    source = pipeline.read(tmp_path / "mask.tif")
    labels = pipeline.label(source)
    pipeline.write(pipeline.polygons(labels.labels), tmp_path / "nuclei.geojson", measurements=tmp_path / "table.csv")
    depth = pipeline.distance(pipeline.fill_holes(source))
    pipeline.write(pipeline.measure(labels.labels, depth), tmp_path / "table.csv")
    pipeline.run(block=(64, 64))
    found = json.loads((tmp_path / "nuclei.geojson").read_text(encoding="utf-8"))
    assert found == preamar.polygons(preamar.label(mask)[0], image_name="mask.tif",
                                     measurements=tmp_path / "table.csv")


def test_images_have_no_measurements(tmp_path):
    preamar.write_image(tmp_path / "mask.tif", preamar.generate("tissue-bin", 100))
    pipeline = preamar.Pipeline()
    labels = pipeline.label(pipeline.read(tmp_path / "mask.tif"))
    pipeline.write(labels.labels, tmp_path / "labels.tif", classification="Nucleus")
    with pytest.raises(ValueError, match="labels.tif' is an image"):
        pipeline.plan()


def test_measurements_must_be_a_csv(tmp_path):
    preamar.write_image(tmp_path / "mask.tif", preamar.generate("tissue-bin", 100))
    pipeline = preamar.Pipeline()
    labels = pipeline.label(pipeline.read(tmp_path / "mask.tif"))
    pipeline.write(pipeline.measure(labels.labels), tmp_path / "table.parquet")
    pipeline.write(pipeline.polygons(labels.labels), tmp_path / "nuclei.geojson",
                   measurements=tmp_path / "table.parquet")
    with pytest.raises(ValueError, match="table.parquet'; give a .csv file"):
        pipeline.plan()


def test_a_pipeline_ends_in_polygons(tmp_path):
    mask = preamar.generate("tissue-bin", 200)
    preamar.write_image(tmp_path / "mask.tif", mask)
    pipeline = preamar.Pipeline()
    labels = pipeline.label(pipeline.read(tmp_path / "mask.tif"))
    step = pipeline.polygons(labels.labels)
    assert repr(step) == "<table 'polygons' of a pipeline>" and repr(step.count) == "<number 'polygons.count' of a pipeline>"
    pipeline.write(step, tmp_path / "nuclei.geojson")
    found = pipeline.run(block=(64, 64)).found
    outlines = json.loads((tmp_path / "nuclei.geojson").read_text(encoding="utf-8"))
    assert outlines == preamar.polygons(preamar.label(mask)[0], image_name="mask.tif")
    assert found["polygons"]["count"] == found["label"]["count"] == len(outlines["features"])


def test_a_pipeline_with_a_level_first_keeps_pixels_of_the_full_image(tmp_path):
    mask = preamar.generate("tissue-bin", 600)
    preamar.write_image(tmp_path / "mask.ome.zarr", mask, pyramid="nearest")
    pipeline = preamar.Pipeline()
    overview = pipeline.read(tmp_path / "mask.ome.zarr", level=1, name="overview")
    pipeline.minmax(overview)
    labels = pipeline.label(pipeline.read(tmp_path / "mask.ome.zarr"))
    pipeline.write(pipeline.polygons(labels.labels), tmp_path / "nuclei.geojson")
    pipeline.run()
    outlines = json.loads((tmp_path / "nuclei.geojson").read_text(encoding="utf-8"))
    expected = preamar.polygons(preamar.label(mask)[0], image_name="mask.ome.zarr")
    assert outlines == expected


def test_map_coordinates(tmp_path):
    tifffile = pytest.importorskip("tifffile")
    labels = np.array([[0, 3], [0, 3]], np.uint8)
    keys = (1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633)
    tifffile.imwrite(tmp_path / "map.tif", labels, extratags=[
        (33550, "d", 3, (10.0, 10.0, 0.0)), (33922, "d", 6, (0.0, 0.0, 0.0, 500000.0, 4600000.0, 0.0)),
        (34735, "H", len(keys), keys)])
    preamar.run_in_blocks("polygons", tmp_path / "map.tif", output=tmp_path / "map.geojson")
    outlines = json.loads((tmp_path / "map.geojson").read_text(encoding="utf-8"))
    assert outlines["crs"]["properties"]["name"] == "urn:ogc:def:crs:EPSG::32633"
    geometry = shape(outlines["features"][0]["geometry"])
    assert geometry.bounds == (500010, 4599980, 500020, 4600000) and geometry.exterior.is_ccw
    assert outlines["features"][0]["properties"]["measurements"] == {"Area m^2": 200}


def test_other_tables_are_no_geojson(tmp_path):
    preamar.write_image(tmp_path / "labels.tif", np.eye(4, dtype=np.uint8))
    with pytest.raises(ValueError, match="'.geojson' is not a table format; known are .csv and .parquet"):
        preamar.run_in_blocks("measure", tmp_path / "labels.tif", output=tmp_path / "out.geojson")
    assert not (tmp_path / "out.geojson").exists()
