"""Faults of a cluster: a job ends with the right image, or with a message and without an image. By hand, with a Python
that has preamar and distributed:

python tests/cluster/faults_test.py PROGRAM

PREAMAR_SEED repeats a run."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

FOLDER = pathlib.Path(__file__).parents[1]
sys.path += [str(FOLDER / "stores"), str(FOLDER / "cluster")]
import gateway  # noqa: E402
import psutil  # noqa: E402
from dask_cluster import DaskCluster  # noqa: E402
from gateway import BUCKET, PROGRAM, StoreTest  # noqa: E402
from proxy import TRANSIENT, Proxy  # noqa: E402

SIDE = 2048
OUTPUT = "out.ome.zarr"
CHUNK = ["--chunk", "256,256"]
BLOCK = ["--block", "256,256"]
CALLS = [("fill_holes", "tissue"), ("label", "blobs"), ("gaussian", "tissue", "--sigma", "2"),
         ("h_maxima", "tissue", "--h", "20"), ("watershed", "relief", "markers"), ("reconstruct", "marker", "mask"),
         ("geodesic_distance", "edges", "blobs")]
IMAGES = {"tissue": ["tissue"], "blobs": ["blobs"], "tissue-seeds": ["relief", "markers"],
          "tissue-100-h": ["marker", "mask"]}
# A worker that says nothing for this time counts as lost.
SETTINGS = {"DASK_DISTRIBUTED__SCHEDULER__WORKER_TTL": "3s", "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "10s"}


class ClusterFaults(StoreTest):
    side = SIDE
    gigabytes = 3

    def setUp(self):
        super().setUp()
        for instance, names in IMAGES.items():
            files = [self.images / f"{name}.ome.zarr" for name in names]
            if not files[0].exists():
                self.generate(instance, SIDE, *files, *CHUNK)
        edges = self.images / "edges.ome.zarr"
        if not edges.exists():
            self.call("canny", self.images / "tissue.ome.zarr", "--sigma", "2", "--low", "3", "--high", "5", "-o", edges,
                      *CHUNK)
        self.cluster = None

    def tearDown(self):
        if self.cluster:
            self.cluster.close()
        super().tearDown()

    def start(self, workers=2, memory="2GB"):
        """The environment of the workers is that of the runs."""
        self.cluster = DaskCluster(self.place / "dask", workers, self.environment(), memory, settings=SETTINGS)

    def words(self, call, *more):
        names = [word for word in call[1:] if (self.images / f"{word}.ome.zarr").exists()]
        sources = [self.uploaded(self.images / f"{name}.ome.zarr") for name in names]
        return [call[0], *sources, *call[1 + len(names):], "-o", self.url(OUTPUT), *CHUNK, *BLOCK, *more]

    def begin_job(self, words):
        return subprocess.Popen([sys.executable, "-P", "-m", "preamar.cluster._command", *map(str, words), "--scheduler",
                                 self.cluster.address, "--threads", "1", "--memory", "500M", "--quiet", "--json"],
                                cwd=self.place, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={
                                    **os.environ, **self.environment(),
                                    "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})

    def right(self, call):
        if call not in self.known:
            path = self.images / f"right-{call[0]}" / OUTPUT
            names = [word for word in call[1:] if (self.images / f"{word}.ome.zarr").exists()]
            if not path.exists():
                path.parent.mkdir()
                self.done(call[0], *(self.images / f"{name}.ome.zarr" for name in names), *call[1 + len(names):], "-o",
                          path, *CHUNK, "--quiet")
            self.known[call] = self.local_arrays(path)
        return self.known[call]

    def check(self, call, code, message):
        if code == 0 and (not self.has_root(OUTPUT) or self.arrays(OUTPUT) != self.right(call)):
            self.wrong("exit 0, and the image is not right")
        if code != 0 and self.has_root(OUTPUT):
            self.wrong(f"an image is there after {message}")
        print(f"{call[0]}: {'equal' if code == 0 else 'error: ' + message.strip()[-300:]}", flush=True)

    def clear(self):
        self.store.delete_all(BUCKET, OUTPUT)

    def end_job(self, process, call):
        code, message = self.end(process)
        self.check(call, code, message)
        return code, message

    def test_killed_workers(self):
        """20 jobs; one to four workers are killed with -9 at random moments of each."""
        self.start(workers=3)
        killed, equal = 0, 0
        for number in range(20):
            call = CALLS[number % len(CALLS)]
            process = self.begin_job(self.words(call))
            for _ in range(self.random.randint(1, 4)):
                try:
                    process.wait(self.random.uniform(0.5, 2))
                    break
                except subprocess.TimeoutExpired:
                    killed += self.cluster.kill_one(self.random)
            code, message = self.end_job(process, call)
            equal += code == 0
            if code != 0:
                code, message = self.end_job(self.begin_job(self.words(call, "--resume")), call)
                self.assertEqual(code, 0, message)
            self.clear()
        print(f"20 jobs, {killed} workers killed: {equal} equal at once, the others after --resume", flush=True)
        self.assertGreater(killed, 10)
        self.assertEqual(self.failures, [])

    def test_worker_hangs_and_comes_back(self):
        self.start()
        for call in CALLS[:2] + CALLS[4:6]:
            process = self.begin_job(self.words(call))
            time.sleep(self.random.uniform(1.5, 3))
            found = self.cluster.processes()
            for each in found[:1]:
                each.send_signal(signal.SIGSTOP)
            code, message = self.end_job(process, call)
            for each in found[:1]:
                try:
                    each.send_signal(signal.SIGCONT)
                except psutil.NoSuchProcess:
                    pass
            time.sleep(2)
            self.assertEqual(code, 0, message)
            self.check(call, code, message)  # the late task has changed nothing
            self.require_nothing_but(OUTPUT, *(path.name for path in self.images.iterdir()))
            self.clear()
        self.assertEqual(self.failures, [])

    def test_worker_out_of_memory(self):
        """Something else fills the memory of a worker: its nanny ends it."""
        self.start(memory="1GB")
        call = CALLS[0]
        before = {each.pid for each in self.cluster.processes()}
        process = self.begin_job(self.words(call))
        time.sleep(1.5)
        victim = next(iter(self.cluster.client.scheduler_info()["workers"]))
        eaten = self.cluster.client.submit(_fill_memory, workers=[victim], priority=100, pure=False)
        code, message = self.end_job(process, call)
        self.assertEqual(code, 0, message)
        self.assertNotEqual({each.pid for each in self.cluster.processes()}, before)
        eaten.cancel()
        self.assertEqual(self.failures, [])

    def test_scheduler_killed(self):
        call = CALLS[0]
        self.start()
        process = self.begin_job(self.words(call))
        time.sleep(2.5)
        self.cluster.scheduler.send_signal(signal.SIGKILL)
        code, message = self.end_job(process, call)
        self.assertNotEqual(code, 0)
        self.assertIn("resume", message)
        self.cluster.close()
        self.start()
        code, message = self.end_job(self.begin_job(self.words(call, "--resume")), call)
        self.assertEqual(code, 0, message)
        self.assertEqual(self.failures, [])

    def test_store_with_faults(self):
        """Workers and client see a store that answers 503, slowly, or half."""
        random = self.random
        lock = threading.Lock()

        def choose(*_):
            with lock:
                return random.choice(TRANSIENT) if random.random() < 0.03 else None

        self.proxy = Proxy(self.store.address, choose)
        self.own = {"PREAMAR_LOCK_SECONDS": "60"}
        self.start()
        for call in CALLS[:2]:
            code, message = self.end_job(self.begin_job(self.words(call)), call)
            self.assertEqual(code, 0, message)
            self.clear()
        self.assertEqual(self.failures, [])

    def test_wrong_secret(self):
        call = CALLS[0]
        words = self.words(call)
        self.own = {"AWS_SECRET_ACCESS_KEY": "wrong"}
        self.start()
        self.own = {}
        code, message = self.end_job(self.begin_job(words), call)
        self.assertNotEqual(code, 0)
        self.assertIn("403", message)
        self.assertEqual(self.failures, [])

    def test_shard_deleted_between_passes(self):
        """Tasks without a scheduler, so that the moment is certain."""
        call = CALLS[0]
        self.done("plan", *self.words(call), "-o", self.url(OUTPUT + ".json"), "--memory", "500M", "--quiet")
        plan = json.loads(self.store.get(f"{BUCKET}/{OUTPUT}.json"))
        lost = f"{BUCKET}/tissue.ome.zarr/0/c/3/3"
        pixels, found = self.store.get(lost), ""
        for stage in plan["stages"]:
            if stage["name"] == "blocks" and stage["pass"] == 1:
                self.store.delete(lost)
            for number in range(stage["first"], stage["first"] + stage["tasks"]):
                code, message = self.end(self.begin(["task", self.url(OUTPUT + ".json"), number]), counts=False)
                found += message
        self.assertIn("tissue.ome.zarr", found)
        self.assertRegex(found, r"c/3/3|\[768:1024, 768:1024\]")
        self.assertFalse(self.has_root(OUTPUT))
        print("shard deleted:", [line for line in found.splitlines() if "tissue" in line][0], flush=True)
        self.done("task", self.url(OUTPUT + ".json"), "cancel")
        self.store.put(lost, pixels)
        self.require_nothing_but(*(path.name for path in self.images.iterdir()))


def _fill_memory():
    held = []
    for _ in range(100):
        held.append(bytearray(os.urandom(1 << 20) * 64))
        time.sleep(0.05)


if __name__ == "__main__":
    gateway.main()
