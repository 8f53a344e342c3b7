"""What the tests of object stores share: a real store, images in it, and runs of the program against it."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).parents[1]
sys.path += [str(FOLDER / "faults"), str(FOLDER / "tools")]
from s3 import ObjectStore, without_credentials  # noqa: E402
from trials import PATIENCE, PROGRAM, FaultTest  # noqa: E402

BUCKET = "images"
# The lock of a run that is killed is free after this time, in seconds.
LOCK = 2


class StoreTest(FaultTest):
    """`self.store` is a gateway for all tests of a class."""

    side = 512
    gigabytes = 2

    @classmethod
    def setUpClass(cls):
        if not shutil.which("radosgw"):
            print("radosgw is not installed")
            sys.exit(77)
        cls.home = tempfile.TemporaryDirectory(prefix="preamar-store-")
        cls.store = ObjectStore(cls.home.name, cls.gigabytes)
        cls.store.make_bucket(BUCKET)

    @classmethod
    def tearDownClass(cls):
        cls.store.close()
        cls.home.cleanup()

    def setUp(self):
        super().setUp()
        self.proxy = None
        self.printed = ""
        self.own = {}  # variables of the environment

    def tearDown(self):
        if self.proxy:
            self.proxy.close()
        self.store.delete_all(BUCKET)
        for secret in self.store.environment["AWS_SECRET_ACCESS_KEY"], "Signature=":
            self.assertNotIn(secret, self.printed)
        super().tearDown()

    def environment(self):
        endpoint = {"AWS_ENDPOINT_URL": f"http://{self.proxy.address}"} if self.proxy else {}
        return {**without_credentials(), **self.store.environment, **endpoint, "PREAMAR_LOCK_SECONDS": str(LOCK),
                **self.own}

    def begin(self, words, environment=None):
        return subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.place, text=True, errors="replace",
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                env={**self.environment(), **(environment or {})})

    def end(self, process, counts=True):
        try:
            output, message = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            output, message = process.communicate()
            self.fault(f"{process.args[1:]} hung")
        self.printed += output + message
        code = process.returncode
        if counts:
            self.counts["0" if code == 0 else "error" if code in (1, 2, 3) else "otherwise"] += 1
            if code not in (0, 1, 2, 3):
                self.fault(f"{process.args[1:]} ended with {code}: {message}")
            if code in (1, 2, 3) and "preamar: " not in message:
                self.fault(f"{process.args[1:]} ended with {code} without a message")
        return code, message

    def done(self, *words, code=0, **environment):
        """The message of a run with this exit code."""
        found, message = self.end(self.begin(words, environment), counts=False)
        self.assertEqual(found, code, f"{words}: {message}")
        return message

    def done_printing(self, *words):
        """What a run prints."""
        before = len(self.printed)
        self.done(*words)
        return self.printed[before:]

    def url(self, name):
        return f"s3://{BUCKET}/{name}"

    def uploaded(self, path):
        """The URL of a local image, which is copied to the store once."""
        if not self.store.keys(BUCKET, path.name + "/"):
            self.store.upload(path, f"{BUCKET}/{path.name}")
        return self.url(path.name)

    def arrays(self, name):
        """The chunks of an image in the store, by key."""
        return {key: self.store.get(f"{BUCKET}/{key}") for key in self.store.keys(BUCKET, name + "/")
                if not key.endswith("zarr.json")}

    def has_root(self, name):
        return self.store.get(f"{BUCKET}/{name}/zarr.json") is not None

    def local_arrays(self, path):
        return {f"{path.name}/{file.relative_to(path)}": file.read_bytes() for file in path.rglob("*")
                if file.is_file() and file.name != "zarr.json"}

    def require_nothing_but(self, *names):
        """No lock, state or temporary image is left of a run."""
        others = [key for key in self.store.keys(BUCKET) if key.split("/")[0] not in names]
        if others:
            self.fault(f"left in the store: {others[:5]}")


def main():
    unittest.main(verbosity=1)


__all__ = ["BUCKET", "LOCK", "StoreTest", "main", "os"]
