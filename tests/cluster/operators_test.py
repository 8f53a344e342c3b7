"""Every operator that processes blocks, and a pipeline, by `preamar cluster` on a real Dask cluster, from and to a real
object store: the chunks are those of the same call on whole images in memory. By hand, with a Python that has preamar
and distributed:

python tests/cluster/operators_test.py PROGRAM

PREAMAR_CLUSTER_SIDE=16384 for larger images (default: 1024), PREAMAR_CLUSTER_WORKERS=4 for more workers (default: 2),
PREAMAR_CLUSTER_SPIRAL=1 for spirals instead of tissue, PREAMAR_CLUSTER_FROM=label to begin with an operator."""

import json
import os
import pathlib
import re
import subprocess
import sys
import time

FOLDER = pathlib.Path(__file__).parents[1]
sys.path += [str(FOLDER / "stores"), str(FOLDER / "cluster")]
import gateway  # noqa: E402
from dask_cluster import DaskCluster  # noqa: E402
from gateway import BUCKET, PROGRAM, StoreTest  # noqa: E402

from block_calls import CALLS, MADE, NUMBERS, OUTPUTS, PAIRS, TABLES  # noqa: E402

SIDE = int(os.environ.get("PREAMAR_CLUSTER_SIDE", 1024))
WORKERS = int(os.environ.get("PREAMAR_CLUSTER_WORKERS", 2))
SPIRAL = "PREAMAR_CLUSTER_SPIRAL" in os.environ
FROM = os.environ.get("PREAMAR_CLUSTER_FROM", "")
CHUNK = min(SIDE // 8, 1024)
BLOCK = SIDE // 4
PIPELINE = FOLDER.parent / "examples" / "pipelines" / "touching.toml"


class Operators(StoreTest):
    side = SIDE
    gigabytes = 8

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        environment = {**cls.store.environment, "PREAMAR_LOCK_SECONDS": "60"}
        cls.cluster = DaskCluster(pathlib.Path(cls.home.name) / "dask", WORKERS, environment, memory="4GB")

    @classmethod
    def tearDownClass(cls):
        cls.cluster.close()
        super().tearDownClass()

    def stored(self, name):
        """The local image of this name."""
        path = self.images / f"{name}.ome.zarr"
        if path.exists():
            return path
        chunk = ["--chunk", f"{CHUNK},{CHUNK}"]
        pair = next((each for each in PAIRS.items() if name in (each[0], each[1][1])), None)
        if name in MADE:
            operator, source, *options = MADE[name]
            self.call(operator, self.stored(source), *options, "-o", path, *chunk)
        elif pair:
            files = [self.images / f"{each}.ome.zarr" for each in (pair[0], pair[1][1])]
            self.generate(pair[1][0], SIDE, *files, *chunk)
        else:
            self.generate("spiral" if SPIRAL and name in ("tissue", "blobs") else name, SIDE, path, *chunk)
        return path

    def on_cluster(self, *words):
        """The report of a job, and the seconds of the command."""
        begun = time.monotonic()
        done = subprocess.run([sys.executable, "-P", "-m", "preamar.cluster._command", *map(str, words), "--scheduler",
                               self.cluster.address, "--threads", "1", "--memory", "2G", "--quiet", "--json"],
                              cwd=self.place, capture_output=True, text=True, env={
                                  **os.environ, **self.environment(), "PREAMAR_LOCK_SECONDS": "60",
                                  "PATH": f"{pathlib.Path(PROGRAM).parent}:{os.environ['PATH']}"})
        self.printed += done.stdout + done.stderr
        self.assertEqual(done.returncode, 0, f"{words}: {done.stderr}")
        return json.loads(done.stdout.splitlines()[-1]), time.monotonic() - begun

    def test_every_operator(self):
        names = re.findall(r"^  ([a-z_]+)  ", self.call("help")[0].split("Other commands:")[0], re.MULTILINE)
        operators = [name for name in names if name in CALLS]
        operators = operators[operators.index(FROM) if FROM else 0:]
        chunk = ["--chunk", f"{CHUNK},{CHUNK}"]
        for name in operators:
            images, options = CALLS[name]
            block = ["--block", f"{CHUNK},{SIDE}" if name == "distance" else f"{BLOCK},{BLOCK}"]
            sources = [self.uploaded(self.stored(image)) for image in images]
            begun = time.monotonic()
            if name in TABLES or OUTPUTS.get(name, 1) == 0:
                found = self.compare_words(name, images, sources, options, block)
            else:
                outputs = [f"{name}-{i}.ome.zarr" for i in range(OUTPUTS.get(name, 1))]
                self.done(name, *map(self.stored, images), *options, "-o", *outputs, *chunk, "--quiet")
                whole = time.monotonic() - begun
                report, seconds = self.on_cluster(name, *sources, *options, "-o", *map(self.url, outputs), *chunk, *block)
                for output in outputs:
                    self.assertTrue(self.has_root(output))
                    self.require_equal(output)
                    self.store.delete_all(BUCKET, output + "/")
                    subprocess.run(["rm", "-rf", self.place / output], check=True)
                found = f"whole {whole:.1f} s, cluster {seconds:.1f} s, {report['tasks']} tasks, {report['plans']} plans"
            print(f"{name} {SIDE}x{SIDE}, {WORKERS} workers: equal; {found}", flush=True)
            for image in images:
                if SIDE > 4096 and image not in ("tissue", "blobs"):
                    self.store.delete_all(BUCKET, f"{image}.ome.zarr/")
        self.require_nothing_but(*(path.name for path in self.images.iterdir()))
        self.assertEqual(self.failures, [])

    def require_equal(self, output):
        """The chunks in the store are those of the local image, one after the other."""
        keys = [key for key in self.store.keys(BUCKET, output + "/") if not key.endswith("zarr.json")]
        local = self.place / output
        files = [file for file in local.rglob("*") if file.is_file() and file.name != "zarr.json"]
        self.assertEqual(sorted(keys), sorted(f"{output}/{file.relative_to(local)}" for file in files))
        for key in keys:
            self.assertEqual(self.store.get(f"{BUCKET}/{key}"), (self.place / key).read_bytes(), key)

    def compare_words(self, name, images, sources, options, block):
        """Numbers and tables, which are no images."""
        tables = [self.place / f"{name}-{place}.csv" for place in ("whole", "cluster")]
        has_table = name in TABLES
        output = [["-o", table] if has_table else [] for table in tables]
        report = json.loads(self.done_printing(name, *map(self.stored, images), *options, *output[0], "--json"))
        expected = {key: value for key, value in report.items() if key in NUMBERS}
        plan = ["--plan", self.place / f"{name}.json"]
        found, seconds = self.on_cluster(name, *sources, *options, *output[1], *block, *plan)
        numbers = {key: value for key, value in found["found"].get(name, {}).items() if key in NUMBERS}
        if "numbers" not in expected:
            self.assertEqual(numbers, expected, name)
        if has_table:
            self.assertEqual(tables[0].read_bytes(), tables[1].read_bytes())
        return f"cluster {seconds:.1f} s, {found['tasks']} tasks"

    def test_pipeline(self):
        words = PIPELINE.read_text()
        source = self.stored("tissue")
        (self.place / "local.toml").write_text(words.replace("image.tif", str(source)))
        store = words.replace("image.tif", self.uploaded(source))
        (self.place / "store.toml").write_text(store.replace('"objects.ome.zarr"', f'"{self.url("objects.ome.zarr")}"')
                                               .replace("objects.csv", "in-store.csv"))
        chunk = ["--chunk", f"{CHUNK},{CHUNK}"]
        self.done("run", "local.toml", *chunk, "--quiet")
        report, seconds = self.on_cluster("run", "store.toml", *chunk, "--block", f"{BLOCK},{BLOCK}")
        self.require_equal("objects.ome.zarr")
        self.assertEqual((self.place / "objects.csv").read_bytes(), (self.place / "in-store.csv").read_bytes())
        print(f"pipeline {SIDE}x{SIDE}, {WORKERS} workers: equal; cluster {seconds:.1f} s, {report['tasks']} tasks, "
              f"{report['plans']} plans", flush=True)
        self.require_nothing_but("objects.ome.zarr", source.name)
        self.assertEqual(self.failures, [])


if __name__ == "__main__":
    gateway.main()
