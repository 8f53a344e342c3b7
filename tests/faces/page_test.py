"""The commands of docs/command-line.md, run in order; each prints what the page says, figures aside."""

import os
import pathlib
import re
import subprocess
import unittest

from program import PATIENCE, PROGRAM, ProgramTest

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "command-line.md"


def steps():
    """(command, output) of each line of the page that begins with a dollar."""
    for block in re.findall(r"^```console\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL):
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
            yield command, output


def pattern(output):
    """Figures and spaces may differ, and '...' stands for anything within a line."""
    words = re.sub(r"(?<= )\.\.\. ?|\d+(\.\d+)?|\s+", lambda match: f"\0{match[0][0]}\0", output.strip()).split("\0")
    parts = {".": r"[^\n]*", " ": r"\s+", "\n": r"\s+"}
    return "".join(re.escape(word) if place % 2 == 0 else parts.get(word, r"\d+(\.\d+)?")
                   for place, word in enumerate(words))


class Page(ProgramTest):
    def test_commands_print_what_the_page_says(self):
        path = f"{os.path.dirname(PROGRAM)}:{os.environ['PATH']}"
        count = 0
        for command, output in steps():
            with self.subTest(command):
                done = subprocess.run(command, shell=True, cwd=self.folder, text=True, timeout=PATIENCE,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "PATH": path})
                self.assertRegex(done.stdout.strip(), rf"\A{pattern(output)}\Z")
                count += 1
        self.assertGreater(count, 10)


if __name__ == "__main__":
    unittest.main()
