"""A viewer that runs during a test, and requests to it."""

import contextlib
import http.client
import json
import threading

import numpy as np
import preamar
from preamar.view._scene import Scene
from preamar.view._server import Server


class Viewer:
    def __init__(self, server):
        self.server, self.port = server, server.server_port

    def request(self, path, method="GET", host=None, **headers):
        """Status, headers and body. The path is sent as it is. A `host` of None is the right one; "" sends none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        with contextlib.closing(connection):
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name in [f"127.0.0.1:{self.port}"] if host is None else [host] if isinstance(host, str) else host:
                if name:
                    connection.putheader("Host", name)
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def status(self, path, **options):
        return self.request(path, **options)[0]

    def json(self, path):
        status, headers, body = self.request(path)
        assert status == 200 and headers["Content-Type"] == "application/json", (path, status, body)
        return json.loads(body)

    def tile(self, path, tmp_path):
        """The samples of a PNG, as this package itself reads it."""
        status, headers, body = self.request(path)
        assert status == 200 and headers["Content-Type"] == "image/png", (path, status, body)
        (tmp_path / "tile.png").write_bytes(body)
        info = preamar.describe(tmp_path / "tile.png")
        if info.samples == 1:
            return preamar.read_image(tmp_path / "tile.png")[..., None]
        names = ["luminance", "alpha"] if info.samples == 2 else ["red", "green", "blue", "alpha"][:info.samples]
        return np.stack([preamar.read_image(tmp_path / "tile.png", channel=name) for name in names], -1)


@contextlib.contextmanager
def viewer(file, labels=(), tables=(), select="", channel="", **options):
    scene = Scene(str(file), [str(name) for name in labels], [str(name) for name in tables], select, channel)
    with Server(scene, **options) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Viewer(server)
        finally:
            server.shutdown()
            thread.join()
