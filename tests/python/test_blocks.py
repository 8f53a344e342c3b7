"""Operators on files, in blocks: the same as on arrays."""

import numpy as np
import preamar
import pytest


@pytest.fixture
def image(tmp_path):
    pixels = preamar.generate("blobs", 300)
    preamar.write_image(tmp_path / "in.tif", pixels)
    return tmp_path, pixels


def test_the_same_as_the_array(image):
    folder, pixels = image
    parts = []
    report = preamar.run_in_blocks(
        "label", folder / "in.tif", output=folder / "out.tif", block=(64, 100), threads=2, progress=parts.append
    )
    labels, count = preamar.label(pixels)
    assert np.array_equal(preamar.read_image(folder / "out.tif"), labels)
    assert report["count"] == count
    assert report["reads"] == 2 * report["blocks"] > 2
    assert report["writes"] == report["blocks"]
    assert parts[-1] == 1 and parts == sorted(parts)


def test_memory_in_words_and_progress_on_the_terminal(image, capfd):
    folder, pixels = image
    preamar.run_in_blocks("fill_holes", folder / "in.tif", output=folder / "out.tif", memory="1GiB", progress=True)
    assert np.array_equal(preamar.read_image(folder / "out.tif"), preamar.fill_holes(pixels))
    assert capfd.readouterr().err.endswith("\r100%\n")
    preamar.run_in_blocks("minmax", folder / "in.tif", progress=False)
    assert capfd.readouterr().err == ""
    with pytest.raises(TypeError, match="minmax: progress is 3; it must be callable, True or None"):
        preamar.run_in_blocks("minmax", folder / "in.tif", progress=3)
    with pytest.raises(MemoryError, match="label: memory is 1M"):
        preamar.run_in_blocks("label", folder / "in.tif", output=folder / "no.tif", memory="1024k")


def test_numbers_and_tables(image):
    folder, pixels = image
    report = preamar.run_in_blocks("minmax", folder / "in.tif", block=(64, 64))
    assert (report["minimum"], report["maximum"]) == preamar.minmax(pixels)
    labels, _ = preamar.label(pixels)
    preamar.write_image(folder / "labels.tif", labels)
    report = preamar.run_in_blocks("measure", folder / "labels.tif", block=(64, 64), properties="size,centroid")
    table = preamar.measure(labels, properties="size,centroid")
    for name, column in table.items():
        assert np.array_equal(report[name], column), name


def test_what_is_no_image_of_that_shape_is_written(image):
    folder, pixels = image
    report = preamar.run_in_blocks("histogram", folder / "in.tif", output=folder / "o.csv", block=(64, 64), bins=8)
    counts = preamar.histogram(pixels, bins=8)
    assert np.array_equal(np.loadtxt(folder / "o.csv", dtype=np.int64), counts)
    assert np.array_equal(report["arrays"][0], counts)
    labels, _ = preamar.label(pixels)
    preamar.write_image(folder / "labels.tif", labels)
    report = preamar.run_in_blocks(
        "measure", folder / "labels.tif", output=folder / "t.csv", block=(64, 64), properties="size"
    )
    names, *rows = (folder / "t.csv").read_text().split()
    assert names.split(",") == list(preamar.measure(labels, properties="size"))
    assert [row.split(",")[-1] for row in rows] == [str(size) for size in report["size"]]


@pytest.mark.parametrize("operator", ["histogram", "measure"])
def test_outputs_are_refused_before_any_work(image, operator):
    folder, _ = image
    (folder / "o.csv").write_text("kept")
    parts = []

    def refused(kind, message, output, **settings):
        with pytest.raises(kind, match=message):
            preamar.run_in_blocks(operator, folder / "in.tif", output=output, progress=parts.append, **settings)

    refused(OSError, "o.csv: exists already", folder / "o.csv")
    refused(OSError, "o.csv: exists already", folder / "o.csv", resume=True)
    refused(OSError, "there is no folder", folder / "none" / "o.csv")
    refused(ValueError, "o.xyz", folder / "o.xyz")
    refused(ValueError, f"{operator}: output names 2 files; 1 is written", [folder / "a.csv", folder / "b.csv"])
    assert parts == []
    assert (folder / "o.csv").read_text() == "kept"
    assert sorted(path.name for path in folder.iterdir()) == ["in.tif", "o.csv"]
    preamar.run_in_blocks(operator, folder / "in.tif", output=folder / "o.csv", overwrite=True)
    assert (folder / "o.csv").read_text() != "kept"


def test_several_devices(image):
    folder, pixels = image
    report = preamar.run_in_blocks(
        "label", folder / "in.tif", output=folder / "out.tif", block=(64, 100), device="cpu+reference", threads=2
    )
    assert np.array_equal(preamar.read_image(folder / "out.tif"), preamar.label(pixels)[0])
    assert set(report["shares"]) == {"cpu", "reference"}
    assert sum(report["shares"].values()) == report["reads"]
    for missing in ("cuda:99", "cpu+cuda:99"):
        with pytest.raises(RuntimeError, match="device 'cuda:99' is not here"):
            preamar.run_in_blocks("label", folder / "in.tif", output=folder / "no.tif", device=missing)
    with pytest.raises(OSError, match="exists already"):
        preamar.run_in_blocks("label", folder / "in.tif", output=folder / "out.tif")
    assert sorted(path.name for path in folder.iterdir()) == ["in.tif", "out.tif"]


def test_refusals(image):
    folder, _ = image
    out = folder / "out.tif"
    with pytest.raises(ValueError, match="distance: works on whole images only"):
        preamar.run_in_blocks("distance", folder / "in.tif", output=out, method="nearest_seed")
    with pytest.raises(MemoryError, match="label: memory is 1M; blocks of"):
        preamar.run_in_blocks("label", folder / "in.tif", output=out, memory=1 << 20)
    with pytest.raises(ValueError, match="operator 'lable' is unknown"):
        preamar.run_in_blocks("lable", folder / "in.tif", output=out)
    assert not out.exists()


@pytest.mark.parametrize(
    "kind, message, inputs, settings",
    [
        (ValueError, "label: image is required", 0, {}),
        (ValueError, "label: 2 images are given; it takes 1: image", 2, {}),
        (ValueError, "label: option 'conectivity' is unknown; the nearest name is 'connectivity'", 1, {"conectivity": 1}),
        (ValueError, "label: memory is -5; it must be from 0 to 9223372036854775807", 1, {"memory": -5}),
        (ValueError, "label: memory is '4X'; it must be a size such as 4GiB or 4G", 1, {"memory": "4X"}),
        (ValueError, "label: threads is -1; it must be from 0 to 4096", 1, {"threads": -1}),
        (ValueError, f"label: threads is {2**40}; it must be from 0 to 4096", 1, {"threads": 2**40}),
        (ValueError, f"label: threads is {2**31 - 1}; it must be from 0 to 4096", 1, {"threads": 2**31 - 1}),
        (ValueError, f"label: block is {2**63 - 1}x128; it must be 2 numbers from 1 to {2**32 - 1}", 1,
         {"block": (2**63 - 1, 128)}),
    ],
)
def test_refused_calls_touch_no_file(image, kind, message, inputs, settings):
    folder, _ = image
    (folder / "out.tif.work").mkdir()
    (folder / "out.tif.work" / "mine.txt").write_text("kept")
    with pytest.raises(kind, match=message):
        preamar.run_in_blocks("label", *[folder / "in.tif"] * inputs, output=folder / "out.tif", **settings)
    assert sorted(path.name for path in folder.iterdir()) == ["in.tif", "out.tif.work"]
    assert (folder / "out.tif.work" / "mine.txt").read_text() == "kept"
