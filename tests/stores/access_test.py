"""Who may read and write where: credentials, public buckets, web servers, and no secrets in what a run says or writes."""

import functools
import http.server
import json
import re
import signal
import ssl
import subprocess
import threading
import time

import gateway
from gateway import BUCKET, StoreTest
from proxy import Proxy

IN_BLOCKS = ["--block", "128,128", "--threads", "2", "--quiet"]


class Ranges(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, by ranges of bytes."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        wanted = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        path = self.translate_path(self.path)
        try:
            with open(path, "rb") as file:
                content = file.read()
        except OSError:
            return self.send_error(404)
        first, last = 0, len(content) - 1
        if wanted and wanted[1]:
            first, last = int(wanted[1]), min(int(wanted[2] or last), last)
        elif wanted:
            first = max(len(content) - int(wanted[2]), 0)
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {first}-{last}/{len(content)}")
        self.send_header("ETag", f'"{hash(content)}"')
        self.send_header("Content-Length", str(last - first + 1))
        self.end_headers()
        self.wfile.write(content[first:last + 1])

    def log_message(self, *_):
        pass


class Whole(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, whole: ranges are ignored."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True


class Access(StoreTest):
    def setUp(self):
        super().setUp()
        self.source = self.images / "tissue.ome.zarr"
        self.generate("tissue", self.side, self.source, "--chunk", "64,64")
        self.done("fill_holes", self.source, "-o", self.place / "right.tif", "--quiet")
        self.right = self.pixels(self.place / "right.tif")
        self.own = {"PREAMAR_REQUEST_SECONDS": "3"}

    def fill(self, source, *more, code=0, **environment):
        (self.place / "out.tif").unlink(missing_ok=True)
        message = self.done("fill_holes", source, "-o", "out.tif", *IN_BLOCKS, *more, code=code, **environment)
        if code == 0:
            self.assertEqual(self.pixels(self.place / "out.tif"), self.right)
        else:
            self.assertFalse((self.place / "out.tif").exists())
            self.assertEqual(message.count("\n"), 1, message)
        return message

    def served(self, handler, context=None):
        """The address of a web server for the images, with TLS where a context is given."""
        server = Server(("127.0.0.1", 0), functools.partial(handler, directory=self.images))
        if context:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_address[1]}"

    def test_web_servers(self):
        self.call("dilate", self.source, "--radius", 0, "-o", self.images / "tiles.tif", "--quiet")
        self.call("dilate", self.source, "--radius", 0, "-o", self.images / "shards.ome.zarr", "--chunk", "64,64",
                  "--shard", "256,256", "--quiet")
        for handler in Ranges, Whole:
            address = self.served(handler)
            for name in "tissue.ome.zarr", "shards.ome.zarr", "tiles.tif":
                self.fill(f"{address}/{name}")
            self.assertIn("there is no", self.fill(f"{address}/none.tif", code=1))
            self.assertIn("is not a Zarr", self.fill(f"{address}/none.zarr", code=1))
        self.assertIn("not written", self.done("invert", self.source, "-o", f"{address}/x.zarr", code=2))

    def test_certificates_are_verified(self):
        certificate, key = self.place / "certificate.pem", self.place / "key.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
                        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True,
                       capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        address = self.served(Ranges, context).replace("http:", "https:")
        self.assertIn("no answer", self.fill(f"{address}/tissue.ome.zarr", code=1, PREAMAR_REQUEST_SECONDS="1"))
        self.fill(f"{address}/tissue.ome.zarr", SSL_CERT_FILE=str(certificate), PREAMAR_REQUEST_SECONDS="60")

    def test_public_bucket(self):
        self.store.make_bucket("public", is_public=True)
        self.store.upload(self.source, "public/tissue.ome.zarr", is_public=True)
        nobody = {"AWS_ACCESS_KEY_ID": "", "AWS_SECRET_ACCESS_KEY": ""}
        self.fill("s3://public/tissue.ome.zarr", **nobody)
        self.fill("s3://public/tissue.ome.zarr", AWS_NO_SIGN_REQUEST="YES")
        self.uploaded(self.source)
        message = self.fill(self.url("tissue.ome.zarr"), code=1, **nobody)
        self.assertIn("AWS_ACCESS_KEY_ID", message)
        self.assertIn("obstore", message)
        self.store.delete_all("public")

    def test_wrong_keys_and_names(self):
        self.uploaded(self.source)
        source = self.url("tissue.ome.zarr")
        self.assertIn("SignatureDoesNotMatch", self.fill(source, code=1, AWS_SECRET_ACCESS_KEY="wrong"))
        self.assertIn("InvalidAccessKeyId", self.fill(source, code=1, AWS_ACCESS_KEY_ID="NOBODY"))
        self.assertIn("no such bucket", self.fill("s3://nowhere/tissue.ome.zarr", code=1))
        self.assertIn("is not a Zarr", self.fill(self.url("none.ome.zarr"), code=1))
        self.assertIn("no answer", self.fill(source, code=1, AWS_ENDPOINT_URL="http://127.0.0.1:9"))
        self.assertIn("no such bucket", self.done("invert", source, "-o", "s3://nowhere/x.ome.zarr", code=1))

    def test_redirect_carries_nothing_elsewhere(self):
        elsewhere = Proxy("127.0.0.1:9", lambda *_: "403")
        self.addCleanup(elsewhere.close)
        self.uploaded(self.source)

        class Redirecting(Proxy):
            def answer(self, client, *_):
                return self.send(client, 307, b"", {"Location": f"http://{elsewhere.address}/x?secret=1"})

        self.proxy = Redirecting(self.store.address, lambda *_: None)
        message = self.fill(self.url("tissue.ome.zarr"), code=1)
        self.assertIn("redirect", message)
        self.assertNotIn("secret=1", message)
        self.assertEqual(elsewhere.requests, [])

    def test_ctrl_c_ends_the_waiting(self):
        self.uploaded(self.source)
        self.proxy = Proxy(self.store.address, lambda _, method, path: "stall" if "/0/c/" in path else None)
        self.own = {}
        process = self.begin(["fill_holes", self.url("tissue.ome.zarr"), "-o", self.url("x.ome.zarr"), *IN_BLOCKS])
        while not any("/0/c/" in path for _, path in self.proxy.requests):
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        self.assertEqual(self.end(process, counts=False)[0], 130)
        self.assertLess(time.monotonic() - begun, 15)
        self.assertFalse(self.has_root("x.ome.zarr"))

    def test_lost_chunk(self):
        self.done("invert", self.source, "-o", self.url("x.ome.zarr"), *IN_BLOCKS)
        self.store.delete(f"{BUCKET}/x.ome.zarr/0/c/1/1")
        self.assertIn("x.ome.zarr/0/c/1/1: is missing", self.fill(self.url("x.ome.zarr"), code=1))
        path = self.source / "0/c/1/1"  # another program may leave out chunks of fill values
        path.unlink()
        self.uploaded(self.source)
        self.done("invert", self.url("tissue.ome.zarr"), "-o", "out.tif", *IN_BLOCKS)

    def test_outputs(self):
        self.uploaded(self.source)
        source, out = self.url("tissue.ome.zarr"), self.url("x.ome.zarr")
        self.done("invert", source, "-o", out, *IN_BLOCKS)
        self.assertIn("exists already", self.done("label", source, "-o", out, *IN_BLOCKS, code=1))
        self.done("label", source, "-o", out, "--overwrite", "--chunk", "256,256", *IN_BLOCKS[2:])
        self.assertEqual(len(self.arrays("x.ome.zarr")), 4)
        self.store.put(f"{BUCKET}/x.ome.zarr/notes.txt", b"mine")
        self.assertIn("notes.txt", self.done("invert", source, "-o", out, "--overwrite", *IN_BLOCKS, code=1))
        self.assertIsNotNone(self.store.get(f"{BUCKET}/x.ome.zarr/notes.txt"))
        self.store.put(f"{BUCKET}/y.ome.zarr.work/mine", b"mine")
        self.assertIn("was not made by preamar", self.done("invert", source, "-o", self.url("y.ome.zarr"), code=1))
        self.assertIn(".ome.zarr", self.done("invert", source, "-o", self.url("x.tif"), code=2))
        self.assertIn("tables", self.done("measure", source, "-o", self.url("x.csv"), code=2))
        self.done("invert", source, "-o", self.url("z.ome.zarr"), "--no-lock", *IN_BLOCKS)
        self.assertEqual(self.failures, [])

    def test_odd_names(self):
        """Ceph lists a space as "%20"; see aws_test.py."""
        place = self.url("with space, a+b c%20d")
        self.store.upload(self.source, f"{BUCKET}/with space, a+b c%20d/tissue.ome.zarr")
        for chunk in "32,32", "128,128":
            self.done("fill_holes", f"{place}/tissue.ome.zarr", "-o", f"{place}/out.ome.zarr", "--chunk", chunk,
                      "--overwrite", *IN_BLOCKS)
        self.assertEqual(len(self.arrays("with space, a+b c%20d/out.ome.zarr")), 16)
        self.fill(f"{place}/tissue.ome.zarr")

    def test_memory_limit(self):
        source = self.images / "large.ome.zarr"
        self.generate("tissue", 4096, source)
        url = self.uploaded(source)
        for words in ["fill_holes"], ["gaussian", "--sigma", "2"]:
            report = json.loads(self.done_printing(*words, url, "-o", self.url("x.ome.zarr"), "--memory", "128M", "--json",
                                                   "--threads", "2", "--overwrite"))
            self.assertLess(report["peak_memory"], 128 << 20)

    def test_paths_in_metadata_stay_inside(self):
        root = self.source / "zarr.json"
        for path in "../private", "/etc", "a/../../private":
            group = json.loads(root.read_text())
            group["attributes"]["ome"]["multiscales"][0]["datasets"][0]["path"] = path
            self.store.put(f"{BUCKET}/evil.ome.zarr/zarr.json", json.dumps(group).encode())
            self.fill(self.url("evil.ome.zarr"), code=3)

    def test_no_secret_is_said_or_written(self):
        self.uploaded(self.source)
        self.proxy = Proxy(self.store.address, lambda *_: None, latency=0.02)
        seen = []
        process = self.begin(["label", self.url("tissue.ome.zarr"), "-o", self.url("x.ome.zarr"), *IN_BLOCKS[:4],
                              "--explain"])
        while process.poll() is None:
            seen += [self.store.get(f"{BUCKET}/{key}") or b"" for key in self.store.keys(BUCKET, "x.ome")]
            time.sleep(0.1)
        self.assertEqual(self.end(process, counts=False)[0], 0)
        self.done("label", self.url("tissue.ome.zarr"), "-o", self.url("x.ome.zarr"), "--overwrite", "--dry-run", "--json")
        self.done("info", self.url("x.ome.zarr"), "--json")
        self.done("info", self.url("x.ome.zarr"), AWS_SESSION_TOKEN="hunter2-token")
        seen += [file.read_bytes() for file in self.place.rglob("*") if file.is_file()]
        seen += [self.store.get(f"{BUCKET}/{key}") for key in self.store.keys(BUCKET)]
        self.assertGreater(len(seen), 100)
        keys = [self.store.environment[name] for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY")]
        for secret in *keys, "hunter2-token", "Signature=":
            self.assertNotIn(secret, self.printed)
            self.assertFalse(any(secret.encode() in content for content in seen))


if __name__ == "__main__":
    gateway.main()
