"""Every operator that processes blocks, and a pipeline, from and to an object store: the chunks are those of the same
run from and to folders. PREAMAR_STORE_SIDE=4096 for larger images (default: 512)."""

import json
import os
import pathlib
import re
import time

import gateway
from block_calls import CALLS, MADE, NUMBERS, OUTPUTS, PAIRS, TABLES
from gateway import BUCKET, StoreTest

SIDE = int(os.environ.get("PREAMAR_STORE_SIDE", 512))
CHUNK = f"{SIDE // 8},{SIDE // 8}"
IN_BLOCKS = ["--block", f"{SIDE // 4},{SIDE // 4}", "--threads", "2", "--quiet"]
PIPELINE = pathlib.Path(__file__).parents[2] / "examples" / "pipelines" / "touching.toml"


class Operators(StoreTest):
    side = SIDE
    gigabytes = 6

    def stored(self, name):
        """The local image of this name."""
        path = self.images / f"{name}.ome.zarr"
        if not path.exists():
            pair = next((each for each in PAIRS.items() if name in (each[0], each[1][1])), None)
            if name in MADE:
                operator, source, *options = MADE[name]
                self.call(operator, self.stored(source), *options, "-o", path, "--chunk", CHUNK)
            elif pair:
                files = [self.images / f"{each}.ome.zarr" for each in (pair[0], pair[1][1])]
                self.generate(pair[1][0], SIDE, *files, "--chunk", CHUNK)
            else:
                self.generate(name, SIDE, path, "--chunk", CHUNK)
        return path

    def test_every_operator(self):
        names = re.findall(r"^  ([a-z_]+)  ", self.call("help")[0].split("Other commands:")[0], re.MULTILINE)
        operators = [name for name in names if "--block N" in self.call(name, "--help-all")[0]]
        self.assertEqual([name for name in operators if name not in CALLS], [])
        times = {"local": 0, "store": 0}
        for name in operators:
            images, options = CALLS[name]
            if name in TABLES or OUTPUTS.get(name, 1) == 0:
                self.compare_words(name, images, options)
                continue
            outputs = [f"{name}-{i}.ome.zarr" for i in range(OUTPUTS.get(name, 1))]
            sources = [self.uploaded(self.stored(image)) for image in images]
            begun = time.monotonic()
            self.done(name, *map(self.stored, images), *options, "-o", *outputs, *IN_BLOCKS)
            between = time.monotonic()
            self.done(name, *sources, *options, "-o", *map(self.url, outputs), *IN_BLOCKS)
            times["local"] += between - begun
            times["store"] += time.monotonic() - between
            for output in outputs:
                self.assertTrue(self.has_root(output))
                self.assertEqual(self.arrays(output), self.local_arrays(self.place / output), name)
                self.store.delete_all(BUCKET, output + "/")
        print(f"{len(operators)} operators at {SIDE}x{SIDE}: {times['local']:.1f} s from and to folders, "
              f"{times['store']:.1f} s from and to the store", flush=True)
        self.require_nothing_but(*(path.name for path in self.images.iterdir()))
        self.assertEqual(self.failures, [])

    def compare_words(self, name, images, options):
        """Numbers and tables, which are no images."""
        found = []
        for sources in [self.stored(image) for image in images], [self.uploaded(self.stored(image)) for image in images]:
            table = self.place / f"{name}.csv"
            output = ["-o", table, "--overwrite"] if name in TABLES else []
            report = json.loads(self.done_printing(name, *sources, *options, *output, *IN_BLOCKS[:4], "--json"))
            numbers = {key: value for key, value in report.items() if key in NUMBERS}
            found.append((numbers, table.read_bytes() if output else None))
        self.assertEqual(found[0], found[1], name)

    def test_pipeline(self):
        words = PIPELINE.read_text()
        source = self.stored("tissue")
        (self.place / "local.toml").write_text(words.replace("image.tif", str(source)))
        store = words.replace("image.tif", self.uploaded(source))
        (self.place / "store.toml").write_text(store.replace('"objects.ome.zarr"', f'"{self.url("objects.ome.zarr")}"')
                                               .replace("objects.csv", "in-store.csv"))
        self.done("run", "local.toml", *IN_BLOCKS)
        self.done("run", "store.toml", *IN_BLOCKS)
        self.assertEqual(self.arrays("objects.ome.zarr"), self.local_arrays(self.place / "objects.ome.zarr"))
        self.assertEqual((self.place / "objects.csv").read_bytes(), (self.place / "in-store.csv").read_bytes())
        self.require_nothing_but("objects.ome.zarr", source.name)
        self.assertEqual(self.failures, [])

    def test_shards_and_pyramids(self):
        source = self.uploaded(self.stored("tissue"))
        more = ["--chunk", "64,64", "--shard", "128,128", "--pyramid", "mean", "--quiet"]
        self.done("fill_holes", self.stored("tissue"), "-o", "filled.ome.zarr", *more)
        self.done("fill_holes", source, "-o", self.url("filled.ome.zarr"), *more)
        self.assertEqual(self.arrays("filled.ome.zarr"), self.local_arrays(self.place / "filled.ome.zarr"))
        self.done("label", self.url("filled.ome.zarr"), "--level", 1, "-o", "from-store.tif", *IN_BLOCKS)
        self.done("label", "filled.ome.zarr", "--level", 1, "-o", "from-folder.tif", *IN_BLOCKS)
        self.assertEqual(self.pixels(self.place / "from-store.tif"), self.pixels(self.place / "from-folder.tif"))

    def test_labels_of_an_image(self):
        source = self.uploaded(self.stored("blobs"))
        for name in "one", "two":
            self.done("label", source, "-o", f"{source}/labels/{name}", "--quiet")
        listed = self.store.get(f"{BUCKET}/blobs.ome.zarr/labels/zarr.json").decode()
        self.assertIn('"one"', listed)
        self.assertIn('"two"', listed)
        self.done("label", self.stored("blobs"), "-o", "labels.ome.zarr", "--quiet")
        self.assertEqual(list(self.arrays("blobs.ome.zarr/labels/two").values()),
                         list(self.local_arrays(self.place / "labels.ome.zarr").values()))


if __name__ == "__main__":
    gateway.main()
