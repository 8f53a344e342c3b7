"""The built program, as the tests of this folder call it. Standard library only."""

import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "preamar"
PATIENCE = 240  # seconds; a call that takes longer hangs, also where a sanitizer makes it slow

ELEMENTS = {"MET_UCHAR": "B", "MET_FLOAT": "f"}


def write_mha(path, width, values, element="MET_UCHAR"):
    """A MetaImage of rank 2, written without the library's help."""
    header = (f"ObjectType = Image\nNDims = 2\nBinaryData = True\nBinaryDataByteOrderMSB = False\n"
              f"CompressedData = False\nDimSize = {width} {len(values) // width}\n"
              f"ElementType = {element}\nElementDataFile = LOCAL\n")
    path.write_bytes(header.encode() + struct.pack(f"<{len(values)}{ELEMENTS[element]}", *values))


def mha_values(path):
    """The bytes of an uncompressed MetaImage of bytes."""
    return list(path.read_bytes().split(b"ElementDataFile = LOCAL\n", 1)[1])


class ProgramTest(unittest.TestCase):
    """Each test works in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="preamar ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def call(self, *words, code=0, **options):
        """Runs `preamar words` and returns (standard output, standard error) once its exit code is as said."""
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, text=True, timeout=PATIENCE,
                              capture_output=True, **options)
        self.assertEqual(done.returncode, code, f"preamar {words}: {done.stdout}{done.stderr}")
        return done.stdout, done.stderr

    def complaint(self, *words, code):
        """The one line on standard error of a call that fails, without the program's name."""
        output, errors = self.call(*words, code=code)
        self.assertEqual(output, "")
        self.assertRegex(errors, r"\Apreamar: [^\n]+\n\Z")
        return errors.removeprefix("preamar: ").rstrip("\n")

    def generate(self, instance, size, *files):
        self.call("generate", instance, size, "-o", *files)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def start(self, *words, **options):
        """A running `preamar words`; killed at the end of the test where it still runs."""
        process = subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.folder, text=True, **options)

        def end():
            process.kill()
            process.communicate()

        self.addCleanup(end)
        return process
