"""Pipelines that are refused, and the methods of `Pipeline` beside the operator table."""

import doctest
import inspect
import pathlib
import re

import numpy as np
import preamar
import pytest
from preamar._operators import function_name, signature_of

ROWS = preamar._ext.operators()


@pytest.fixture
def pipeline(tmp_path):
    preamar.write_image(tmp_path / "in.tif", preamar.generate("blobs", 100))
    return preamar.Pipeline()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["name"])
def test_every_operator_is_a_method(row):
    method = getattr(preamar.Pipeline(), function_name(row["name"]))
    assert inspect.signature(method) == signature_of(row, [("name", None, "", "")])
    assert method.__name__ == function_name(row["name"])
    for part in [*row["inputs"], *row["options"], {"name": "name"}]:
        assert f"\n{part['name']} : " in method.__doc__
    for output in row["outputs"]:
        assert f"``{output['name']}``" in method.__doc__
    # A name that is both would hide the method, or the keyword `name`.
    assert function_name(row["name"]) not in ("plan", "read", "run", "write")
    assert "name" not in [part["name"] for part in (*row["inputs"], *row["options"])]
    assert sum(part["optional"] for part in row["inputs"]) < 2


def test_the_example():
    (test,) = doctest.DocTestFinder(recurse=False).find(preamar.Pipeline, "Pipeline", globs={})
    failed, tried = doctest.DocTestRunner().run(test)
    assert failed == 0 and tried > 5


def test_names(pipeline):
    image = pipeline.read("a folder/slide.ome.zarr")
    assert [pipeline.read(name) for name in ("slide.tif", ".tif", "1 2.tif")] and pipeline.read("b.tif", name="mine")
    for _ in range(3):
        pipeline.label(image)
    pipeline.label(image, name="label_4")
    pipeline.label(image)
    assert repr(pipeline).split("\n")[1:] == [
        "read: slide, slide_2, image, 1_2, mine",
        "compute: label, label_2, label_3, label_4, label_5",
    ]


def test_the_only_number_is_the_value(pipeline):
    image = pipeline.read("in.tif")
    otsu, labels, extremes = pipeline.otsu(image), pipeline.label(image), pipeline.minmax(image)
    assert otsu.value is otsu.level and labels.value is labels.count
    with pytest.raises(AttributeError, match="minmax: result 'value' is unknown; it has minimum, maximum"):
        _ = extremes.value
    assert {"minimum", "maximum"} <= set(dir(extremes))


def test_arguments_are_refused_where_they_are_passed(pipeline):
    image = pipeline.read("in.tif")
    other = preamar.Pipeline().read("other.tif")
    otsu, labels, filled = pipeline.otsu(image), pipeline.label(image), pipeline.fill_holes(image)
    pipeline.write(labels, "a.tif")
    before = repr(pipeline)

    def refused(kind, message, call):
        with pytest.raises(kind, match=f"^{re.escape(message)}$"):
            call()
        assert repr(pipeline) == before

    pass_image = "it must be an image of the pipeline, such as pipeline.read(file)"
    refused(TypeError, f"label: image is 'in.tif'; {pass_image}", lambda: pipeline.label("in.tif"))
    refused(TypeError, f"label: image is None; {pass_image}", lambda: pipeline.label(None))
    refused(ValueError, "label: image is 'other' of another pipeline; it must be an image of this one",
            lambda: pipeline.label(other))
    refused(TypeError, "label: image is the number 'otsu.level'; it must be an image", lambda: pipeline.label(otsu.level))
    refused(TypeError, "label: image is the step 'otsu'; it must be an image", lambda: pipeline.label(otsu))
    refused(TypeError, "measure: intensity is the number 'label.count'; it must be an image",
            lambda: pipeline.measure(labels, labels.count))
    refused(TypeError, "threshold: value is the step 'otsu'; it must be a number: pass otsu.level",
            lambda: pipeline.threshold(image, otsu))
    refused(TypeError, "threshold: value is the image 'in'; it must be a number", lambda: pipeline.threshold(image, image))
    refused(ValueError, "threshold: value is 'other' of another pipeline; it must be a number of this one",
            lambda: pipeline.threshold(image, value=other))
    refused(TypeError, "threshold: value is 'otsu.level'; it must be a number",
            lambda: pipeline.threshold(image, value="otsu.level"))
    refused(TypeError, "Pipeline.label() got an unexpected keyword argument 'threads'",
            lambda: pipeline.label(image, threads=2))
    refused(AttributeError, "otsu: result 'values' is unknown; it has level, value", lambda: otsu.values)
    refused(ValueError, "pipeline: name 'otsu' is in use; give another name", lambda: pipeline.label(image, name="otsu"))
    refused(ValueError, "pipeline: name 'in' is in use; give another name", lambda: pipeline.read("b.tif", name="in"))
    refused(ValueError, "pipeline: name is 'a.b'; it must have at least one character, and no dot",
            lambda: pipeline.label(image, name="a.b"))
    refused(TypeError, "pipeline: name is 3; it must be a str", lambda: pipeline.label(image, name=3))
    refused(TypeError, "pipeline: result is the number 'label.count'; it must be an image or a table",
            lambda: pipeline.write(labels.count, "count.csv"))
    refused(ValueError, "pipeline: result is the input 'in'; it must be a result of a step",
            lambda: pipeline.write(image, "copy.tif"))
    refused(ValueError, "pipeline: 'label' is written to 'a.tif' already; copy the file",
            lambda: pipeline.write(labels.labels, "b.tif"))
    refused(ValueError, "pipeline: 'a.tif' is the file of 'label' already; give another name",
            lambda: pipeline.write(filled, pathlib.Path("a.tif")))
    refused(TypeError, "pipeline: file is 3; it must be the name of a file", lambda: pipeline.read(3))
    refused(TypeError, "pipeline: file is 3; it must be the name of a file", lambda: pipeline.write(labels, 3))
    refused(AttributeError, "'Pipeline' object has no attribute 'lable'", lambda: pipeline.lable(image))
    distance = pipeline.distance(image)
    before = repr(pipeline)
    refused(AttributeError, "distance: result 'indices' needs indices=True", lambda: distance.indices)


@pytest.mark.parametrize(
    "kind, message, settings",
    [
        (ValueError, "pipeline: memory is '4X'; it must be a size such as 4GiB or 4G", {"memory": "4X"}),
        (ValueError, "pipeline: memory is -5; it must be from 0 to 9223372036854775807", {"memory": -5}),
        (MemoryError, "memory is 1M", {"memory": "1M"}),
        (ValueError, "pipeline: threads is -1; it must be from 0 to 4096", {"threads": -1}),
        (RuntimeError, "device 'cuda:99' is not here", {"device": "cuda:99"}),
        (TypeError, "pipeline: progress is 3; it must be callable, True or None", {"progress": 3}),
        (OSError, "labels.tif: exists already", {}),
    ],
)
def test_refused_runs_touch_no_file(tmp_path, pipeline, kind, message, settings):
    (tmp_path / "labels.tif").write_text("kept")
    pipeline.write(pipeline.label(pipeline.read(tmp_path / "in.tif")), tmp_path / "labels.tif")
    with pytest.raises(kind, match=message):
        pipeline.run(**settings)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.tif", "labels.tif"]
    assert (tmp_path / "labels.tif").read_text() == "kept"


def test_pipelines_that_cannot_run(tmp_path, pipeline):
    with pytest.raises(ValueError, match="pipeline: "):
        pipeline.plan()
    image = pipeline.read(tmp_path / "in.tif")
    far = pipeline.distance(image, method="nearest_seed")
    pipeline.write(far, tmp_path / "far.tif")
    with pytest.raises(ValueError, match="distance"):
        pipeline.plan()
    missing = preamar.Pipeline()
    missing.write(missing.label(missing.read(tmp_path / "none.tif")), tmp_path / "out.tif")
    with pytest.raises(OSError, match="none.tif"):
        missing.plan()
    assert [path.name for path in tmp_path.iterdir()] == ["in.tif"]


def test_numpy_numbers_are_options(tmp_path, pipeline):
    image = pipeline.read(tmp_path / "in.tif")
    pipeline.write(pipeline.threshold(image, np.uint8(100)), tmp_path / "out.tif")
    pipeline.run()
    expected = preamar.threshold(preamar.read_image(tmp_path / "in.tif"), 100)
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "out.tif"), expected)
