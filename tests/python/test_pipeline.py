"""Pipelines on files: the same as the functions one after another on arrays."""

import csv

import numpy as np
import preamar
import pytest

SUFFIXES = [".tif", ".ome.zarr"]


def random_image(random, shape):
    """Blobs with noise, so that objects have holes and cross blocks."""
    coarse = random.integers(0, 200, [(extent + 5) // 6 for extent in shape])
    for axis in range(len(shape)):
        coarse = coarse.repeat(6, axis)
    return (coarse[tuple(map(slice, shape))] + random.integers(0, 56, shape)).astype(np.uint8)


def random_parts(random, shape):
    """Shapes of a chunk and of a block."""
    chunk = [int(random.choice([16, 32])) for _ in shape]
    return chunk, [int(extent * random.integers(1, 3)) for extent in chunk]


OF_GREYS = [("opening", {"radius": 1}), ("fill_holes", {}), ("h_maxima", {"h": 20}), ("invert", {})]
OF_MASKS = [("fill_holes", {}), ("remove_small_objects", {"size": 20}), ("clear_border", {}), ("erode", {"radius": 1})]


class Both:
    """Runs each step on arrays and adds it to a pipeline."""

    def __init__(self, folder):
        self.folder, self.pipeline, self.expected = folder, preamar.Pipeline(), {}

    def read(self, file, **settings):
        return self.pipeline.read(file, **settings), preamar.read_image(file, **settings)

    def step(self, operator, *inputs, name=None, numbers=None, **options):
        """The results of the step, each as a pair: in the pipeline, and computed. `numbers` are pairs too."""
        numbers = numbers or {}
        later = {option: pair[0] for option, pair in numbers.items()}
        now = {option: pair[1] for option, pair in numbers.items()}
        step = getattr(self.pipeline, operator)(*(pair[0] for pair in inputs), name=name, **options, **later)
        found = getattr(preamar, operator)(*(pair[1] for pair in inputs), **options, **now)
        found = found if isinstance(found, tuple) else (found,)
        row = next(row for row in preamar._ext.operators() if preamar._operators.function_name(row["name"]) == operator)
        names = [output["name"] for output in row["outputs"] if not output["with"] or options.get(output["with"])]
        return [(getattr(step, name), value) for name, value in zip(names, found, strict=True)]

    def write(self, pair, file):
        self.expected[self.folder / file] = pair[1]
        self.pipeline.write(pair[0], self.folder / file)

    def run(self, **settings):
        report = self.pipeline.run(**settings)
        for file, image in self.expected.items():
            np.testing.assert_array_equal(preamar.read_image(file), image, err_msg=file.name)
            assert preamar.describe(file).dtype == str(image.dtype)
        assert not list(self.folder.glob("*.pipeline")) and not list(self.folder.glob("*.work"))
        return report


def both_of(folder, random, shape, suffix=".tif"):
    preamar.write_image(folder / f"in{suffix}", random_image(random, shape), overwrite=True)
    both = Both(folder)
    return both, both.read(folder / f"in{suffix}")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_objects_of_a_slide_by_the_threshold_of_an_overview(tmp_path, suffix):
    random = np.random.default_rng(1)
    file = tmp_path / "slide.ome.zarr"
    preamar.write_image(file, random_image(random, (200, 300)), chunk=(64, 64), pyramid="mean")
    both = Both(tmp_path)
    slide, overview = both.read(file), both.read(file, level=1)
    assert overview[1].shape == (100, 150)
    (level,) = both.step("otsu", overview, name="level")
    (smooth,) = both.step("gaussian", slide, sigma=1.5)
    (mask,) = both.step("threshold", smooth, numbers={"value": level})
    (filled,) = both.step("fill_holes", mask)
    labels, count = both.step("label", filled)
    (table,) = both.step("measure", labels, properties=["size", "centroid"])
    both.write(labels, f"labels{suffix}")
    both.pipeline.write(table[0], tmp_path / "objects.csv")
    report = both.run(block=(64, 128), threads=2)
    assert report.found["level"] == {"level": level[1]}
    assert report.found["label"] == {"count": count[1]} and count[1] > 3
    rows = list(csv.DictReader((tmp_path / "objects.csv").open()))
    assert [int(row["size"]) for row in rows] == table[1]["size"].tolist()
    assert list(rows[0]) == list(table[1])


@pytest.mark.parametrize("seed", range(8))
def test_random_chains(tmp_path, seed):
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(40, 90, 2)) if seed % 2 else (9, *random.integers(30, 50, 2))
    both, image = both_of(tmp_path, random, shape, SUFFIXES[seed // 2 % 2])
    greys, masks = [image], both.step("threshold", image, value=110)

    def one_of(pairs):
        return pairs[random.integers(len(pairs))]

    for _ in range(int(random.integers(2, 6))):
        images, operators = one_of([(greys, OF_GREYS), (masks, OF_MASKS)])
        operator, options = one_of(operators)
        images += both.step(operator, one_of(images), **options)
    minimum, _ = both.step("minmax", one_of(greys))
    masks += both.step("threshold", one_of(greys), numbers={"value": minimum})
    masks += both.step("and_", one_of(masks), one_of(masks))
    grey = one_of(greys)
    greys += both.step("reconstruct", *both.step("erode", grey, radius=3), grey)
    labels, _ = both.step("label", one_of(masks), connectivity=1)
    (regions,) = both.step("watershed", one_of(greys), labels)
    both.write(labels, f"labels{SUFFIXES[seed % 2]}")
    both.write(greys[-1], "last.tif")
    both.write(regions, "regions.ome.zarr")
    chunk, block = random_parts(random, shape)
    settings = {"chunk": chunk} if seed % 2 else {"tile": 16}
    both.run(block=block, threads=int(random.integers(1, 4)), **settings)


def test_further_images_and_optional_inputs(tmp_path):
    random = np.random.default_rng(3)
    both, image = both_of(tmp_path, random, (90, 70))
    (mask,) = both.step("threshold", image, value=100)
    distances, indices = both.step("distance", mask, indices=True)
    (marker,) = both.step("erode", image, radius=3)
    (rebuilt,) = both.step("reconstruct", marker, image)
    labels, _ = both.step("label", mask, name="objects")
    (table,) = both.step("measure", labels, rebuilt, properties="size,intensity_mean")
    both.write(distances, "distances.tif")
    both.write(indices, "indices.ome.zarr")
    both.write(rebuilt, "rebuilt.tif")
    report = both.run(block=(32, 32))
    assert list(report.found) == ["objects", "measure"]
    for name, column in table[1].items():
        np.testing.assert_array_equal(report.found["measure"][name], column)


def test_reads_and_writes(tmp_path):
    both, image = both_of(tmp_path, np.random.default_rng(4), (128, 128))
    (mask,) = both.step("threshold", image, value=100)
    (filled,) = both.step("fill_holes", mask)
    labels, _ = both.step("label", filled)
    (table,) = both.step("measure", labels, properties="size,centroid")
    both.write(labels, "labels.ome.zarr")
    both.pipeline.write(table[0], tmp_path / "objects.csv")
    settings = {"block": (64, 64), "chunk": (32, 32), "memory": "4G"}
    plan = both.pipeline.plan(**settings)
    assert sorted({step for stage in plan.stages for step in stage.steps}) == ["fill_holes", "label", "measure", "threshold"]
    assert [image.blocks_read for image in plan.images] == [0] * len(plan.images)
    assert 0 < plan.peak_memory <= 4 << 30 and plan.temporary_bytes == 0
    images = {image.name: image for image in plan.images}
    assert (images["in"].reads, images["in"].writes) == (3, 0)
    assert (images["label"].reads, images["label"].writes) == (0, 1)
    assert all(stage.block == (64, 64) and stage.blocks == 4 for stage in plan.stages)
    assert not list(tmp_path.glob("labels*"))
    report = both.run(**settings)
    assert [image.name for image in report.plan.images] == ["in", "label"]
    for image in report.plan.images:
        assert (image.blocks_read, image.blocks_written) == (4 * image.reads, 4 * image.writes)
        assert (image.reads, image.writes) == (images[image.name].reads, images[image.name].writes)
    assert [stage[:-1] for stage in report.plan.stages] == [stage[:-1] for stage in plan.stages]


def test_plans_and_reports_are_readable(tmp_path):
    both, image = both_of(tmp_path, np.random.default_rng(5), (64, 64))
    labels, count = both.step("label", image, name="cells")
    both.pipeline.measure(labels[0], properties="size")
    both.write(labels, "labels.tif")
    assert repr(both.pipeline).split("\n") == ["Pipeline", "read: in", "compute: cells, measure", "write: cells"]
    assert repr(labels[0]) == "<image 'cells' of a pipeline>" and repr(count[0]) == "<number 'cells.count' of a pipeline>"
    text = repr(both.pipeline.plan(memory=4 << 30))
    lines = text.split("\n")
    assert lines[0] == "PipelinePlan" and lines[-1].endswith("at most, temporary images 0 bytes on disk")
    assert lines[1].startswith("stage 1: cells, measure: 1 block of 64x64, 2 passes, memory ")
    assert [line.split() for line in lines[2:-1]] == [
        ["image", "kind", "reads", "writes", "size"],
        ["in", "input", "2", "0", "4.0", "KiB"],
        ["cells", "output", "0", "1", "16.0", "KiB"],
    ]
    text = repr(both.run())
    assert text.startswith("PipelineReport\nstage 1: cells") and f"cells: count = {count[1]}\n" in text
    assert text.endswith(f"measure: {count[1]} rows of label, size")


def test_progress(tmp_path, capfd):
    both, image = both_of(tmp_path, np.random.default_rng(6), (300, 300))
    (filled,) = both.step("fill_holes", image)
    both.write(filled, "filled.tif")
    parts = []
    both.run(progress=parts.append, block=(64, 64), tile=64)
    assert parts[-1] == 1 and parts == sorted(parts)
    both.run(progress=True, overwrite=True)
    assert capfd.readouterr().err.endswith("\r100%\n")

    def stop(part):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        both.run(progress=stop, overwrite=True)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.8])
def test_a_stopped_run_is_resumed(tmp_path, part):
    both, image = both_of(tmp_path, np.random.default_rng(7), (200, 200))
    (level,) = both.step("otsu", image)
    (mask,) = both.step("threshold", image, numbers={"value": level})
    labels, count = both.step("label", mask)
    (regions,) = both.step("watershed", image, labels)
    both.write(labels, "labels.tif")
    both.write(regions, "regions.tif")

    def stop(done):
        if done >= part:
            raise LookupError("enough")

    settings = {"block": (32, 32), "tile": 32, "threads": 1}
    with pytest.raises(LookupError, match="enough"):
        both.run(progress=stop, **settings)
    report = both.run(resume=True, **settings)
    assert report.found == {"otsu": {"level": level[1]}, "label": {"count": count[1]}}
    assert sum(image.blocks_read for image in report.plan.images) < 49 * 7 or part == 0.1


def table_pipeline(folder):
    """A table in the first stage, and a second stage."""
    random = np.random.default_rng(5)
    preamar.write_image(folder / "in.ome.zarr", random_image(random, (120, 150)), chunk=(32, 32))
    pipeline = preamar.Pipeline()
    image = pipeline.read(folder / "in.ome.zarr")
    labels = pipeline.label(pipeline.threshold(image, value=100))
    pipeline.measure(labels, properties=["size", "centroid"])
    pipeline.minmax(pipeline.gaussian(pipeline.fill_holes(image), sigma=1))
    return pipeline, labels


def assert_same_found(one, other):
    assert one.keys() == other.keys()
    for step, found in one.items():
        assert found.keys() == other[step].keys()
        for name, value in found.items():
            np.testing.assert_array_equal(value, other[step][name])


def test_without_outputs_numbers_and_tables_come_back(tmp_path):
    pipeline, _ = table_pipeline(tmp_path)
    found = pipeline.run(block=(32, 32)).found
    labels, count = preamar.label(preamar.threshold(preamar.read_image(tmp_path / "in.ome.zarr"), value=100))
    expected = preamar.measure(labels, properties=["size", "centroid"])
    assert found["label"] == {"count": count} and list(found) == ["label", "measure", "minmax"]
    assert_same_found({"measure": found["measure"]}, {"measure": expected})
    assert [path.name for path in tmp_path.iterdir()] == ["in.ome.zarr"]
    with pytest.raises(ValueError, match="pipeline: resume=True needs an output"):
        pipeline.run(resume=True)


def test_a_resumed_run_returns_tables(tmp_path):
    pipeline, labels = table_pipeline(tmp_path)
    pipeline.write(labels, tmp_path / "labels.ome.zarr")
    whole = pipeline.run(block=(32, 32), chunk=(32, 32))

    def stop(part):
        if part > 0.8:
            raise LookupError("stop")

    with pytest.raises(LookupError, match="^stop$"):
        pipeline.run(block=(32, 32), chunk=(32, 32), overwrite=True, progress=stop)
    resumed = pipeline.run(block=(32, 32), chunk=(32, 32), overwrite=True, resume=True)
    assert_same_found(whole.found, resumed.found)
    assert resumed.plan.images[0].blocks_read < whole.plan.images[0].blocks_read
