"""A run that a person watches and stops: signals, and the progress bar on a terminal."""

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import time
import unittest

from program import PATIENCE, ProgramTest

COLUMNS = 50


class LongRun(ProgramTest):
    """The plain loops on a spiral take minutes."""

    def setUp(self):
        super().setUp()
        self.generate("spiral-pair", 1024, "marker.tif", "mask.tif")
        self.words = ["reconstruct", "marker.tif", "mask.tif", "-o", "out.tif", "--device", "reference"]


class Stopping(LongRun):
    def stopped_by(self, number, *more, at="preamar: reconstruct: compute\n", **options):
        process = self.start(*self.words, *more, "--progress", stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        for line in process.stderr:
            if line.startswith(at):
                break
        time.sleep(0.1)
        process.send_signal(number)
        return process

    def test_signals_end_the_run_and_leave_no_file(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                process = self.stopped_by(number)
                output, errors = process.communicate(timeout=PATIENCE)
                self.assertEqual(process.returncode, 130)
                self.assertEqual((output, errors), ("", "preamar: reconstruct: stopped\n"))
                self.assertEqual(self.files(), ["marker.tif", "mask.tif"])

    def test_a_run_that_can_be_continued_says_how(self):
        self.generate("spiral-pair", 4096, "large-marker.tif", "large-mask.tif")
        self.words[1:3] = ["large-marker.tif", "large-mask.tif"]
        in_blocks = ["--block", "256,256", "--threads", "1"]
        for more, at in ([], "1 of 2, "), (["--resume"], ""):
            process, errors = self.stopped_in_blocks(*in_blocks, *more, at=at)
            self.assertEqual(process.returncode, 130)
            self.assertTrue(errors.endswith("preamar: reconstruct: stopped; run it again with --resume to continue\n"),
                            errors)

    def stopped_in_blocks(self, *more, at):
        """The process that a signal stopped in this pass, and its messages."""
        for _ in range(5):  # it may end before the signal
            process = self.stopped_by(signal.SIGINT, *more, at=f"preamar: reconstruct: block pass {at}")
            errors = process.communicate(timeout=PATIENCE)[1]
            if process.returncode != 0:
                break
            (self.folder / "out.tif").unlink()
        return process, errors

    def test_an_ignored_signal_stays_ignored(self):
        process = self.stopped_by(signal.SIGINT, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
        with self.assertRaises(subprocess.TimeoutExpired):
            process.wait(timeout=1)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=PATIENCE), 130)


class OnATerminal(LongRun):
    def start_watched(self, *words):
        """The process, and the terminal's end that shows what it writes on standard error."""
        shown, terminal = pty.openpty()
        self.addCleanup(os.close, shown)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, COLUMNS, 0, 0))
        process = self.start(*words, stdout=subprocess.PIPE, stderr=terminal)
        os.close(terminal)
        return process, shown

    def rest(self, shown):
        text = b""
        try:
            while piece := os.read(shown, 4096):
                text += piece
        except OSError:  # how Linux says that the last writer has gone
            pass
        return text.decode()

    def test_bar_comes_late_fits_and_goes(self):
        begin = time.monotonic()
        process, shown = self.start_watched(*self.words)
        text = os.read(shown, 4096).decode()
        self.assertGreater(time.monotonic() - begin, 1.9)
        while text.count("\x1b[K") < 2:
            text += os.read(shown, 4096).decode()
        process.send_signal(signal.SIGINT)
        text += self.rest(shown)
        self.assertEqual(process.wait(timeout=PATIENCE), 130)
        *drawn, last = re.findall(r"\r([^\r\n]*)\x1b\[K([^\r]*)", text)
        self.assertGreater(len(drawn), 1)
        for bar, after in drawn:
            self.assertRegex(bar, r"\Areconstruct: compute \[[#.]+\] .*\d:\d\d")
            self.assertLess(len(bar), COLUMNS)
            self.assertEqual(after, "")
        self.assertEqual(last, ("", "preamar: reconstruct: stopped"))

    def test_short_work_shows_no_bar(self):
        self.generate("spiral-pair", 64, "m.tif", "k.tif")
        process, shown = self.start_watched("reconstruct", "m.tif", "k.tif", "-o", "o.tif")
        self.assertEqual(self.rest(shown), "")
        self.assertEqual(process.wait(timeout=PATIENCE), 0)

    def test_quiet_shows_no_bar(self):
        process, shown = self.start_watched(*self.words, "--quiet")
        time.sleep(2.5)
        process.send_signal(signal.SIGINT)
        self.assertEqual(self.rest(shown), "preamar: reconstruct: stopped\r\n")
        self.assertEqual(process.wait(timeout=PATIENCE), 130)


if __name__ == "__main__":
    unittest.main()
