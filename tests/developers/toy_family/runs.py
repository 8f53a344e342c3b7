"""component_size in every kind of run: the results are those of SciPy on the whole image.

runs.py PROGRAM, with a Python that has SciPy, distributed and the extension of that build."""

import json
import os
import pathlib
import signal
import sys
import threading
import time
import unittest
import unittest.mock

import distributed
import numpy
from scipy import ndimage

import preamar
import preamar.cluster

TESTS = pathlib.Path(__file__).resolve().parents[2]
sys.path += [str(TESTS / "cluster"), str(TESTS / "tools")]
from aws_server import AwsServer  # noqa: E402
from jobs import OUTPUT, PATIENCE, PLAN, JobTest, wait_until  # noqa: E402
from s3 import without_credentials  # noqa: E402

NAME = "component_size"
BUCKET = "images"
LOCK = 2  # seconds until the lock of a killed run is free, in a store
# Shapes, shares of non-zero pixels at which components wind through many blocks, and blocks.
IMAGES = {
    "plane": ((311, 203), 0.58, [(7, 5), (1, 203), (64, 64), (100, 203), (311, 203)]),
    "volume": ((29, 37, 41), 0.3, [(1, 37, 41), (10, 9, 8), (29, 5, 41)]),
    "large": ((2048, 1536), 0.58, [(64, 64)]),
}


def noise(name):
    shape, share, _ = IMAGES[name]
    random = numpy.random.default_rng(len(name))
    return (random.random(shape) < share) * random.integers(1, 255, shape, dtype=numpy.uint8)


def sizes_of(image, connectivity):
    """The oracle."""
    labels, _ = ndimage.label(image, ndimage.generate_binary_structure(image.ndim, connectivity))
    sizes = numpy.bincount(labels.ravel()).astype(numpy.uint64)
    sizes[0] = 0
    return sizes[labels]


class ToyFamily(JobTest):
    """Each run is compared with SciPy, or byte for byte with a run that is."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.noise = {name: noise(name) for name in IMAGES}
        cls.files = {}
        for name, image in cls.noise.items():
            cls.files[name] = pathlib.Path(cls.home.name) / f"{name}.npy"
            numpy.save(cls.files[name], image)

    def words(self, name, block, *more, connectivity=1, output=OUTPUT):
        return [NAME, self.files[name], "--connectivity", connectivity, "--block", ",".join(map(str, block)), "--threads",
                1, *more, "-o", output]

    def require_sizes(self, found, name, connectivity=1):
        right = sizes_of(self.noise[name], connectivity)
        self.assertEqual(found.dtype, numpy.uint64)
        numpy.testing.assert_array_equal(found, right)
        return int(right.max())

    def killed_first(self, plan, number):
        """The report of a task. One task of three is killed at a random moment before."""
        if number % 3 == 0:
            process = self.begin(["task", plan, number, "--json"])
            time.sleep(self.random.uniform(0, 0.03))
            process.kill()
            self.end(process)
        return self.task(plan, number)


class OnThisMachine(ToyFamily):
    def test_whole_image(self):
        for name in "plane", "volume":
            for connectivity in range(1, self.noise[name].ndim + 1):
                found = preamar.component_size(self.noise[name], connectivity=connectivity)
                self.assertEqual(found[1], self.require_sizes(found[0], name, connectivity))

    def test_blocks(self):
        for name in "plane", "volume":
            for block in IMAGES[name][2]:
                for connectivity in range(1, len(block) + 1):
                    with self.subTest(name, block=block, connectivity=connectivity):
                        self.clear()
                        report = json.loads(self.done(*self.words(name, block, "--json", connectivity=connectivity)))
                        found = preamar.read_image(self.job / OUTPUT)
                        self.assertEqual(report["largest"], self.require_sizes(found, name, connectivity))
                        self.assertEqual((report["reads_per_block"], report["writes_per_block"]), (2, 1))

    def test_stopped_and_resumed(self):
        words = self.words("large", (64, 64), "--json")
        begun = time.monotonic()
        right = json.loads(self.done(*words, folder=self.plain))
        seconds = time.monotonic() - begun
        self.require_sizes(preamar.read_image(self.plain / OUTPUT), "large")
        for ending, share in (signal.SIGKILL, 0.2), (signal.SIGTERM, 0.4), (signal.SIGKILL, 0.6), (signal.SIGKILL, 0.8):
            with self.subTest(ending, share=share):
                self.clear(self.job)
                self.stop(words, ending, share * seconds)
                report = json.loads(self.done(*words, "--resume"))
                self.assertEqual(report["largest"], right["largest"])
                self.assertLessEqual(report["reads_per_block"], 2)
                self.require_same()

    def stop(self, words, ending, seconds):
        """A run that is stopped before its end."""
        for _ in range(8):  # a run may be faster than the first one
            process = self.begin(words)
            time.sleep(seconds)
            process.send_signal(ending)
            if self.end(process)[0] in (130, -signal.SIGKILL):
                return self.require_nothing_committed()
            self.clear(self.job)
            seconds *= 0.7
        self.fail("no run was stopped")

    def test_resumed_between_the_passes(self):
        """A run that is killed while it writes reads each block once more, and no block for its summary."""
        words = self.words("large", (64, 64), "--json")
        self.done(*words, folder=self.plain)
        process = self.begin(words)
        self.assertTrue(wait_until(lambda: any((self.job / f"{OUTPUT}.work").glob("partial/0/c/*/*")), PATIENCE))
        process.kill()
        self.assertEqual(self.end(process)[0], -signal.SIGKILL)
        report = json.loads(self.done(*words, "--resume"))
        self.assertLessEqual(report["reads_per_block"], 1.1)
        self.require_same()

    def test_job(self):
        for name, block in ("plane", (64, 64)), ("volume", (10, 9, 8)):
            with self.subTest(name):
                self.clear()
                words = self.words(name, block)
                self.done(*words, folder=self.plain)
                self.planned(*words)
                numbers = {each["name"]: each["value"] for each in self.run_job(do=self.killed_first)["numbers"]}
                self.require_same()
                found = preamar.read_image(self.job / OUTPUT)
                self.assertEqual(numbers, {"largest": self.require_sizes(found, name)})


class InAStore(ToyFamily):
    """The store is a small server in this process; images are from local files."""

    def setUp(self):
        super().setUp()
        self.store = AwsServer()
        self.addCleanup(self.store.close)
        own = without_credentials() | self.store.environment | {"PREAMAR_LOCK_SECONDS": str(LOCK)}
        patch = unittest.mock.patch.dict(os.environ, own, clear=True)
        patch.start()
        self.addCleanup(patch.stop)
        self.url = f"s3://{BUCKET}/{OUTPUT}"

    def require_same_in_store(self):
        """The chunks in the store are those of the plain run, and nothing is beside the image."""
        folder = self.plain / OUTPUT
        files = {f"{BUCKET}/{OUTPUT}/{file.relative_to(folder)}": file.read_bytes() for file in folder.rglob("*")
                 if file.is_file()}
        self.assertEqual(self.store.objects.keys(), files.keys())
        chunks = {name for name in files if not name.endswith("zarr.json")}  # in a store, metadata say what is complete
        self.require_equal({name: self.store.objects[name] for name in chunks}, {name: files[name] for name in chunks})

    def test_run(self):
        self.done(*self.words("plane", (64, 64)), folder=self.plain)
        self.done(*self.words("plane", (64, 64), output=self.url))
        self.require_same_in_store()

    def test_killed_and_resumed(self):
        self.done(*self.words("plane", (16, 16)), folder=self.plain)
        writes = threading.Event()
        self.store.choose = lambda method, key: writes.set() if method == "PUT" and f"/{OUTPUT}/0/c/3/" in key else None
        words = self.words("plane", (16, 16), output=self.url)
        process = self.begin(words)
        self.assertTrue(writes.wait(PATIENCE))
        process.kill()
        self.assertEqual(self.end(process)[0], -signal.SIGKILL)
        time.sleep(LOCK + 1.5)
        self.done(*words, "--resume")
        self.require_same_in_store()

    def test_job(self):
        self.done(*self.words("plane", (64, 64)), folder=self.plain)
        self.planned(*self.words("plane", (64, 64), output=self.url))
        self.run_job(do=self.killed_first)
        self.require_same_in_store()

    def test_dask(self):
        """On a real cluster, to a folder and to the store."""
        with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, \
                distributed.Client(cluster, set_as_default=False) as client:
            for name, output in ("volume", str(self.job / OUTPUT)), ("plane", self.url):
                block = IMAGES[name][2][1] if name == "volume" else (64, 64)
                report = preamar.cluster.run(NAME, self.files[name], output, client=client, block=block, memory="500M",
                                             threads=1, plan=self.job / PLAN, connectivity=1)
                self.assertEqual(report.found[NAME]["largest"], sizes_of(self.noise[name], 1).max())
                self.assertGreater(sum(each["tasks"] > 0 for each in report.workers), 1)
        self.require_sizes(preamar.read_image(self.job / OUTPUT), "volume")
        self.done(*self.words("plane", (64, 64)), folder=self.plain)
        self.require_same_in_store()


if __name__ == "__main__":
    unittest.main(verbosity=1)
