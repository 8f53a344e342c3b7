"""Completion scripts and manual pages, as shells and formatters read them."""

import re
import shutil
import subprocess
import unittest

from program import PROGRAM, ProgramTest


class Completion(ProgramTest):
    def asked(self, *words):
        """What bash offers for the last of the words."""
        script, _ = self.call("completion", "bash")
        (self.folder / "script").write_text(script)
        given = " ".join(f"'{word}'" for word in ("preamar", *words))
        asked = subprocess.run(["bash", "-c", f"preamar() {{ '{PROGRAM}' \"$@\"; }}; source ./script; COMP_WORDS=({given}); "
                                f"COMP_CWORD={len(words)}; _preamar; printf '%s\\n' \"${{COMPREPLY[@]}}\""],
                               cwd=self.folder, text=True, capture_output=True)
        self.assertEqual((asked.returncode, asked.stderr), (0, ""))
        return asked.stdout.split()

    def test_bash(self):
        (self.folder / "image.tif").touch()
        self.assertEqual(self.asked("recon"), ["reconstruct"])
        self.assertEqual(self.asked("reconstruct", "--meth"), ["--method"])
        self.assertEqual(self.asked("reconstruct", "--method", ""), ["dilation", "erosion"])
        self.assertEqual(self.asked("reconstruct", "im"), ["image.tif"])
        self.assertEqual(self.asked("reconstruct", "-o", "im"), ["image.tif"])
        self.assertEqual(self.asked("reconstruct", "--threads", ""), [])
        self.assertEqual(self.asked("reconstruct", "--device", "c")[0], "cpu")
        self.assertEqual(self.asked("generate", "spiral-"), ["spiral-pair"])
        self.assertEqual(self.asked("completion", "z"), ["zsh"])
        self.assertEqual(self.asked("help", "selft"), ["selftest"])
        self.assertNotIn("manual", self.asked("man"))

    def test_every_option_is_in_every_script(self):
        shown = self.call("reconstruct", "--help-all")[0]
        options = re.findall(r"^  (?:-\w, )?--([\w-]+)", shown, re.MULTILINE)
        self.assertGreater(len(options), 15)
        scripts = {shell: self.call("completion", shell)[0] for shell in ("bash", "zsh", "fish")}
        for option in options:
            self.assertIn(f"--{option}", scripts["bash"])
            self.assertIn(f"'--{option}", scripts["zsh"].replace("'*--", "'--"))
            self.assertIn(f"-l {option} ", scripts["fish"])
        self.assertEqual(self.complaint("completion", "csh", code=2),
                         "completion: SHELL is 'csh'; it must be bash, zsh or fish")

    def test_other_shells_parse_their_scripts(self):
        for shell in ("zsh", "fish"):
            with self.subTest(shell):
                if not shutil.which(shell):
                    continue
                (self.folder / "script").write_text(self.call("completion", shell)[0])
                subprocess.run([shell, "-n", "script"], cwd=self.folder, check=True)


class Manual(ProgramTest):
    def test_pages_are_there_and_formatted_without_a_warning(self):
        self.call("manual", "man1")
        pages = sorted(path.name for path in (self.folder / "man1").iterdir())
        self.assertIn("preamar.1", pages)
        self.assertIn("preamar-reconstruct.1", pages)
        self.assertNotIn("preamar-manual.1", pages)
        self.assertGreater(len(pages), 40)
        if not shutil.which("groff"):
            self.skipTest("groff is not installed")
        for page in pages:
            done = subprocess.run(["groff", "-man", "-ww", "-Tascii", "-P-cbou", page], cwd=self.folder / "man1", text=True,
                                  capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)
            self.assertIn("NAME", done.stdout)
            if page == "preamar-reconstruct.1":
                self.assertIn("--connectivity N", done.stdout)
                self.assertIn("preamar reconstruct marker.tif mask.tif -o", done.stdout)


if __name__ == "__main__":
    unittest.main()
