"""What the server of `preamar view` must not do: answer other sites, follow links out of a store, take any path."""

import contextlib
import http.client
import os
import shutil
import socket
import threading
import time

import numpy as np
import preamar
import pytest
from view_server import viewer

TILE = "/image/0/0/0/0.png"


@pytest.fixture
def store(tmp_path):
    image = preamar.generate("tissue", 300)
    file = tmp_path / "slide.ome.zarr"
    preamar.write_image(file, image, chunk=(128, 128))
    preamar.write_image(file / "labels/nuclei", preamar.label(image < 120)[0], chunk=(128, 128))
    return file


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1.evil.example:{port}", "", "127.0.0.1",
                                  "localhost", "127.0.0.1:1", "localhost:{port}@evil.example", "10.0.0.1:{port}",
                                  "0.0.0.0:{port}", "[::2]:{port}", "localhost:{port}0", "localhost:{port}/", "[:{port}",
                                  ["localhost:{port}", "evil.example"]])
def test_a_foreign_host_is_refused(store, host):
    """A page of evil.example may make its name resolve to 127.0.0.1 (DNS rebinding)."""
    with viewer(store) as page:
        hosts = [name.format(port=page.port) for name in ([host] if isinstance(host, str) else host)]
        for path in ("/", "/scene.json", TILE, "/object/0/0/1/1.json", "/nothing"):
            status, _, body = page.request(path, host=hosts)
            assert status == 403 and b"Host" in body


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LOCALHOST:{port}", "[::1]:{port}"])
def test_names_of_this_machine(store, host):
    with viewer(store) as page:
        assert page.status(TILE, host=host.format(port=page.port)) == 200


@pytest.mark.parametrize("site, status", [("none", 200), ("same-origin", 200), ("same-site", 403), ("cross-site", 403)])
def test_other_pages_are_refused(store, site, status):
    with viewer(store) as page:
        assert page.status(TILE, Sec_Fetch_Site=site) == status


@pytest.mark.parametrize("path", [
    "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/view.js", "/./view.js", "/page/view.js",
    "/image/../view.js", "/image/0/0/0/../0.png", "/image/0/0/0/0.png/..", "/image/0/0/0/0.png%00", "/image/",
    "/image", "/labels/", "/labels/nuclei/0/0/0/0.png", "/leaflet/leaflet.css", "/_server.py", "/view.js?x", "/view.js/",
    "/zarr.json", "/0/zarr.json", "/slide.ome.zarr", "/image/0/0/0/0.PNG", "/image/0/0/0/0", "/scene.json?x",
    "/image/0/0/0/0x0.png", "/image/0/0/0/+0.png", "/image/0/0/0/ 0.png", "/image/0/0/0/\u0967.png", "*",
    "http://127.0.0.1/view.js", "/image/0/0/0/-1.png", "/image/-1/0/0/0.png", "/image/0/-1/0/0.png",
    "/labels/-1/0/0/0/0.png", "/object/0/0/-1/0.json", "/image/0/0/0/1e1.png", "/image/0/0/0/0.0.png",
])
def test_only_known_addresses_are_answered(store, path):
    with viewer(store) as page, contextlib.closing(socket.create_connection(("127.0.0.1", page.port), 20)) as plain:
        raw = path.encode().replace(b" ", b"%20")
        plain.sendall(b"GET %b HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n" % (raw, page.port))
        answer = b"".join(iter(lambda: plain.recv(65536), b""))
    assert answer.split()[1] == b"404", answer[:80]
    assert b"root:" not in answer and b"Directory listing" not in answer


@pytest.mark.parametrize("number", ["3", "99", "1000000", "4294967296", "9" * 18, "9223372036854775807",
                                    "18446744073709551616", "9" * 400])
def test_numbers_beyond_the_image(store, number):
    addresses = ["/image/{}/0/0/0.png", "/image/0/{}/0/0.png", "/image/0/0/{}/0.png", "/image/0/0/0/{}.png",
                 "/labels/{}/0/0/0/0.png", "/labels/0/{}/0/0/0.png", "/labels/0/0/{}/0/0.png", "/labels/0/0/0/{}/0.png",
                 "/outlines/0/0/0/0/{}.png", "/object/{}/0/0/0.json", "/object/0/{}/0/0.json"]
    with viewer(store) as page:
        for address in addresses:
            assert page.status(address.format(number)) == 404, address
        for address in "/object/0/0/{}/0.json", "/object/0/0/0/{}.json", "/object/0/0/0/{}.png":
            assert page.status(address.format(number)) == (200 if int(number) < 300 else 404)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"])
def test_only_reading_is_allowed(store, method):
    with viewer(store) as page:
        status, headers, _ = page.request("/scene.json", method)
        assert status == 405 and headers["Allow"] == "GET, HEAD"
        assert page.status("/scene.json", method="BREW") == 501


def test_head_has_no_body(store):
    with viewer(store) as page:
        for path in "/", TILE, "/nothing":
            get, head = page.request(path), page.request(path, "HEAD")
            assert head[0] == get[0] and head[2] == b"" and head[1]["Content-Length"] == str(len(get[2]))


def test_every_answer_has_the_headers(store):
    with viewer(store) as page:
        for path, method, host in (("/", "GET", None), (TILE, "GET", None), ("/nothing", "GET", None),
                                   ("/", "POST", None), ("/", "GET", "evil.example")):
            _, headers, _ = page.request(path, method, host)
            assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; ")
            assert "unsafe" not in headers["Content-Security-Policy"]
            assert headers["X-Content-Type-Options"] == "nosniff" and headers["Cache-Control"] == "no-store"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin" and headers["X-Frame-Options"] == "DENY"
            assert "Access-Control-Allow-Origin" not in headers and "Python" not in headers["Server"]


@pytest.fixture
def with_token(store):
    with viewer(store, token=True) as page:
        yield page


def test_a_token_is_needed(with_token):
    page, token = with_token, with_token.server.token
    assert len(token) >= 43 and page.server.url.endswith(f"/?token={token}")
    name = page.server.cookie_name
    for path in ("/", TILE, "/scene.json", "/view.js", "/object/0/0/1/1.json", "/nothing", f"/scene.json?token={token}",
                 "/?token=", "/?token=x", f"/?token={token}x", f"/?token={token[:-1]}", f"/?other={token}",
                 "/?token=%ff%fe", f"/?token=x&token={token}"):
        assert page.status(path) == 403, path
    for cookie in ("", f"{name}=", f"{name}=x", f"{name}={token}x", f"other={token}", token, "=;;=", f"{name}=\xff"):
        assert page.status(TILE, Cookie=cookie) == 403, cookie


def test_the_first_address_sets_a_cookie(with_token):
    page, token = with_token, with_token.server.token
    status, headers, _ = page.request(f"/?token={token}")
    assert status == 200
    cookie, *rest = headers["Set-Cookie"].split("; ")
    assert cookie == f"{page.server.cookie_name}={token}" and set(rest) == {"HttpOnly", "SameSite=Strict", "Path=/"}
    for path in "/", TILE, "/scene.json", "/view.js":
        assert page.status(path, Cookie=f"other=1; {cookie}") == 200
    assert page.status(TILE, Cookie=cookie, host="evil.example") == 403


def test_beyond_loopback_a_token_is_needed(store):
    with viewer(store, host="0.0.0.0") as page:
        assert page.server.token and page.status(TILE) == 403
        cookie = f"{page.server.cookie_name}={page.server.token}"
        assert page.status(TILE, Cookie=cookie) == 200
        for host in f"10.0.0.1:{page.port}", f"{socket.gethostname()}:{page.port}", f"[fe80::1]:{page.port}":
            assert page.status(TILE, Cookie=cookie, host=host) == 200
        assert page.status(TILE, Cookie=cookie, host=f"evil.example:{page.port}") == 403


@pytest.mark.parametrize("host, is_needed", [("127.0.0.1", False), ("127.0.0.2", False), ("localhost", False),
                                             ("0.0.0.0", True)])
def test_which_addresses_need_a_token(store, host, is_needed):
    with viewer(store, host=host) as page:
        assert (page.server.token is not None) == is_needed


def outside(tmp_path):
    """An image beside the store, that nobody asked to see."""
    preamar.write_image(tmp_path / "secret.ome.zarr", np.full((300, 300), 7, np.uint32), chunk=(128, 128))
    return tmp_path / "secret.ome.zarr"


def replace_by_link(path, target):
    shutil.rmtree(path) if path.is_dir() else path.unlink()
    path.symlink_to(target)


@pytest.mark.parametrize("part", ["0", "0/c", "0/c/0/0"])
def test_links_out_of_the_store_are_not_followed(store, tmp_path, part, capsys):
    secret = outside(tmp_path)
    with viewer(store) as page:
        assert page.status(TILE) == 200
        replace_by_link(store / part, secret / part)
        status, _, body = page.request(TILE)
        assert status == 500 and b"secret" not in body and str(tmp_path).encode() not in body
    assert str(store) in capsys.readouterr().err


def test_labels_that_are_a_link_are_not_opened(store, tmp_path):
    replace_by_link(store / "labels/nuclei", outside(tmp_path))
    with pytest.raises(OSError, match="a link leads out of"), viewer(store):
        pass


def test_labels_that_become_a_link_are_not_read(store, tmp_path):
    with viewer(store) as page:
        assert page.status("/labels/0/0/0/0/0.png") == 200
        replace_by_link(store / "labels/nuclei", outside(tmp_path))
        assert page.status("/labels/0/0/0/0/0.png") == page.status("/object/0/0/1/1.json") == 500


@pytest.mark.parametrize("name", ["../../secret.ome.zarr", "{folder}/secret.ome.zarr", "nuclei/../../../secret.ome.zarr"])
def test_names_that_lead_out_of_the_store(store, tmp_path, name):
    outside(tmp_path)
    listed = store / "labels/zarr.json"
    listed.write_text(listed.read_text().replace('"nuclei"', f'"{name.format(folder=tmp_path)}"'))
    with pytest.raises(OSError, match="leads out of"), viewer(store):
        pass


def test_links_within_the_store_are_followed(store):
    os.rename(store / "0/c/0/0", store / "0/c/moved")
    (store / "0/c/0/0").symlink_to("../moved")
    with viewer(store) as page:
        assert page.status(TILE) == 200


def test_the_store_itself_may_be_a_link(store, tmp_path):
    (tmp_path / "link.ome.zarr").symlink_to(store)
    with viewer(tmp_path / "link.ome.zarr") as page:
        assert page.status(TILE) == page.status("/labels/0/0/0/0/0.png") == 200


def test_work_is_limited(store):
    with viewer(store) as page:
        running, most, lock = [0], [0], threading.Lock()
        tile = page.server.scene.image.tile

        def slow_tile(*place):
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            time.sleep(0.05)
            with lock:
                running[0] -= 1
            return tile(*place)

        page.server.scene.image.tile = slow_tile
        threads = [threading.Thread(target=page.status, args=(TILE,)) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 1 <= most[0] <= max(2, os.cpu_count() or 1)


def test_idle_connections_give_way(store):
    """Connections without a request take the place of nobody, and there are never more threads than places."""
    others = threading.active_count()  # of tests before
    with viewer(store) as page, contextlib.ExitStack() as stack:
        for number in range(150):
            connection = stack.enter_context(contextlib.closing(socket.create_connection(("127.0.0.1", page.port), 20)))
            if number % 2:
                with contextlib.suppress(OSError):  # it gave way already
                    connection.sendall(b"GET /view.js HTTP/1.1\r\nHost:")  # never ends
        begun = time.monotonic()
        for _ in range(20):
            assert page.status("/view.js") == 200
        assert time.monotonic() - begun < 60
        assert threading.active_count() - others < 100


def test_connections_are_limited(store):
    """While all places work, another connection is refused."""
    with viewer(store) as page:
        release, waiting = threading.Event(), threading.Semaphore(0)
        tile = page.server.scene.image.tile

        def waiting_tile(*place):
            waiting.release()
            release.wait(60)
            return tile(*place)

        page.server.scene.image.tile = waiting_tile
        page.server.work = threading.Semaphore(64)  # all work at one time
        threads = [threading.Thread(target=page.status, args=(TILE,)) for _ in range(64)]
        for thread in threads:
            thread.start()
        for _ in threads:
            assert waiting.acquire(timeout=60)
        with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
            page.status("/view.js")
        release.set()
        for thread in threads:
            thread.join()
        assert page.status("/view.js") == 200
