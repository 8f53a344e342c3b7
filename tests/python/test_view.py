"""What `preamar view` shows: tiles of the image and of labels, and the measurements of objects."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import urllib.request

import numpy as np
import preamar
import pytest
from preamar.view._leaflet import leaflet_files
from preamar.view._pyramid import Pyramid, shrink_by_mean, shrink_to_first
from preamar.view._table import Table
from view_server import viewer

SIDE = 700


@pytest.fixture
def store(tmp_path):
    """An OME-Zarr with labels in it, and its table."""
    image = preamar.generate("tissue", SIDE)
    labels, _ = preamar.label(image < 120)
    axes = preamar.Metadata(axes=(preamar.Axis("y", "micrometer", 0.5), preamar.Axis("x", "micrometer", 0.5)))
    preamar.write_image(tmp_path / "slide.ome.zarr", image, pyramid="mean", chunk=(128, 128), metadata=axes)
    preamar.write_image(tmp_path / "slide.ome.zarr/labels/nuclei", labels, pyramid="nearest", chunk=(128, 128))
    write_table(tmp_path / "nuclei.csv", preamar.measure(labels))
    return tmp_path / "slide.ome.zarr", image, labels


def write_table(file, columns):
    rows = zip(*(cells.tolist() for cells in columns.values()))
    file.write_text("\r\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows), ""]), newline="")


def test_the_page_and_its_description(store):
    file, image, _ = store
    with viewer(file) as page:
        for path, kind in (("/", "text/html"), ("/view.js", "text/javascript"), ("/view.css", "text/css"),
                           ("/leaflet.js", "text/javascript"), ("/leaflet.css", "text/css")):
            status, headers, body = page.request(path)
            assert status == 200 and headers["Content-Type"].startswith(kind) and body
        scene = page.json("/scene.json")
    assert (scene["name"], scene["rows"], scene["columns"], scene["planes"]) == ("slide.ome.zarr", SIDE, SIDE, 1)
    assert (scene["spacing"], scene["unit"], scene["halvings"]) == (0.5, "micrometer", 2)
    assert scene["labels"] == [{"name": "nuclei", "halvings": 2, "table": False}]


def test_the_page_asks_nobody_else():
    """No address of another host in the files that are ours."""
    for file in (pathlib.Path(preamar.__file__).parent / "view/page").iterdir():
        assert "://" not in file.read_text() and '"//' not in file.read_text(), file


def test_image_tiles_are_the_image(store, tmp_path):
    file, image, _ = store
    low, high = np.percentile(preamar.read_image(file, level=3), (0.5, 99.5))
    with viewer(file) as page:
        for halvings in range(3):
            level = preamar.read_image(file, level=halvings).astype(float)
            shown = np.rint((level - low) * (255 / (high - low))).clip(0, 255)
            for row in range(-(-level.shape[0] // 256)):
                for column in range(-(-level.shape[1] // 256)):
                    tile = page.tile(f"/image/{halvings}/0/{row}/{column}.png", tmp_path)
                    part = shown[row * 256:row * 256 + 256, column * 256:column * 256 + 256]
                    assert tile.shape[:2] == (256, 256)
                    np.testing.assert_array_equal(tile[:part.shape[0], :part.shape[1], 0], part)
                    if part.shape != (256, 256):
                        assert (tile[:part.shape[0], :part.shape[1], 1] == 255).all()
                        assert tile[..., 1].sum() == 255 * part.size


def test_label_tiles_have_one_colour_per_label(store, tmp_path):
    file, _, labels = store
    with viewer(file) as page:
        tile = page.tile("/labels/0/0/0/1/1.png", tmp_path)
        lines = page.tile("/outlines/0/0/0/1/1.png", tmp_path)
    part = labels[256:512, 256:512]
    around = labels[255:513, 255:513]
    centre = around[1:-1, 1:-1]
    outline = np.logical_or.reduce([centre != around[1 + y:257 + y, 1 + x:257 + x]
                                    for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))]) & (part != 0)
    assert (tile[..., 3] == np.where(part == 0, 0, np.where(outline, 255, 115))).all()
    assert (lines[..., 3] == np.where(outline, 255, 0)).all()
    for label in np.unique(part[part != 0]):
        assert len(np.unique(tile[part == label][:, :3], axis=0)) == 1
    assert len(np.unique(tile[part != 0][:, :3], axis=0)) > 10


def test_an_object_has_its_row(store, tmp_path):
    file, _, labels = store
    table = preamar.measure(labels)
    with viewer(file, tables=[tmp_path / "nuclei.csv"]) as page:
        assert page.json("/scene.json")["labels"][0]["table"] is True
        for row, column in np.random.default_rng(5).integers(0, SIDE, (200, 2)):
            found = page.json(f"/object/0/0/{row}/{column}.json")
            label = int(labels[row, column])
            assert found["label"] == str(label)
            if label == 0:
                assert found["row"] is None
                continue
            cells = dict(found["row"])
            assert list(cells) == list(table)
            assert all(float(cells[name]) == table[name][label - 1] for name in table)


def test_an_object_without_a_table(store):
    file, _, labels = store
    row, column = np.argwhere(labels)[0]
    with viewer(file) as page:
        found = page.json(f"/object/0/0/{row}/{column}.json")
    assert (found["label"], found["row"], found["has_table"]) == (str(labels[row, column]), None, False)


def test_the_outline_of_an_object(store, tmp_path):
    file, _, labels = store
    with viewer(file) as page:
        for row, column in ((0, 0), (350, 350), (SIDE - 1, 10), *np.argwhere(labels)[[0, -1]]):
            (top, bottom), (left, right) = page.json(f"/object/0/0/{row}/{column}.json")["window"]
            assert 0 <= top <= row < bottom <= SIDE and 0 <= left <= column < right <= SIDE
            outline = page.tile(f"/object/0/0/{row}/{column}.png", tmp_path)[..., 3] > 0
            is_object = labels[top:bottom, left:right] == labels[row, column]
            padded = np.pad(is_object, 1, mode="edge")
            differs = [padded[1 + y:, 1 + x:][:len(is_object), :is_object.shape[1]] != is_object
                       for y, x in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            np.testing.assert_array_equal(outline, np.logical_or.reduce(differs))


@pytest.mark.parametrize("dtype", ["uint64", "int64"])
def test_labels_of_any_size(tmp_path, dtype):
    """Labels alone are shown without an image; a script gets every digit of a label."""
    labels = np.zeros((40, 50), dtype)
    labels[:20], labels[20:, :9] = np.iinfo(dtype).max, np.iinfo(dtype).min
    preamar.write_image(tmp_path / "a.zarr", labels)
    (tmp_path / "a.csv").write_text(f"size,label\n180,{np.iinfo(dtype).min}\n1000,{np.iinfo(dtype).max}\n")
    with viewer(tmp_path / "a.zarr", tables=[tmp_path / "a.csv"]) as page:
        assert page.json("/scene.json")["has_image"] is False
        assert page.status("/image/0/0/0/0.png") == 404
        assert page.json("/object/0/0/0/0.json")["label"] == str(np.iinfo(dtype).max)
        assert page.json("/object/0/0/0/0.json")["row"] == [["size", "1000"], ["label", str(np.iinfo(dtype).max)]]
        tile = page.tile("/labels/0/0/0/0/0.png", tmp_path)
    assert (tile[:20, :50, 3] > 0).all() and not tile[:, 50:].any() and not tile[20:40, 9:50].any()


def test_colour(tmp_path):
    tifffile = pytest.importorskip("tifffile")
    rgb = np.random.default_rng(1).integers(0, 256, (300, 280, 3), np.uint8)
    tifffile.imwrite(tmp_path / "rgb.tif", rgb, photometric="rgb", tile=(64, 64))
    tifffile.imwrite(tmp_path / "rgb16.tif", rgb.astype(np.uint16) * 257, photometric="rgb", tile=(64, 64))
    for name in "rgb.tif", "rgb16.tif":
        with viewer(tmp_path / name) as page:
            np.testing.assert_array_equal(page.tile("/image/0/0/0/0.png", tmp_path), rgb[:256, :256])
            edge = page.tile("/image/0/0/1/1.png", tmp_path)
            np.testing.assert_array_equal(edge[:44, :24, :3], rgb[256:, 256:])
            assert not edge[44:].any() and not edge[:, 24:].any()
            small = page.tile("/image/1/0/0/0.png", tmp_path)[:150, :140, :3].astype(float)
            means = rgb.reshape(150, 2, 140, 2, 3).mean((1, 3))
            assert np.abs(small - means).max() <= 0.5 + 1e-9
    with viewer(tmp_path / "rgb.tif", channel="haematoxylin") as page:
        assert page.tile("/image/0/0/0/0.png", tmp_path).shape[-1] == 1


def test_three_channels_of_an_ome_zarr_are_colours(tmp_path):
    zarr = pytest.importorskip("zarr")
    pixels = np.random.default_rng(1).integers(0, 256, (3, 256, 256), np.uint8)
    group = zarr.open_group(tmp_path / "c.ome.zarr", mode="w", zarr_format=3)
    group.create_array("0", data=pixels, chunks=(1, 64, 64))
    axes = [{"name": "c", "type": "channel"}, {"name": "y", "type": "space"}, {"name": "x", "type": "space"}]
    scale = [{"type": "scale", "scale": [1, 1, 1]}]
    group.attrs["ome"] = {"version": "0.5", "multiscales": [
        {"axes": axes, "datasets": [{"path": "0", "coordinateTransformations": scale}]}]}
    with viewer(tmp_path / "c.ome.zarr") as page:
        np.testing.assert_array_equal(page.tile("/image/0/0/0/0.png", tmp_path), np.moveaxis(pixels, 0, -1))
    with viewer(tmp_path / "c.ome.zarr", select="c=1") as page:
        assert page.tile("/image/0/0/0/0.png", tmp_path).shape[-1] == 1


def test_a_volume_has_planes(tmp_path):
    volume = np.random.default_rng(2).integers(0, 2, (6, 40, 50)).astype(bool)
    preamar.write_image(tmp_path / "v.ome.zarr", volume, chunk=(2, 16, 16))
    preamar.write_image(tmp_path / "labels.ome.zarr", volume.astype(np.uint32) * 7, chunk=(2, 16, 16))
    with viewer(tmp_path / "v.ome.zarr", labels=[tmp_path / "labels.ome.zarr"]) as page:
        assert page.json("/scene.json")["planes"] == 6
        for plane in range(6):
            tile = page.tile(f"/image/0/{plane}/0/0.png", tmp_path)
            np.testing.assert_array_equal(tile[:40, :50, 0], volume[plane] * 255)
            assert page.json(f"/object/0/{plane}/3/4.json")["label"] == str(7 * volume[plane, 3, 4])
        assert page.status("/image/0/6/0/0.png") == page.status("/object/0/6/0/0.json") == 404


def test_labels_of_a_level_are_enlarged(tmp_path):
    image = preamar.generate("tissue", 601)
    small = np.zeros((301, 301), np.int32)
    small[100:150, 20:200] = 5
    preamar.write_image(tmp_path / "a.tif", image)
    preamar.write_image(tmp_path / "labels.ome.zarr", small)
    with viewer(tmp_path / "a.tif", labels=[tmp_path / "labels.ome.zarr"]) as page:
        assert [page.json(f"/object/0/0/{row}/39.json")["label"] for row in (200, 299, 199, 300)] == ["0"] * 4
        assert [page.json(f"/object/0/0/{row}/40.json")["label"] for row in (200, 299, 199, 300)] == ["5", "5", "0", "0"]
        tile = page.tile("/labels/0/0/0/0/0.png", tmp_path)
        np.testing.assert_array_equal(tile[..., 3] > 0, np.kron(small, np.ones((2, 2)))[:256, :256] > 0)
    preamar.write_image(tmp_path / "other.ome.zarr", small[:200])
    with pytest.raises(ValueError, match="is 200x301; the image is 601x601"), \
            viewer(tmp_path / "a.tif", labels=[tmp_path / "other.ome.zarr"]):
        pass


@pytest.mark.parametrize("name", ["a.png", "a.nii.gz", "a.tif", "a.npy"])
def test_images_without_levels(tmp_path, name):
    """A tile shrinks at most 2048x2048 pixels; a file that is one stream is read once."""
    image = np.random.default_rng(2).integers(0, 255, (530, 2900)).astype(np.uint8)
    preamar.write_image(tmp_path / name, image)
    pyramid = Pyramid(str(tmp_path / name))
    assert pyramid.most_halvings == 3
    for halvings in range(4):
        factor = 1 << halvings
        height, width = pyramid.shape_at(halvings)
        found = pyramid.region(halvings, 0, (0, height + 9), (0, width), shrink_to_first)
        np.testing.assert_array_equal(found, image[::factor, ::factor])
        mean = pyramid.region(halvings, 0, (0, height), (0, width), shrink_by_mean)
        assert mean.shape == (height, width)
        np.testing.assert_allclose(mean[-1, -1], image[(height - 1) * factor:, (width - 1) * factor:].mean())


def test_a_table_is_searched_without_reading_it(tmp_path):
    random = np.random.default_rng(11)
    labels = np.unique(random.integers(1, 10**9, 3000))
    lines = [f"{label},{label * 3}" for label in labels]
    for end in "\n", "\r\n":
        for last in "", end:
            (tmp_path / "t.csv").write_text(end.join(["label,size", *lines]) + last, newline="")
            table = Table(tmp_path / "t.csv")
            for label in labels:
                assert table.row(label) == {"label": str(label), "size": str(label * 3)}
            for label in {0, 10**12, *random.integers(1, 10**9, 100).tolist()} - set(labels.tolist()):
                assert table.row(label) is None


def test_a_table_that_becomes_shorter(tmp_path, store):
    """It is an error of one request: the server and its other answers stay."""
    file, _, labels = store
    table = tmp_path / "nuclei.csv"
    row, column = np.argwhere(labels)[-1].tolist()
    with viewer(file, tables=[table]) as page:
        assert page.json(f"/object/0/0/{row}/{column}.json")["row"]
        os.truncate(table, 0)
        assert page.status(f"/object/0/0/{row}/{column}.json") == 500
        assert page.status("/scene.json") == 200
    with pytest.raises(ValueError, match="longer than"):
        (tmp_path / "t.csv").write_text("label\n" + "1" * (3 << 20))
        Table(tmp_path / "t.csv").row(5)


def test_tables_that_are_none(tmp_path, store):
    for content, words in (("", "is empty"), ("size\n3\n", "no column 'label'")):
        (tmp_path / "t.csv").write_text(content)
        with pytest.raises(ValueError, match=words):
            Table(tmp_path / "t.csv")
    (tmp_path / "t.csv").write_text("label,size\nx,3\n")
    with pytest.raises(ValueError, match="a row has no label: 'x,3'"):
        Table(tmp_path / "t.csv").row(5)
    (tmp_path / "t.csv").write_text("label,size\n")
    assert Table(tmp_path / "t.csv").row(5) is None
    with pytest.raises(ValueError, match="2 tables were given for 1 label images"), \
            viewer(store[0], tables=[tmp_path / "t.csv"] * 2):
        pass


def test_leaflet_that_is_not_there(tmp_path):
    assert set(leaflet_files()) == {"/leaflet.js", "/leaflet.css"}
    with pytest.raises(OSError, match="libjs-leaflet"):
        leaflet_files([tmp_path])


@contextlib.contextmanager
def run(*words):
    with subprocess.Popen([sys.executable, "-P", "-m", "preamar.view._command", *map(str, words)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "DISPLAY": ""}) as program:
        try:
            yield program
        finally:
            program.kill()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_the_command_serves_until_it_is_stopped(store, end):
    with run(store[0]) as program:
        assert program.stdout.readline() == "slide.ome.zarr: 700x700, 4 levels, labels: nuclei\n"
        url = program.stdout.readline().split()[0]
        with urllib.request.urlopen(url + "scene.json") as answer:
            assert json.load(answer)["rows"] == SIDE
        program.send_signal(end)
        assert program.wait(20) == 0
        assert program.stderr.read() == ""


@pytest.mark.parametrize("words, status, message", [
    (["absent.ome.zarr"], 1, "absent.ome.zarr"),
    (["{store}", "--table", "absent.csv"], 1, "absent.csv"),
    (["{store}", "--port", "70000"], 2, "from 0 to 65535"),
    (["{store}", "--colour"], 2, "--colour"),
])
def test_calls_that_are_wrong(store, words, status, message):
    with run(*(word.format(store=store[0]) for word in words)) as program:
        assert program.wait(20) == status
        words = program.stderr.read()
        assert message in words and "Traceback" not in words
