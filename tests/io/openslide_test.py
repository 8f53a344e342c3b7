"""Slides as OpenSlide itself reads them: every level and channel, missing tiles, JPEG 2000, damaged files.

Runs with each OpenSlide that is installed: Debian's 3.4 and the 4 of openslide-bin.
"""

import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

try:
    import imagecodecs  # noqa: F401: synthetic_slide needs it
    import numpy
    import tifffile
except ImportError:
    print("numpy, tifffile and imagecodecs are not installed: no slide can be written")
    sys.exit(77)

CONVERT = sys.argv.pop(1)
PROGRAM = sys.argv.pop(1)  # preamar; empty if it is not built
# The peak of a program counts in that of the program that starts it, so a small one does.
LAUNCHER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, 1, 0)])
status, usage = os.wait4(child, 0)[1:]
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""
TOOLS = pathlib.Path(__file__).parent.parent / "tools"
SYNTHETIC = TOOLS / "synthetic_slide"
CHANNELS = ("red", "green", "blue")

sys.path.insert(0, str(TOOLS))
from openslide_oracle import installed  # noqa: E402

LIBRARIES = installed()
if not LIBRARIES:
    print("no OpenSlide is installed: nothing to compare with")
    sys.exit(77)


class Slides(unittest.TestCase):
    def setUp(self):
        memory = pathlib.Path("/dev/shm")
        folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, *words):
        subprocess.run([sys.executable, SYNTHETIC, self.folder / name, *map(str, words)], check=True)
        return self.folder / name

    def run_convert(self, library, file, level=0, channel="red"):
        return subprocess.run([CONVERT, file, self.folder / "out.tif", "none", "0", "", str(level), channel],
                              capture_output=True, text=True, env={**os.environ, "PREAMAR_OPENSLIDE": library})

    def read(self, library, file, level=0, channel="red"):
        done = self.run_convert(library, file, level, channel)
        self.assertEqual(done.returncode, 0, done.stderr)
        return tifffile.imread(self.folder / "out.tif"), done.stdout.split()

    def same(self, library, file, chunk=256):
        for level, pixels in enumerate(library.levels(file, chunk)):
            for index, channel in enumerate(CHANNELS):
                image, _ = self.read(library.name, file, level, channel)
                numpy.testing.assert_array_equal(image, pixels[..., index], f"{library.version} {level} {channel}")

    def test_levels_and_channels(self):
        file = self.write("a.svs", "--size", "1000x1504", "--ratios", "1,4,8")
        for library in LIBRARIES:
            self.same(library, file)

    def test_levels_of_other_ratios(self):
        """1003 and 1505 are no multiples of 2 and 4: OpenSlide interpolates between pixels."""
        file = self.write("a.svs", "--size", "1003x1505", "--ratios", "1,2,4", "--tile", "240")
        for library in LIBRARIES:
            self.same(library, file, 480)

    def test_missing_tiles(self):
        file = self.write("a.svs", "--size", "700x1100", "--ratios", "1,4", "--missing", "1,7")
        for library in LIBRARIES:
            self.same(library, file)
            image, _ = self.read(library.name, file)
            self.assertEqual((image[:256, 256:512] == 255).all(), True)
            self.assertEqual((image[:256, :256] == 255).all(), False)

    def test_jpeg_2000(self):
        for codec in ("jpeg2000-ycbcr", "jpeg2000-rgb"):
            for name in ("a.svs", "a.tif"):
                file = self.write(name, "--size", "300x500", "--ratios", "1,4", "--codec", codec)
                for library in LIBRARIES:
                    self.same(library, file)

    def test_description(self):
        file = self.write("a.svs", "--size", "1003x1505", "--ratios", "1,4", "--mpp", "0.2521")
        for library in LIBRARIES:
            words = self.read(library.name, file, 1)[1]
            self.assertIn(f"y={0.2521 * 1003 / 250:g}micrometer", words)
            self.assertIn(f"x={0.2521 * 1505 / 376:g}micrometer", words)
            self.assertEqual(words[-2:], ["1003x1505", "250x376"])

    def test_without_the_library(self):
        done = self.run_convert("/nowhere/libopenslide.so", self.write("a.svs", "--size", "64x64", "--ratios", "1"))
        self.assertEqual(done.returncode, 1)
        for words in ("a.svs", "/nowhere/libopenslide.so", "libopenslide0", "openslide-bin", "PREAMAR_OPENSLIDE"):
            self.assertIn(words, done.stderr)

    def test_memory(self):
        """--memory bounds the whole process, OpenSlide and its cache included."""
        if not PROGRAM:
            self.skipTest("the command line is not built")
        file = self.write("a.svs", "--size", "4000x4000", "--ratios", "1", "--repeat", "4")

        def limited(library, memory):
            done = subprocess.run([sys.executable, "-S", "-c", LAUNCHER, PROGRAM, "fill_holes", file, "--channel", "haematoxylin",
                                   "--memory", f"{memory}M", "-o", self.folder / "out.tif", "--overwrite"], check=True,
                                  capture_output=True, text=True, env={**os.environ, "PREAMAR_OPENSLIDE": library})
            code, peak = map(int, done.stdout.split())
            return code, peak / 1024, done.stderr

        for library in LIBRARIES:
            code, _, errors = limited(library.name, 1)
            needed = re.search(r"needs? (\d+)M; give", errors)
            self.assertTrue(code == 1 and needed, errors)
            for memory in (int(needed[1]), 300):
                code, peak, errors = limited(library.name, memory)
                print(f"OpenSlide {library.version}: --memory {memory}M, {peak:.0f} MiB", flush=True)
                self.assertEqual(code, 0, errors)
                self.assertLessEqual(peak, memory)

    def intact_or_refused(self, library, file, wanted):
        """Never another image."""
        done = self.run_convert(library.name, file)
        if done.returncode == 0:
            image = tifffile.imread(self.folder / "out.tif")
            self.assertEqual(image.shape, wanted.shape)
            numpy.testing.assert_array_equal(image, wanted)
            return False
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(file.name, done.stderr)
        return True

    def test_truncated_files(self):
        whole = self.write("a.svs", "--size", "500x700", "--ratios", "1,4").read_bytes()
        file = self.folder / "cut.svs"
        for library in LIBRARIES:
            file.write_bytes(whole)
            wanted, _ = self.read(library.name, file)
            refused = 0
            for part in range(20):
                file.write_bytes(whole[:len(whole) * part // 20])
                refused += self.intact_or_refused(library, file, wanted)
            self.assertGreaterEqual(refused, 15)

    def test_zeroed_tags(self):
        """Each entry of the first directory of a classic TIFF is zeroed in turn."""
        whole = bytearray(self.write("a.svs", "--size", "500x700", "--ratios", "1,4").read_bytes())
        at, = struct.unpack_from("<I", whole, 4)
        count, = struct.unpack_from("<H", whole, at)
        file = self.folder / "zeroed.svs"
        for library in LIBRARIES:
            file.write_bytes(whole)
            wanted, _ = self.read(library.name, file)
            for entry in range(at + 2, at + 2 + 12 * count, 12):
                tag, = struct.unpack_from("<H", whole, entry)
                with self.subTest(library=library.version, tag=tag):
                    file.write_bytes(whole[:entry] + bytes(12) + whole[entry + 12:])
                    self.intact_or_refused(library, file, wanted)


if __name__ == "__main__":
    unittest.main()
