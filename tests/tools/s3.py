"""A small S3 client for tests: signs by itself, so that it is also an oracle for the signatures of Preamar."""

import concurrent.futures
import hashlib
import hmac
import http.client
import os
import re
import subprocess
import urllib.parse
from datetime import datetime, timezone
from pathlib import Path

SCRIPT = Path(__file__).with_name("object_store")


class ObjectStore:
    """Ceph's gateway, in `folder`, with room for some GB of objects."""

    def __init__(self, folder, gigabytes=2):
        self.folder = Path(folder)
        subprocess.run([SCRIPT, "up", self.folder, str(gigabytes)], check=True, stdout=subprocess.DEVNULL)
        lines = (self.folder / "environment").read_text().split()
        self.environment = dict(line.split("=", 1) for line in lines)

    @property
    def address(self):
        return urllib.parse.urlsplit(self.environment["AWS_ENDPOINT_URL"]).netloc

    def close(self):
        subprocess.run([SCRIPT, "down", self.folder], check=True)

    def request(self, method, path, body=b"", query="", headers=()):
        """Status, headers and body of the answer; `path` begins with the bucket."""
        path = "/" + urllib.parse.quote(path, safe="/-._~")
        time = datetime.now(timezone.utc).strftime("%Y%m%dT%H%M%SZ")
        digest = hashlib.sha256(body).hexdigest()
        signed = {"host": self.address, "x-amz-content-sha256": digest, "x-amz-date": time} | dict(headers)
        names = ";".join(sorted(signed))
        lines = "".join(f"{name}:{signed[name]}\n" for name in sorted(signed))
        scope = f"{time[:8]}/us-east-1/s3/aws4_request"
        text = f"{method}\n{path}\n{query}\n{lines}\n{names}\n{digest}"
        text = f"AWS4-HMAC-SHA256\n{time}\n{scope}\n{hashlib.sha256(text.encode()).hexdigest()}"
        key = ("AWS4" + self.environment["AWS_SECRET_ACCESS_KEY"]).encode()
        for part in *scope.split("/"), text:
            key = hmac.new(key, part.encode(), hashlib.sha256).digest()
        signed["authorization"] = (f"AWS4-HMAC-SHA256 Credential={self.environment['AWS_ACCESS_KEY_ID']}/{scope}, "
                                   f"SignedHeaders={names}, Signature={key.hex()}")
        connection = http.client.HTTPConnection(self.address, timeout=60)
        try:
            connection.request(method, path + ("?" + query if query else ""), body, signed)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def make_bucket(self, name, is_public=False):
        headers = {"x-amz-acl": "public-read"} if is_public else {}
        status, _, body = self.request("PUT", name, headers=headers.items())
        assert status == 200, body

    def put(self, path, body, is_public=False):
        headers = {"x-amz-acl": "public-read"} if is_public else {}
        status, _, answer = self.request("PUT", path, body, headers=headers.items())
        assert status == 200, answer

    def get(self, path):
        """None if there is no such object."""
        status, _, body = self.request("GET", path)
        assert status in (200, 404), body
        return body if status == 200 else None

    def delete(self, path):
        assert self.request("DELETE", path)[0] == 204

    def keys(self, bucket, prefix=""):
        found, token = [], ""
        while True:
            quoted = urllib.parse.quote(prefix, safe="")
            query = (f"continuation-token={urllib.parse.quote(token, safe='')}&" if token else "")
            query += f"list-type=2&prefix={quoted}"
            status, _, body = self.request("GET", bucket, query=query)
            assert status == 200, body
            found += re.findall(r"<Key>([^<]*)</Key>", body.decode())
            token = (re.findall(r"<NextContinuationToken>([^<]*)<", body.decode()) or [""])[0]
            if not token:
                return found

    def delete_all(self, bucket, prefix=""):
        with concurrent.futures.ThreadPoolExecutor(16) as threads:
            list(threads.map(lambda key: self.delete(f"{bucket}/{key}"), self.keys(bucket, prefix)))

    def upload(self, folder, path, is_public=False):
        """All files of a folder."""
        for file in sorted(Path(folder).rglob("*")):
            if file.is_file():
                self.put(f"{path}/{file.relative_to(folder)}", file.read_bytes(), is_public)

    def download(self, path, folder):
        bucket, prefix = path.split("/", 1)
        for key in self.keys(bucket, prefix + "/"):
            target = Path(folder) / key[len(prefix) + 1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(self.get(f"{bucket}/{key}"))


def without_credentials():
    """The environment of this process without what names an S3 store or its keys."""
    return {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
