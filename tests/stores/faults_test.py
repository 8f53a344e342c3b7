"""Faults of object stores: a run ends with the right image, or with a message and without an image. 200 trials in all;
a tenth of them unless PREAMAR_FAULT_TRIALS=1."""

import json
import signal
import threading
import time

import gateway
from gateway import BUCKET, LOCK, StoreTest
from proxy import LASTING, TRANSIENT, Proxy

IN_BLOCKS = ["--block", "128,128", "--threads", "2", "--quiet"]
CALLS = [("fill_holes",), ("label",), ("gaussian", "--sigma", "2"), ("h_maxima", "--h", "20")]
OUTPUT = "out.ome.zarr"


class StoreFaults(StoreTest):
    def setUp(self):
        super().setUp()
        self.source = self.images / "tissue.ome.zarr"
        self.generate("tissue", self.side, self.source, "--chunk", "64,64")
        self.uploaded(self.source)
        self.own = {"PREAMAR_REQUEST_SECONDS": "20"}

    def behind(self, choose, latency=0.0):
        """All requests of the next runs go through a proxy."""
        if self.proxy:
            self.proxy.close()
        self.proxy = Proxy(self.store.address, choose, latency)

    def words(self, call, *more):
        return [call[0], self.url("tissue.ome.zarr"), *call[1:], "-o", self.url(OUTPUT), *IN_BLOCKS, *more]

    def right(self, call):
        """The chunks that the call gives."""
        if call not in self.known:
            path = self.images / call[0] / OUTPUT
            path.parent.mkdir()
            self.done(call[0], self.source, *call[1:], "-o", path, *IN_BLOCKS)
            self.known[call] = self.local_arrays(path)
        return self.known[call]

    def check(self, call, code, message):
        """The image is right, or there is none."""
        if code == 0 and (not self.has_root(OUTPUT) or self.arrays(OUTPUT) != self.right(call)):
            self.wrong("exit 0, and the image is not right")
        if code != 0 and self.has_root(OUTPUT) and self.arrays(OUTPUT) != self.right(call):
            self.wrong(f"a wrong image has its root metadata; {message}")

    def owner(self):
        """Who has the lock of the output."""
        return json.loads(self.store.get(f"{BUCKET}/{OUTPUT}.lock") or b"{}").get("owner")

    def clear(self):
        for key in self.store.keys(BUCKET):
            if not key.startswith("tissue"):
                self.store.delete(f"{BUCKET}/{key}")

    # Requests

    def test_transient_faults(self):
        self.run_trials(60, self.transient)

    def transient(self):
        call = self.random.choice(CALLS)
        share = self.random.choice([0.02, 0.1, 0.2])
        self.note(*call, share)
        random = self.random
        self.behind(lambda *_: random.choice(TRANSIENT) if random.random() < share else None)
        code, message = self.run_now(self.words(call))
        if code != 0:
            self.fault(f"ended with {code}: {message}")
        self.check(call, code, message)
        self.require_nothing_but(OUTPUT, "tissue.ome.zarr")
        self.clear()

    def test_lasting_faults(self):
        self.run_trials(60, self.lasting, half_ends_well=False)

    def lasting(self):
        call = self.random.choice(CALLS)
        fault = self.random.choice(LASTING)
        kind = self.random.choice([("GET", "tissue.ome.zarr/0/c/"), ("GET", "zarr.json"), ("PUT", f"{OUTPUT}/0/c/"),
                                   ("PUT", f"{OUTPUT}/zarr.json"), ("PUT", ".work/"), ("PUT", ".lock"), ("GET", "")])
        first = self.random.choice([0, 0, 1, 5, 20, 50])
        self.note(*call, fault, *kind, "from", first)
        seen = [0]

        def choose(_, method, path):
            if method != kind[0] or kind[1] not in path:
                return None
            seen[0] += 1
            return fault if seen[0] > first else None

        self.behind(choose)
        self.own = {"PREAMAR_REQUEST_SECONDS": "2"}
        code, message = self.run_now(self.words(call))
        if code != 0 and message.count("\n") != 1:
            self.fault(f"more than one line: {message}")
        self.check(call, code, message)
        self.proxy.close()
        self.proxy = None
        self.resume(call)

    def resume(self, call):
        """Another run, once the lock of the first one has expired, ends with the right image."""
        time.sleep(LOCK + 2)
        code, message = self.run_now(self.words(call, "--resume", *(["--overwrite"] if self.has_root(OUTPUT) else [])))
        if code != 0:
            self.fault(f"the resumed run ended with {code}: {message}")
        self.check(call, code, message)
        self.require_nothing_but(OUTPUT, "tissue.ome.zarr")
        self.clear()

    # Processes

    def test_killed_and_resumed(self):
        self.run_trials(40, self.killed)
        self.assertGreaterEqual(2 * self.counts["killed"], self.counts["trials"])

    def killed(self):
        call = self.random.choice(CALLS)
        last = self.random.randrange(40)  # a run makes more requests
        self.note(*call, f"killed at request {last}")
        is_reached = threading.Event()
        self.behind(lambda number, *_: is_reached.set() if number == last else None, latency=0.05)
        process = self.begin(self.words(call))
        self.assertTrue(is_reached.wait(60), f"the run made no request {last}")
        process.kill()
        self.counts["killed"] += self.end(process, counts=False)[0] == -signal.SIGKILL and not self.has_root(OUTPUT)
        self.resume(call)

    def test_two_runs(self):
        self.run_trials(20, self.two_runs)

    def two_runs(self):
        calls = [self.random.choice(CALLS) for _ in range(2)]
        self.note(*calls)
        self.behind(lambda *_: None, latency=0.01)
        self.own["PREAMAR_LOCK_SECONDS"] = "60"  # no lock expires, however busy the machine is
        first = self.begin(self.words(calls[0]))
        time.sleep(self.random.uniform(0, 0.5))
        second = self.begin(self.words(calls[1]))
        ends = [self.end(process) for process in (first, second)]
        good = [i for i in range(2) if ends[i][0] == 0]
        if len(good) != 1:
            return self.fault(f"they ended with {ends}")
        message = ends[1 - good[0]][1]
        if "another run" not in message and "exists already" not in message:
            self.fault(f"the other one says {message}")
        self.check(calls[good[0]], 0, "")
        self.require_nothing_but(OUTPUT, "tissue.ome.zarr")
        self.clear()

    def test_late_run(self):
        self.run_trials(20, self.late)

    def late(self):
        """One run is stopped until its lock expires; another one takes over; the first one wakes up."""
        calls = [CALLS[0], CALLS[3]] if self.random.random() < 0.5 else [CALLS[1], CALLS[2]]
        during = self.random.random() < 0.5
        last = self.random.randrange(3, 25)  # it makes more requests
        self.note(*calls, f"stopped {last} requests after its lock, wakes up",
                  "during the other run" if during else "after it")
        is_reached = threading.Event()
        seen = [0]

        def choose(_, method, path):
            seen[0] += seen[0] > 0 or (method == "PUT" and ".lock" in path)
            if seen[0] == last:
                is_reached.set()

        self.behind(choose, latency=0.05)
        first = self.begin(self.words(calls[0]))
        self.assertTrue(is_reached.wait(60), f"the run made no request {last}")
        first.send_signal(signal.SIGSTOP)
        time.sleep(LOCK + 2)
        owner = self.owner()
        second = self.begin(self.words(calls[1]))
        while during and self.owner() == owner and second.poll() is None:
            time.sleep(0.02)
        if during:
            time.sleep(self.random.uniform(0, 1.5))
            first.send_signal(signal.SIGCONT)
        code, message = self.end(second)
        before = self.store.keys(BUCKET)
        first.send_signal(signal.SIGCONT)
        late, words = self.end(first, counts=False)
        if code != 0:
            self.fault(f"the second run ended with {code}: {message}")
        if late == 0 or ("taken over" not in words and "exists already" not in words):
            self.fault(f"the late run ended with {late}: {words}")
        self.check(calls[1], code, message)
        if not during and self.store.keys(BUCKET) != before:
            self.fault("the late run wrote something")
        self.require_nothing_but(OUTPUT, "tissue.ome.zarr")
        self.clear()


if __name__ == "__main__":
    gateway.main()
