"""The web server: tiles by integers, objects as JSON, and the few files of the page. Nothing else has an address."""

from __future__ import annotations

import contextlib
import hmac
import http.server
import ipaddress
import json
import os
import re
import secrets
import socket
import sys
import threading
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from ._leaflet import leaflet_files

_PAGE = Path(__file__).parent / "page"
_TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
          ".css": "text/css; charset=utf-8"}
_NUMBER = "([0-9]{1,18})"
_TILE = re.compile(f"/image/{_NUMBER}/{_NUMBER}/{_NUMBER}/{_NUMBER}[.]png")
_LABELS = re.compile(f"/(labels|outlines)/{_NUMBER}/{_NUMBER}/{_NUMBER}/{_NUMBER}/{_NUMBER}[.]png")
_OBJECT = re.compile(f"/object/{_NUMBER}/{_NUMBER}/{_NUMBER}/{_NUMBER}[.](json|png)")

_MOST_CONNECTIONS = 64
_IDLE_SECONDS = 30
_WAIT_SECONDS = 20
_ROOM_SECONDS = 2

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class _Refused(Exception):
    """A request that is answered by a status and a sentence."""

    def __init__(self, status, words):
        super().__init__(words)
        self.status = status


class Server(http.server.ThreadingHTTPServer):
    """Serves a scene.

    Parameters
    ----------
    scene : Scene
        What is shown.
    host : str, default: "127.0.0.1"
        Address to listen on. Beyond loopback, every request needs the token.
    port : int, default: 0
        0: any that is free.
    token : bool, default: False
        Ask for the token on loopback too.
    """

    daemon_threads = True
    request_queue_size = _MOST_CONNECTIONS

    def __init__(self, scene, host="127.0.0.1", port=0, token=False):
        self.scene, self.host = scene, host
        self.files = {"/": _PAGE / "index.html", "/view.js": _PAGE / "view.js", "/view.css": _PAGE / "view.css",
                      **leaflet_files()}
        self.is_loopback = _is_loopback(host)
        self.token = secrets.token_urlsafe(32) if token or not self.is_loopback else None
        self.connections = threading.BoundedSemaphore(_MOST_CONNECTIONS)
        self.idle, self.idle_lock = {}, threading.Lock()  # connections without a whole request, the longest first
        self.work = threading.BoundedSemaphore(max(2, os.cpu_count() or 1))
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, port), _Handler)

    @property
    def url(self):
        """Address of the page, with the token if one is needed."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.server_port}/" + (f"?token={self.token}" if self.token else "")

    @property
    def cookie_name(self):
        return f"preamar-{self.server_port}"  # browsers send cookies to all ports of a host

    def server_bind(self):
        """Without the look-up of the host's name that http.server makes."""
        super(http.server.HTTPServer, self).server_bind()
        self.server_name, self.server_port = self.server_address[:2]

    def process_request(self, request, client_address):
        if not self.connections.acquire(blocking=False):
            if not (self._end_longest_idle() and self.connections.acquire(timeout=_ROOM_SECONDS)):
                self.shutdown_request(request)
                return
        self.set_idle(request, True)
        super().process_request(request, client_address)

    def set_idle(self, connection, is_idle):
        """Notes whether a connection waits for its next request. Others may take the place of one that does."""
        with self.idle_lock:
            self.idle.pop(connection, None)
            if is_idle:
                self.idle[connection] = None

    def _end_longest_idle(self):
        """Whether there was one."""
        with self.idle_lock:
            connection = next(iter(self.idle), None)
            self.idle.pop(connection, None)
        with contextlib.suppress(OSError):  # it ended by itself
            if connection is not None:
                connection.shutdown(socket.SHUT_RDWR)  # its thread ends
        return connection is not None

    def process_request_thread(self, request, client_address):
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.set_idle(request, False)
            self.connections.release()

    def handle_error(self, request, client_address):
        """A browser that moves on closes its connections; that is no fault."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = _IDLE_SECONDS

    def handle_one_request(self):
        self.server.set_idle(self.connection, True)
        super().handle_one_request()

    def parse_request(self):
        is_whole = super().parse_request()
        self.server.set_idle(self.connection, False)
        return is_whole

    def do_GET(self):
        try:
            self._require_allowed()
            self._answer(200, *self._found())
        except _Refused as refused:
            self._answer(refused.status, "text/plain; charset=utf-8", str(refused).encode())
        except (OSError, ValueError, MemoryError) as error:
            if isinstance(error, (ConnectionError, TimeoutError)):
                raise
            # The message may name files: it is for the terminal.
            print(f"preamar: view: {error}", file=sys.stderr)
            self._answer(500, "text/plain; charset=utf-8", b"cannot be read; the terminal shows why")

    do_HEAD = do_GET

    def _refuse_method(self):
        self.close_connection = True  # a body is not read
        self._answer(405, "text/plain; charset=utf-8", b"only GET and HEAD", {"Allow": "GET, HEAD"})

    do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_CONNECT = _refuse_method

    def _require_allowed(self):
        if not _is_own_host(self.headers.get_all("Host", []), self.server):
            raise _Refused(403, "the Host of the request is not this server")
        # Browsers say which page asks; another page must not, even for pictures.
        if self.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            raise _Refused(403, "the request comes from another site")
        if self.server.token is None or self._has_token():
            return
        raise _Refused(403, "the token is missing or wrong; open the address that the terminal shows")

    def _has_token(self):
        url = urlsplit(self.path)
        if url.path == "/" and _equal(parse_qs(url.query).get("token", [""])[0], self.server.token):
            return True
        try:
            cookies = SimpleCookie(self.headers.get("Cookie", ""))
        except CookieError:
            return False
        found = cookies.get(self.server.cookie_name)
        return found is not None and _equal(found.value, self.server.token)

    def _found(self):
        """Type, bytes and further headers of what the address names."""
        scene, path = self.server.scene, self.path
        if path in self.server.files:
            file = self.server.files[path]
            return _TYPES[file.suffix], file.read_bytes()
        if self.server.token is not None and path.startswith("/?token="):
            cookie = f"{self.server.cookie_name}={self.server.token}; HttpOnly; SameSite=Strict; Path=/"
            return _TYPES[".html"], self.server.files["/"].read_bytes(), {"Set-Cookie": cookie}
        if path == "/scene.json":
            return "application/json", json.dumps(scene.description()).encode()
        if match := _TILE.fullmatch(path):
            place = self._tile_place(*match.groups())
            if scene.image is None:
                raise _Refused(404, "there is no image")
            return "image/png", self._worked(scene.image.tile, *place)
        if match := _LABELS.fullmatch(path):
            kind, index, *numbers = match.groups()
            layer = self._labels(index)
            place = self._tile_place(*numbers, most_halvings=layer.pyramid.most_halvings)
            return "image/png", self._worked(layer.tile, *place, kind == "outlines")
        if match := _OBJECT.fullmatch(path):
            index, *place = map(int, match.groups()[:4])
            layer = self._labels(index)
            self._require_pixel(*place)
            if match[5] == "png":
                return "image/png", self._worked(layer.outline_at, *place)
            return "application/json", json.dumps(self._worked(scene.object_at, index, *place)).encode()
        raise _Refused(404, "there is no such address")

    def _labels(self, index):
        if int(index) >= len(self.server.scene.labels):
            raise _Refused(404, "there are no such labels")
        return self.server.scene.labels[int(index)]

    def _require_pixel(self, plane, row, column):
        pyramid = self.server.scene.pyramid
        if not (plane < pyramid.planes and row < pyramid.rows and column < pyramid.columns):
            raise _Refused(404, "there is no such pixel")

    def _tile_place(self, *numbers, most_halvings=None):
        """Halvings, plane, row and column of a tile that exists."""
        halvings, plane, row, column = map(int, numbers)
        pyramid = self.server.scene.pyramid
        most = pyramid.most_halvings if most_halvings is None else min(most_halvings, pyramid.most_halvings)
        if halvings <= most and plane < pyramid.planes:
            rows, columns = pyramid.tiles_at(halvings)
            if row < rows and column < columns:
                return halvings, plane, row, column
        raise _Refused(404, "there is no such tile")

    def _worked(self, work, *arguments):
        """Runs `work` with as many others as there are processors, at most."""
        if not self.server.work.acquire(timeout=_WAIT_SECONDS):
            raise _Refused(503, "too many requests; try again")
        try:
            return work(*arguments)
        finally:
            self.server.work.release()

    def _answer(self, status, kind, body, headers=None):
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **_HEADERS,
                            **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code, message=None, explain=None):
        """What http.server refuses by itself, such as a request line that is none."""
        self.close_connection = True
        self._answer(code, "text/plain; charset=utf-8", b"refused")

    def version_string(self):
        return "preamar"

    def log_message(self, *arguments):
        """A page loads hundreds of tiles; none of them is printed."""


def _equal(given, token):
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), token.encode())


def _is_loopback(host):
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _is_own_host(given, server):
    """Whether the one Host header names this server. A page that makes its own name resolve to this machine (DNS
    rebinding) sends that name. An address cannot be rebound, so beyond loopback any is accepted."""
    if len(given) != 1:
        return False
    match = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+)(?::([0-9]{1,5}))?", given[0])
    if not match or int(match[2] or 80) != server.server_port:
        return False
    name = match[1].strip("[]").lower()
    if name in ("localhost", "127.0.0.1", "::1"):
        return True
    if server.is_loopback:
        return name == server.host
    if name in (server.host.lower(), socket.gethostname().lower()):
        return True
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return False
