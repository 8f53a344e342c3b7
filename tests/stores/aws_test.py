"""What AWS does and other stores do not, and stores that refuse, expire or do not answer; on a small server of our own."""

import json
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

FOLDER = pathlib.Path(__file__).parents[1]
sys.path += [str(FOLDER / "faces"), str(FOLDER / "tools")]
from aws_server import AwsServer, Refusal  # noqa: E402
from program import PATIENCE, PROGRAM, ProgramTest  # noqa: E402
from s3 import without_credentials  # noqa: E402

BUCKET = "images"
SOON = 10  # seconds; about one on an idle machine, and a run that waits for a request needs 120
IN_BLOCKS = ["--block", "128,128", "--threads", "2", "--quiet"]
ODD = "with space, a+b & c%20d <ú>"  # a folder


class AwsTest(ProgramTest):
    side = 256

    def setUp(self):
        super().setUp()
        self.own = {"PREAMAR_REQUEST_SECONDS": "20"}  # variables of the environment
        self.source = self.folder / "in.ome.zarr"
        self.generate("tissue", self.side, self.source, "--chunk", "64,64")
        self.store = self.served()

    def served(self, **options):
        store = AwsServer(**options)
        self.addCleanup(store.close)
        return store

    def upload(self, path, url):
        for file in path.rglob("*"):
            if file.is_file():
                self.store.put(f"{url.removeprefix('s3://')}/{file.relative_to(path)}", file.read_bytes())

    def environment(self):
        return {**without_credentials(), **self.store.environment, **self.own}

    def begin(self, *words):
        return subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.folder, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment())

    def done(self, *words, code=0):
        """The message of a call that ends with this code."""
        process = self.begin(*words)
        output, message = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, f"{words}: {output}{message}")
        return message

    def pixels(self, name):
        self.done("dilate", name, "--radius", 0, "-o", "pixels.tif", "--overwrite", "--threads", 1, "--quiet")
        return (self.folder / "pixels.tif").read_bytes()

    def left(self, folder, *images):
        """The objects below a folder that are of none of its images."""
        keys = [name.removeprefix(f"{BUCKET}/{folder}/") for name in self.store.objects]
        return [key for key in keys if key.split("/")[0] not in images]


class Lists(AwsTest):
    """Keys of lists are encoded: AWS writes a space as "+", Ceph as "%20"."""

    def test_run(self):
        self.done("erode", self.source, "--radius", 1, "-o", "right.tif", "--quiet")
        right = self.pixels("right.tif")
        place = f"s3://{BUCKET}/{ODD}"
        words = ["erode", f"{place}/in.ome.zarr", "--radius", 1, "-o", f"{place}/out.ome.zarr", *IN_BLOCKS]
        for space in "+", "%20":
            with self.subTest(space=space):
                self.store = self.served(space=space)
                self.upload(self.source, f"{place}/in.ome.zarr")
                self.done(*words, "--chunk", "32,32")
                self.done(*words, "--overwrite", "--chunk", "128,128")
                self.assertEqual(self.pixels(f"{place}/out.ome.zarr"), right)
                chunks = [name for name in self.store.objects if "/out.ome.zarr/0/c/" in name]
                self.assertEqual(len(chunks), 4, "chunks of the replaced image stay")
                self.assertEqual(self.left(ODD, "in.ome.zarr", "out.ome.zarr"), [])

    def test_job(self):
        self.done("fill_holes", self.source, "-o", "right.tif", "--quiet")
        place = f"s3://{BUCKET}/with space"
        self.upload(self.source, f"{place}/in.ome.zarr")
        self.done("plan", "fill_holes", f"{place}/in.ome.zarr", "-o", f"{place}/out.ome.zarr", "-o", "job.json",
                  *IN_BLOCKS)
        for number in range(json.loads((self.folder / "job.json").read_text())["tasks"]):
            self.done("task", "job.json", number, "--quiet")
        self.assertEqual(self.pixels(f"{place}/out.ome.zarr"), self.pixels("right.tif"))
        self.assertEqual(self.left("with space", "in.ome.zarr", "out.ome.zarr"), [])

    def test_input_that_is_rewritten_in_mid_job(self):
        """Blocks are read once, so only the list shows it."""
        url = f"s3://{BUCKET}/with space/in.ome.zarr"
        self.upload(self.source, url)
        self.done("plan", "erode", url, "--radius", 1, "-o", "out.ome.zarr", "-o", "job.json", *IN_BLOCKS)
        tasks = json.loads((self.folder / "job.json").read_text())["tasks"]
        self.done("task", "job.json", 0, "--quiet")
        self.generate("blobs", self.side, self.source, "--chunk", "64,64", "--overwrite")
        self.upload(self.source, url)
        for number in range(1, tasks - 1):
            self.done("task", "job.json", number, "--quiet")
        self.assertIn("changed", self.done("task", "job.json", tasks - 1, code=1))
        self.assertFalse((self.folder / "out.ome.zarr").exists())

    def test_list_of_another_folder(self):
        """A server that encodes keys in a way of its own must not look empty."""
        url = f"s3://{BUCKET}/with space/in.ome.zarr"
        self.upload(self.source, url)
        self.store.space = "_"
        message = self.done("erode", url, "--radius", 1, "-o", "out.ome.zarr", *IN_BLOCKS, code=1)
        self.assertIn("lists the object 'with_space/in.ome.zarr/", message)


class Refusals(AwsTest):
    def invert(self, *more, code):
        url = f"s3://{BUCKET}/in.ome.zarr"
        self.upload(self.source, url)
        return self.done("invert", url, "-o", f"s3://{BUCKET}/out.ome.zarr", *IN_BLOCKS, *more, code=code)

    def refuse_locks(self, status, *code):
        def choose(method, key):
            if method == "PUT" and key.endswith(".lock"):
                raise Refusal(status, *code)

        self.store.choose = choose

    def test_kinds_of_400(self):
        for code in "ExpiredToken", "InvalidRequest", "AuthorizationHeaderMalformed":
            self.refuse_locks(400, code)
            message = self.invert(code=1)
            self.assertIn(code, message)
            self.assertNotIn("--no-lock", message)
            self.assertEqual("the credentials have expired" in message, code == "ExpiredToken")
        for status, *code in (501, "NotImplemented"), (400, "InvalidArgument", "If-None-Match is not supported"):
            self.refuse_locks(status, *code)
            self.assertIn("--no-lock", self.invert(code=1))
        self.invert("--no-lock", code=0)

    def write_credentials(self, token):
        (self.folder / "new").write_text(f"[default]\naws_access_key_id = {self.store.access}\n"
                                         f"aws_secret_access_key = secret\naws_session_token = {token}\n")
        (self.folder / "new").rename(self.folder / "credentials")

    def test_token_that_is_renewed_in_mid_run(self):
        """A program renews the file at the moment when the token expires."""
        self.own |= {"AWS_SHARED_CREDENTIALS_FILE": str(self.folder / "credentials"), "AWS_ACCESS_KEY_ID": "",
                     "AWS_SECRET_ACCESS_KEY": ""}
        self.store.token = "first"
        self.write_credentials("first")

        lock = threading.Lock()

        def choose(method, key):
            with lock:
                if method == "PUT" and "/out.ome.zarr/0/c/" in key and self.store.token == "first":
                    self.write_credentials("second")
                    self.store.token = "second"

        self.store.choose = choose
        self.invert(code=0)
        self.assertEqual(self.pixels(f"s3://{BUCKET}/out.ome.zarr"), self.inverted())
        self.store.token = "third"  # of which no file says anything
        message = self.invert("--overwrite", code=1)
        self.assertIn("the credentials have expired", message)
        self.assertNotIn("second", message)

    def inverted(self):
        self.done("invert", self.source, "-o", "right.tif", "--quiet")
        return self.pixels("right.tif")


class Stops(AwsTest):
    """A store that does not answer: a run ends soon after a signal, long before its requests time out."""

    def setUp(self):
        super().setUp()
        self.own = {"PREAMAR_LOCK_SECONDS": "2"}  # the lock is renewed twice a second
        self.url = f"s3://{BUCKET}/in.ome.zarr"
        self.upload(self.source, self.url)

    def seconds_to_stop(self, signal, words, method, part, codes=(130,)):
        """The time that a run takes to end once all requests hang, from the first with this method and part of a key."""
        hangs, is_over = threading.Event(), threading.Event()

        def choose(asked, key):
            if asked == method and part in key:
                hangs.set()
            if hangs.is_set():
                is_over.wait(PATIENCE)
                raise ConnectionAbortedError  # nothing is written late

        self.store.choose = choose
        process = self.begin(*words)
        try:
            while not hangs.wait(0.1):
                self.assertIsNone(process.poll(), "the run ended without such a request")
            time.sleep(0.6)  # a renewal of the lock is under way, too
            begun = time.monotonic()
            process.send_signal(signal)
            message = process.communicate(timeout=PATIENCE)[1]
            seconds = time.monotonic() - begun
        finally:
            is_over.set()
            process.kill()
            process.communicate()
        self.assertIn(process.returncode, codes, message)
        self.store.choose = lambda *_: None
        for key in [key for key in self.store.objects if "/in.ome.zarr/" not in key]:
            del self.store.objects[key]
        return seconds

    def check(self, *cases, words, codes=(130,)):
        for number, (method, part) in enumerate(cases):
            with self.subTest(words=words[0], method=method, part=part):
                by = [signal.SIGTERM, signal.SIGINT][number % 2]
                self.assertLess(self.seconds_to_stop(by, words, method, part, codes), SOON)

    def test_run(self):
        words = ["fill_holes", self.url, "-o", f"s3://{BUCKET}/out.ome.zarr", *IN_BLOCKS]
        self.check(("PUT", ".lock"), ("PUT", "/record/"), ("GET", "/in.ome.zarr/0/c/"), ("PUT", "/state/"),
                   ("PUT", "/out.ome.zarr/0/c/"), ("PUT", "/out.ome.zarr/zarr.json"), words=words)

    def test_clean_up(self):
        words = ["fill_holes", self.url, "-o", f"s3://{BUCKET}/out.ome.zarr", *IN_BLOCKS]
        self.check(("DELETE", ".work/"), ("DELETE", ".lock"), words=words, codes=(0, 130))

    def test_whole_image(self):
        self.check(("GET", "/in.ome.zarr/0/c/"), words=["invert", self.url, "-o", "out.tif", "--quiet"])
        self.check(("PUT", "/out.ome.zarr/0/c/"), words=["invert", self.url, "-o", f"s3://{BUCKET}/out.ome.zarr",
                                                          "--quiet"])

    def test_pipeline_and_task(self):
        (self.folder / "two.toml").write_text(f"""
version = 1
[inputs]
image = "{self.url}"
[steps.filled]
operator = "fill_holes"
image = "image"
[steps.level]
operator = "otsu"
image = "filled"
[steps.mask]
operator = "threshold"
image = "filled"
value = "level.level"
[outputs]
mask = "s3://{BUCKET}/out.ome.zarr"
""")
        self.check(("PUT", ".work/images/"), ("PUT", "/out.ome.zarr/0/c/"), words=["run", "two.toml", *IN_BLOCKS])
        self.done("plan", "fill_holes", self.url, "-o", f"s3://{BUCKET}/out.ome.zarr", "-o", "job.json", *IN_BLOCKS)
        self.check(("PUT", ".work/"), words=["task", "job.json", 0, "--quiet"])

    def test_stop_while_the_store_answers(self):
        """Clean-up is complete: no lock is left for the next run to wait for."""
        is_reached = threading.Event()

        def choose(method, key):
            if method == "PUT" and "/out.ome.zarr/0/c/" in key:
                is_reached.set()
                time.sleep(0.2)

        self.store.choose = choose
        process = self.begin("fill_holes", self.url, "-o", f"s3://{BUCKET}/out.ome.zarr", *IN_BLOCKS)
        self.assertTrue(is_reached.wait(PATIENCE))
        process.send_signal(signal.SIGINT)
        message = process.communicate(timeout=PATIENCE)[1]
        self.assertEqual(process.returncode, 130, message)
        self.assertNotIn(f"{BUCKET}/out.ome.zarr.lock", self.store.objects)
        self.done("fill_holes", self.url, "-o", f"s3://{BUCKET}/out.ome.zarr", "--resume", *IN_BLOCKS)


class Secrets(AwsTest):
    def test_queries_are_not_printed(self):
        """A signature in a URL, wherever a message names the URL."""
        secret, names = "X-Amz-Signature=hunter2", []
        for name in "x.tif", "x.zarr", "x", "in.ome.zarr/y", "x.csv":
            for end in f"?{secret}", f"?{secret}.tif", f"?{secret}&a=.ome.zarr", f"#{secret}":
                for start in "https://127.0.0.1:9", "https:/127.0.0.1:9", "https://me:hunter2@127.0.0.1:9", "s3://b":
                    names.append(f"{start}/{name}{end}")
        names.append(f"https://me@127.0.0.1:9?{secret}")
        calls = [lambda url: ["info", url], lambda url: ["invert", self.source, "-o", url],
                 lambda url: ["invert", url, "-o", "out.tif"], lambda url: ["measure", self.source, "-o", url],
                 lambda url: ["plan", "invert", self.source, "-o", "x.ome.zarr", "-o", url],
                 lambda url: ["task", url, 0], lambda url: ["run", url], lambda url: [url],
                 lambda url: ["label", url, "--level", url, "-o", "out.tif"]]
        for number, url in enumerate(names):
            process = self.begin(*calls[number % len(calls)](url))
            printed = "".join(process.communicate(timeout=PATIENCE))
            self.assertNotEqual(process.returncode, 0)
            self.assertNotIn("hunter2", printed)


if __name__ == "__main__":
    unittest.main(verbosity=1)
