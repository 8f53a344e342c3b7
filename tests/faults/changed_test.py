"""Inputs whose pixels change while sizes and times of change stay: between the passes of a run, and before a run is
resumed. The result is that of one input, or there is none."""

import os
import signal
import time
import unittest

from specimen import PLAIN, Specimen
from trials import IN_BLOCKS, ONE_PASS, TWO_PASSES, FaultTest, remove


class Changed(FaultTest):
    def test_while_it_is_read(self):
        self.run_trials(25, self.meanwhile)

    def test_before_it_is_resumed(self):
        self.run_trials(25, self.before_resume)

    def prepare(self, calls):
        pick = self.random
        call = pick.choice(calls)
        specimen = Specimen(self, pick.choice(PLAIN), "tissue")
        words = [call[0], specimen.path.name, *call[1:], "-o", pick.choice(["out.tif", "out.ome.zarr"]),
                 "--threads", pick.choice([1, 2]), *IN_BLOCKS]
        self.note(*words, specimen.kind)
        return call, specimen, words

    def change(self, specimen):
        """Changes pixels, or only times, or nothing; true where pixels changed."""
        what = self.random.choices(["pixels", "times", "nothing"], [6, 1, 1])[0]
        self.note("changed:", what)
        if what == "pixels":
            specimen.change("random")
        elif what == "times":
            os.utime(specimen.some_file())
        return what

    def meanwhile(self):
        call, specimen, words = self.prepare(TWO_PASSES + ONE_PASS)
        right = [self.expected(call, specimen.original(), "original")]
        delay = self.random.uniform(0.05, 0.95) * self.seconds(words)
        run = self.begin(words)
        time.sleep(delay)
        run.send_signal(signal.SIGSTOP)
        what = self.change(specimen)
        run.send_signal(signal.SIGCONT)
        self.note(f"after {delay:.3f} s")
        code, message = self.end(run)
        if what == "pixels":
            right.append(self.expected(call, specimen.path))
        elif what == "nothing" and code != 0:
            self.fault(f"nothing changed, but the run ended with {code}")
        self.judge(words, code, message, right)

    def before_resume(self):
        call, specimen, words = self.prepare(TWO_PASSES + ONE_PASS[:1])
        while not self.begin_and_kill(words) or (self.place / words[words.index("-o") + 1]).exists():
            for path in self.place.glob("out*"):
                remove(path)
        what = self.change(specimen)
        code, message = self.run_now([*words, "--resume"])
        if what == "nothing" and code != 0:
            self.fault(f"nothing changed, but the run ended with {code}: {message}")
        self.judge(words, code, message, [self.expected(call, specimen.path)])

    def judge(self, words, code, message, right):
        """And after an error, a new run ends with 0."""
        self.note(f"ended with {code} {message.strip()}")
        output = self.place / words[words.index("-o") + 1]
        if code != 0:
            if "specimen" not in message:
                self.fault("the message does not name the input")
            if output.exists():
                self.fault("the run failed and left an output")
            code, message = self.run_now(words)
            right = right[-1:]
            if code != 0:
                self.fault(f"a new run ended with {code}: {message}")
        if code == 0:
            found = self.pixels(output)
            if found not in right:
                self.wrong("the image differs" if found else "the image cannot be read")
            self.require_nothing_left()


if __name__ == "__main__":
    unittest.main()
