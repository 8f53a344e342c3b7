"""Inputs that cannot be read, or are moved, cut, replaced or deleted while a run reads them: the run ends with an error
that names them, or with the right image."""

import os
import signal
import subprocess
import time
import unittest

from specimen import KINDS, Specimen
from trials import IN_BLOCKS, ONE_PASS, PROGRAM, TWO_PASSES, FaultTest

NOBODY = 65534


class Inputs(FaultTest):
    def setUp(self):
        super().setUp()
        self.can_lock_out = os.geteuid() != 0
        if os.geteuid() == 0:  # who reads everything: the program runs as somebody else
            who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            try:
                self.can_lock_out = subprocess.run([PROGRAM, "--version"], capture_output=True, **who).returncode == 0
            except PermissionError:
                pass
            if self.can_lock_out:
                self.who = who
        if not self.can_lock_out:
            print("no trials without permission: this user reads everything, and another cannot run the program")

    def test_faults_at_any_moment(self):
        self.run_trials(100, self.trial)

    def a_fault(self, specimen, has_two_passes):
        """Makes the specimen unreadable. Returns how to undo it, and whether what is left is an image too: a chunk that
        is absent is filled, and a file that another replaced is read as that one."""
        path = specimen.some_file()
        faults = {"a dangling link": lambda: (specimen.linked(path, "nowhere"), False),
                  "a link to itself": lambda: (specimen.linked(path, path.name), False),
                  "moved": lambda: (specimen.moved(specimen.path), False),
                  "deleted": lambda: (specimen.deleted(specimen.path), False),
                  "cut": lambda: (specimen.cut(path), False),
                  "a folder": lambda: (specimen.folder_instead(path), False)}
        if self.can_lock_out:
            faults["without permission"] = lambda: (specimen.unreadable(path), False)
        if specimen.is_folder:
            faults["the array moved"] = lambda: (specimen.moved(specimen.path / "0"), False)
            faults["a chunk deleted"] = lambda: (specimen.deleted(path), True)
            if self.can_lock_out:
                faults["a folder without permission"] = lambda: (specimen.unreadable(path.parent), False)
            if has_two_passes:
                faults["a row of chunks moved"] = lambda: (specimen.moved(path.parent), True)
        else:
            faults["replaced"] = lambda: (specimen.replaced("spiral"), True)
        if specimen.is_detached:
            faults["pixels deleted"] = lambda: (specimen.deleted(path), False)
        name = self.random.choice(sorted(faults))
        self.note(name, path.name if specimen.is_folder else "")
        return faults[name]

    def trial(self):
        pick = self.random
        in_blocks = pick.random() < 0.75
        call = pick.choice(TWO_PASSES + ONE_PASS)
        specimen = Specimen(self, pick.choice(list(KINDS)), "tissue")
        words = [call[0], specimen.path.name, *call[1:], "-o", pick.choice(["out.tif", "out.ome.zarr"]),
                 "--threads", pick.choice([1, 2]), *(IN_BLOCKS if in_blocks else [])]
        moment = pick.choices(["before", "meanwhile", "after"], [2, 6, 2])[0]
        delay = pick.uniform(0.05, 0.95) * self.seconds(words)
        stops = pick.random() < 0.5
        self.note(*words, moment, f"after {delay:.3f} s", "while it is stopped" if stops else "", specimen.kind)
        fault = self.a_fault(specimen, in_blocks and call in TWO_PASSES)
        right = [self.expected(call, specimen.original(), "original")]

        if moment == "before":
            undo, leaves_image = fault()
        run = self.begin(words)
        if moment == "meanwhile":
            time.sleep(delay)
            if stops:
                run.send_signal(signal.SIGSTOP)
            undo, leaves_image = fault()
            run.send_signal(signal.SIGCONT)
        code, message = self.end(run)
        if moment != "after" and leaves_image:
            right.append(self.expected(call, specimen.path))
            if moment == "before":
                del right[0]
        self.judge(words, code, message, right)
        if moment != "after" and code != 0:
            undo()
            self.again(words, call, specimen)

    def judge(self, words, code, message, right):
        output = self.place / words[words.index("-o") + 1]
        self.note(f"ended with {code} {message.strip()}")
        if code == 0:
            if self.pixels(output) not in right:
                self.wrong("the image differs" if self.pixels(output) else "the image cannot be read")
            self.require_nothing_left(temporary=True)
        else:
            if output.exists():
                self.fault("the run failed and left an output")
            if "specimen" not in message:
                self.fault("the message does not name the input")

    def again(self, words, call, specimen):
        """Once the input is as it was, a run ends with 0; one that is resumed may say that its input changed."""
        if self.random.random() < 0.5:
            code, message = self.run_now([*words, "--resume"])
            if code == 0:
                return self.judge(words, code, message, [self.expected(call, specimen.original(), "original")])
        code, message = self.run_now(words)
        if code != 0:
            self.fault(f"the input is as it was, but a run ended with {code}: {message}")
        self.judge(words, code, message, [self.expected(call, specimen.original(), "original")])


if __name__ == "__main__":
    unittest.main()
