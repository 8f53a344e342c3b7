"""Jobs on a real Dask cluster, from and to a real object store; workers are killed with -9 meanwhile."""

import os
import pathlib
import random
import shutil
import sys
import threading
import time

import numpy
import pytest

import preamar

pytest.importorskip("distributed")
TESTS = pathlib.Path(__file__).parents[1]
sys.path += [str(TESTS / "cluster"), str(TESTS / "tools")]
import preamar.cluster  # noqa: E402
from dask_cluster import DaskCluster  # noqa: E402
from s3 import ObjectStore, without_credentials  # noqa: E402

SIDE, BLOCK = 2048, (512, 512)
BUCKET = "images"


@pytest.fixture(scope="module")
def bucket(tmp_path_factory):
    """The URL of a bucket; its keys are in the environment of this process and of the workers."""
    if not shutil.which("radosgw"):
        pytest.skip("radosgw is not installed")
    store = ObjectStore(tmp_path_factory.mktemp("store"), 2)
    store.make_bucket(BUCKET)
    with pytest.MonkeyPatch.context() as patch:
        for name in set(os.environ) - set(without_credentials()):
            patch.delenv(name)
        for name, value in store.environment.items():
            patch.setenv(name, value)
        yield f"s3://{BUCKET}"
    store.close()


@pytest.fixture(scope="module")
def cluster(bucket, tmp_path_factory):
    with DaskCluster(tmp_path_factory.mktemp("dask"), 2) as started:
        yield started


@pytest.fixture(scope="module")
def images(bucket):
    """Images in the store, by name; and their pixels."""
    marker, mask = preamar.generate("tissue-100-h", SIDE)
    relief, markers = preamar.generate("tissue-seeds", SIDE)
    pixels = {"marker": marker, "mask": mask, "relief": relief, "markers": markers,
              "blobs": preamar.generate("blobs", SIDE), "tissue": preamar.generate("tissue", SIDE)}
    for name, image in pixels.items():
        preamar.write_image(f"{bucket}/{name}.ome.zarr", image, chunk=(256, 256))
    return pixels


class Kills:
    """Kills a worker every moment while a job runs, until there were enough kills."""

    def __init__(self, cluster, most, seed):
        self.cluster, self.most, self.random = cluster, most, random.Random(seed)
        self.count, self.ended = 0, threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while self.count < self.most and not self.ended.wait(self.random.uniform(0.2, 0.8)):
            self.count += self.cluster.kill_one(self.random)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


CALLS = {
    "reconstruct": (["marker", "mask"], {}),
    "label": (["blobs"], {}),
    "watershed": (["relief", "markers"], {}),
    "distance": (["blobs"], {}),
}


@pytest.mark.parametrize("operator", CALLS)
def test_operators(operator, bucket, cluster, images):
    names, options = CALLS[operator]
    output = f"{bucket}/{operator}-out.ome.zarr"
    block = (256, SIDE) if operator == "distance" else BLOCK
    with Kills(cluster, most=1, seed=len(operator)) as kills:
        report = preamar.cluster.run(operator, [f"{bucket}/{name}.ome.zarr" for name in names], output,
                                     client=cluster.client, memory="1G", block=block, **options)
    print(operator, report, "killed", kills.count)
    expected = getattr(preamar, operator)(*(images[name] for name in names), **options)
    if operator == "label":
        expected, count = expected
        assert report.found["label"]["count"] == count
    assert numpy.array_equal(preamar.read_image(output), expected)


def test_pipeline(bucket, cluster, images, tmp_path):
    def pipeline_to(labels, table):
        pipeline = preamar.Pipeline()
        tissue = pipeline.read(f"{bucket}/tissue.ome.zarr")
        otsu = pipeline.otsu(tissue)
        mask = pipeline.threshold(pipeline.gaussian(tissue, sigma=2), value=otsu.value)
        found = pipeline.label(pipeline.fill_holes(mask))
        pipeline.write(found, labels)
        pipeline.write(pipeline.measure(found), table)
        pipeline.minmax(found)  # two numbers
        return pipeline

    expected = pipeline_to(tmp_path / "labels.ome.zarr", tmp_path / "objects.csv").run()
    report = preamar.cluster.run(pipeline_to(f"{bucket}/labels.ome.zarr", tmp_path / "in-store.csv"),
                                 client=cluster.client, memory="1G", block=BLOCK)
    assert numpy.array_equal(preamar.read_image(f"{bucket}/labels.ome.zarr"),
                             preamar.read_image(tmp_path / "labels.ome.zarr"))
    assert (tmp_path / "in-store.csv").read_bytes() == (tmp_path / "objects.csv").read_bytes()
    assert report.found == {step: numbers for step, numbers in expected.found.items() if step != "measure"}
    assert len(report.found["minmax"]) == 2


def test_report(bucket, cluster, images, tmp_path):
    shown = []
    report = preamar.cluster.run("invert", f"{bucket}/tissue.ome.zarr", f"{bucket}/inverted.ome.zarr",
                                 client=cluster.client, memory="1G", block=BLOCK, progress=shown.append, window=3,
                                 prices={"worker_hour": 3600.0, "gigabyte_read": 1.0})
    assert shown == sorted(shown) and shown[-1] == 1
    assert report.tasks == 17 and report.bytes_read == SIDE * SIDE == report.bytes_written
    assert sum(each["tasks"] for each in report.workers) == 17
    assert report.cost == pytest.approx(len(report.workers) * report.seconds + SIDE * SIDE / 1e9)
    report.write(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert f"17 tasks on {len(report.workers)} workers" in page and (tmp_path / "report.json").exists()


def test_refusals(bucket, cluster, images, tmp_path):
    def call(output, **more):
        preamar.cluster.run("invert", f"{bucket}/tissue.ome.zarr", output, client=cluster.client, **more)

    with pytest.raises(ValueError, match="one file, which several processes cannot write"):
        call(tmp_path / "out.tif")
    numpy.lib.format.open_memmap(tmp_path / "large.npy", mode="w+", dtype=numpy.uint8, shape=(40000, 40000))  # sparse
    with pytest.raises(MemoryError, match="the smallest worker has"):
        preamar.cluster.run("invert", tmp_path / "large.npy", tmp_path / "out.ome.zarr", client=cluster.client,
                            memory="64G", block=(40000, 40000))
    assert [file.name for file in tmp_path.iterdir()] == ["large.npy"]
    with pytest.raises(ValueError, match="give plan"):
        preamar.cluster.run("otsu", f"{bucket}/tissue.ome.zarr", client=cluster.client)
    with pytest.raises(OSError, match="exists already"):
        call(f"{bucket}/tissue.ome.zarr")


@pytest.mark.parametrize("given", [
    {"level": 1}, {"select": "t=0"}, {"channel": "haematoxylin"}, {"stains": [[1, 0, 0], [0, 1, 0]]},
    {"channel_range": (0, 1)}, {"ignore_metadata": True}, {"nodata": 0}, {"inputs": "a.zarr"}, {"output": "b.zarr"},
    {"sigma": 2}], ids=lambda given: next(iter(given)))
def test_pipeline_has_its_own_options(given):
    with pytest.raises(ValueError, match=f"pipeline: {next(iter(given))}: these belong to its steps"):
        preamar.cluster.run(preamar.Pipeline(), **given)


def test_second_job_is_refused(bucket, cluster, images):
    output = f"{bucket}/contended.ome.zarr"
    plan = {"reading": {}, "options": {}, "memory": "1G", "block": (256, 256), "resume": False, "writing": {},
            "outlines": {}, "threads": 1}
    first = preamar._ext.plan_job("invert", [f"{bucket}/tissue.ome.zarr"], [output],
                                  plan=f"{bucket}/first.json", **plan)
    with pytest.raises(OSError, match="is being written by another run"):
        preamar.cluster.run("invert", f"{bucket}/tissue.ome.zarr", output, client=cluster.client)
    preamar.cluster.run_plan(first["file"], client=cluster.client)
    assert numpy.array_equal(preamar.read_image(output), preamar.invert(images["tissue"]))


def wait_until_idle(client):
    """Tasks that nobody waits for any more go on until they end."""
    def tasks_of(dask_worker):
        return len(dask_worker.state.executing)

    until = time.monotonic() + 60
    while any(client.processing().values()) or any(client.run(tasks_of).values()):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_resumed(bucket, cluster, images):
    """A job whose client fails half-way is taken up again."""
    output, words = f"{bucket}/resumed.ome.zarr", {"client": cluster.client, "memory": "1G", "block": BLOCK}

    def fail(fraction):
        if fraction > 0.6:
            raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        preamar.cluster.run("fill_holes", f"{bucket}/tissue.ome.zarr", output, progress=fail, **words)
    wait_until_idle(cluster.client)
    report = preamar.cluster.run("fill_holes", f"{bucket}/tissue.ome.zarr", output, resume=True, **words)
    assert sum(stage["was_done"] for stage in report.stages) >= 16
    assert numpy.array_equal(preamar.read_image(output), preamar.fill_holes(images["tissue"]))


def test_device(bucket, images, tmp_path):
    device = next((name for name, about in preamar.devices() if name.startswith("opencl")), None)
    if device is None:
        pytest.skip("there is no OpenCL device")
    output = f"{bucket}/on-device.ome.zarr"
    with DaskCluster(tmp_path / "dask", 1, words=["--preload", "preamar.cluster", "--device", device]) as cluster:
        report = preamar.cluster.run("reconstruct", [f"{bucket}/marker.ome.zarr", f"{bucket}/mask.ome.zarr"], output,
                                     client=cluster.client, memory="1G", block=(1024, 1024))
    blocks = {}
    for stage in report.stages:
        for name, count in stage["devices"].items():
            blocks[name] = blocks.get(name, 0) + count
    assert blocks.get(device, 0) > 0, blocks
    assert numpy.array_equal(preamar.read_image(output), preamar.reconstruct(images["marker"], images["mask"]))
