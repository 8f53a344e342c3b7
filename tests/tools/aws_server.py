"""A small S3 server in this process that answers as AWS documents it, where other servers differ. Standard library only.

Lists have the keys of a prefix, 1,000 at a time, encoded as AWS does: a space is "+", a plus "%2B". Writes have the
conditions If-Match and If-None-Match. Only keys of `access` with the token `token` may ask; no signature is verified.
"""

import email.utils
import hashlib
import http.server
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape

PAGE = 1000  # keys in a part of a list


class Refusal(Exception):
    """An answer with an error: a status, and a code in the body."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle(self):
        try:
            super().handle()
        except OSError:
            pass  # the client is gone

    def answer(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            status, content, headers = self.server.store.exchange(self.command, self.path, self.headers, body)
        except Refusal as refusal:
            status, code, *more = refusal.args
            message = more[0] if more else code
            content = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>{message}</Message></Error>".encode()
            headers = {"Content-Type": "application/xml"}
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_PUT = do_DELETE = answer


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 256
    daemon_threads = True
    block_on_close = False


class AwsServer:
    """`objects` has the bytes of each "bucket/key". `choose(method, key)` is called before each request: it may wait, or
    raise Refusal(status, code)."""

    def __init__(self, space="+"):
        self.space = space  # in lists
        self.objects, self.times = {}, {}
        self.access, self.token = "AKIAEXAMPLE", ""
        self.requests = []
        self.choose = lambda method, key: None
        self.lock = threading.Lock()
        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.store = self
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    @property
    def environment(self):
        address = f"http://127.0.0.1:{self.server.server_address[1]}"
        return {"AWS_ENDPOINT_URL": address, "AWS_ACCESS_KEY_ID": self.access, "AWS_SECRET_ACCESS_KEY": "example-secret",
                "AWS_REGION": "us-east-1"}

    def put(self, name, content):
        with self.lock:
            self.objects[name], self.times[name] = content, time.time()

    def exchange(self, method, path, headers, body):
        """Status, content and headers of the answer to a request."""
        url = urllib.parse.urlsplit(path)
        name = urllib.parse.unquote(url.path).lstrip("/")
        query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        with self.lock:
            self.requests.append((method, name))
        self.choose(method, name)
        if f"Credential={self.access}/" not in headers.get("Authorization", ""):
            raise Refusal(403, "InvalidAccessKeyId")
        if headers.get("x-amz-security-token", "") != self.token:
            raise Refusal(400, "ExpiredToken", "The provided token has expired.")
        with self.lock:
            if method == "GET" and query.get("list-type") == "2":
                return self.listed(name.strip("/"), query)
            return {"GET": self.get, "PUT": self.written, "DELETE": self.deleted}[method](name, headers, body)

    def coded(self, words, query):
        if query.get("encoding-type") != "url":
            return escape(words)
        return urllib.parse.quote(words, safe="/").replace("%20", self.space)

    def listed(self, bucket, query):
        prefix, after = query.get("prefix", ""), query.get("continuation-token", "")
        keys = sorted(name[len(bucket) + 1:] for name in self.objects if name.startswith(f"{bucket}/{prefix}"))
        keys = [key for key in keys if key > after]
        is_cut, keys = len(keys) > PAGE, keys[:PAGE]
        text = ("<?xml version='1.0' encoding='UTF-8'?><ListBucketResult "
                "xmlns='http://s3.amazonaws.com/doc/2006-03-01/'>"
                f"<Name>{bucket}</Name><Prefix>{self.coded(prefix, query)}</Prefix><KeyCount>{len(keys)}</KeyCount>"
                f"<MaxKeys>{PAGE}</MaxKeys><IsTruncated>{str(is_cut).lower()}</IsTruncated>")
        if "encoding-type" in query:
            text += "<EncodingType>url</EncodingType>"
        if is_cut:
            text += f"<NextContinuationToken>{escape(keys[-1])}</NextContinuationToken>"
        for key in keys:
            content = self.objects[f"{bucket}/{key}"]
            text += (f"<Contents><Key>{self.coded(key, query)}</Key><ETag>&quot;{self.tag(content)}&quot;</ETag>"
                     f"<Size>{len(content)}</Size><StorageClass>STANDARD</StorageClass></Contents>")
        return 200, (text + "</ListBucketResult>").encode(), {"Content-Type": "application/xml"}

    @staticmethod
    def tag(content):
        return hashlib.md5(content).hexdigest()

    def get(self, name, headers, _):
        if name not in self.objects:
            raise Refusal(404, "NoSuchKey")
        content = self.objects[name]
        own = {"ETag": f'"{self.tag(content)}"', "Last-Modified": email.utils.formatdate(self.times[name], usegmt=True)}
        if "Range" not in headers:
            return 200, content, own
        first, last = headers["Range"].removeprefix("bytes=").split("-")
        first, last = (int(first), int(last)) if first else (max(0, len(content) - int(last)), len(content) - 1)
        if first >= len(content):
            raise Refusal(416, "InvalidRange")
        last = min(last, len(content) - 1)
        return 206, content[first:last + 1], {**own, "Content-Range": f"bytes {first}-{last}/{len(content)}"}

    def written(self, name, headers, body):
        if "If-None-Match" in headers and name in self.objects:
            raise Refusal(412, "PreconditionFailed")
        if "If-Match" in headers:
            if name not in self.objects:
                raise Refusal(404, "NoSuchKey")
            if headers["If-Match"].strip('"') != self.tag(self.objects[name]):
                raise Refusal(412, "PreconditionFailed")
        self.objects[name], self.times[name] = body, time.time()
        return 200, b"", {"ETag": f'"{self.tag(body)}"'}

    def deleted(self, name, *_):
        self.objects.pop(name, None)
        return 204, b"", {}
