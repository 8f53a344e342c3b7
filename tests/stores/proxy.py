"""A proxy between the program and a server, which answers some requests with a fault."""

import http.client
import socket
import threading
import time

TRANSIENT = ["429", "500", "503", "cut", "lost", "slow", "truncated"]
LASTING = ["403", "404 page", "503", "cut", "page", "redirect", "short", "stall", "truncated"]

PAGE = b"<!DOCTYPE html><html><body>Please log in</body></html>"
DENIED = b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>"


class Proxy:
    """`choose(number, method, path)` names the fault of a request, or None. Requests are counted from 0."""

    def __init__(self, target, choose, latency=0):
        self.target, self.choose, self.latency = target, choose, latency
        self.lock = threading.Lock()
        self.count = 0
        self.requests = []
        self.is_open = True
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.is_open = False
        self.listener.close()

    def accept(self):
        while self.is_open:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=self.serve, args=[client], daemon=True).start()

    def serve(self, client):
        server = http.client.HTTPConnection(self.target, timeout=60)
        try:
            with client, client.makefile("rb") as stream:
                while self.exchange(stream, client, server):
                    pass
        except OSError:
            pass
        finally:
            server.close()

    def exchange(self, stream, client, server):
        """One request and its answer; False where the connection ends."""
        line = stream.readline().decode("latin-1").split()
        if len(line) != 3:
            return False
        headers = {}
        for text in iter(lambda: stream.readline().decode("latin-1").strip(), ""):
            name, value = text.split(":", 1)
            headers[name.strip()] = value.strip()
        size = int(next((value for name, value in headers.items() if name.lower() == "content-length"), 0))
        body = stream.read(size)
        if len(body) < size:
            return False
        method, path, _ = line
        with self.lock:
            number = self.count
            self.count += 1
            self.requests.append((method, path))
            fault = self.choose(number, method, path)
        time.sleep(self.latency)
        return self.answer(client, server, fault, method, path, headers, body)

    def answer(self, client, server, fault, method, path, headers, body):
        if fault in ("429", "500", "503"):
            return self.send(client, int(fault), b"<Error><Code>SlowDown</Code></Error>", {})
        if fault == "403":
            return self.send(client, 403, DENIED, {"Content-Type": "application/xml"})
        if fault in ("page", "404 page"):
            return self.send(client, 200 if fault == "page" else 404, PAGE, {"Content-Type": "text/html"})
        if fault == "redirect":
            return self.send(client, 307, b"", {"Location": f"http://127.0.0.2:9{path}"})
        if fault == "cut":
            return False
        if fault == "stall":
            time.sleep(20)
            return False
        if fault == "slow":
            time.sleep(0.3)
        server.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
        for name, value in headers.items():
            server.putheader(name, value)
        server.endheaders(body)
        answer = server.getresponse()
        content = answer.read()
        if fault == "lost":
            return False
        own = {name: value for name, value in answer.getheaders() if name.lower() not in ("connection", "content-length",
                                                                                          "transfer-encoding")}
        if fault == "truncated" and content:
            self.send(client, answer.status, content[:len(content) // 2], own, length=len(content))
            return False
        if fault == "short" and content:
            content = content[:len(content) // 2]
        return self.send(client, answer.status, content, own, head=method == "HEAD")

    @staticmethod
    def send(client, status, body, headers, length=None, head=False):
        lines = [f"HTTP/1.1 {status} {http.client.responses.get(status, 'Status')}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if status != 204:
            lines.append(f"Content-Length: {len(body) if length is None else length}")
        client.sendall("\r\n".join([*lines, "", ""]).encode("latin-1") + (b"" if head else body))
        return True
