"""JPEG files as Pillow writes them: equal pixels, and errors for damaged files and for those that would be read wrong."""

import io
import itertools
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    from PIL import Image
except ImportError:
    print("numpy and Pillow are not installed: nothing to compare with")
    sys.exit(77)

CONVERT = sys.argv.pop(1)
HEIGHT, WIDTH = 83, 101


def picture(samples):
    """Smooth, with edges and some noise."""
    y, x = numpy.mgrid[:HEIGHT, :WIDTH]
    planes = [(120 + 60 * numpy.sin(y / (5 + k)) + 50 * (x > 40 + 9 * k) + (x * y + k) % 7) for k in range(samples)]
    return numpy.stack(planes, -1).clip(0, 255).astype("uint8").squeeze()


def encoded(pixels, **options):
    stream = io.BytesIO()
    Image.fromarray(pixels, options.pop("mode", None)).save(stream, "JPEG", **{"quality": 90} | options)
    return stream.getvalue()


def frame_at(jpeg):
    """The first byte of the contents of its start of frame."""
    return next(at for at in range(2, len(jpeg)) if jpeg[at] == 0xFF and jpeg[at + 1] in (0xC0, 0xC1, 0xC2)) + 4


class Jpeg(unittest.TestCase):
    def setUp(self):
        memory = pathlib.Path("/dev/shm")
        folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_on(self, jpeg, channel="", suffix=".jpg"):
        (self.folder / f"in{suffix}").write_bytes(jpeg)
        return subprocess.run([CONVERT, self.folder / f"in{suffix}", self.folder / "out.png", "", "0", "", "0", channel],
                              capture_output=True, text=True)

    def pixels(self, jpeg, channel="", suffix=".jpg"):
        done = self.run_on(jpeg, channel, suffix)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split()[:3], ["JPEG", f"{HEIGHT}x{WIDTH}", "uint8"])
        return numpy.asarray(Image.open(self.folder / "out.png")).astype(int)

    def error(self, jpeg, channel=""):
        done = self.run_on(jpeg, channel)
        self.assertEqual(done.returncode, 1)
        return done.stderr

    def expect(self, jpeg):
        """Each sample is as Pillow decodes it. Another version of libjpeg may round differently."""
        expected = numpy.asarray(Image.open(io.BytesIO(jpeg))).astype(int)
        if expected.ndim == 2:
            return self.assertLessEqual(numpy.abs(self.pixels(jpeg) - expected).max(), 2)
        for index, channel in enumerate(("red", "green", "blue")):
            self.assertLessEqual(numpy.abs(self.pixels(jpeg, channel) - expected[..., index]).max(), 2)

    def test_every_kind(self):
        for progressive, restarts in itertools.product([False, True], [0, 1]):
            options = {"progressive": progressive, "restart_marker_rows": restarts}
            with self.subTest(options):
                self.expect(encoded(picture(1), **options))
                for subsampling in "4:4:4", "4:2:2", "4:2:0":
                    self.expect(encoded(picture(3), subsampling=subsampling, **options))
                self.expect(encoded(picture(3), keep_rgb=True, **options))
        self.assertEqual(self.pixels(encoded(picture(1)), suffix=".JPEG").shape, (HEIGHT, WIDTH))

    def test_grey_of_any_sampling(self):
        jpeg = bytearray(encoded(picture(1)))
        expected = self.pixels(jpeg)
        jpeg[frame_at(jpeg) + 7] = 0x22
        numpy.testing.assert_array_equal(self.pixels(jpeg), expected)

    def test_colour_needs_a_channel(self):
        self.assertIn("has 3 samples per pixel (RGB); choose one with", self.error(encoded(picture(3))))
        self.assertIn("channel was given", self.error(encoded(picture(1)), "red"))

    def test_orientation_is_not_ignored(self):
        for orientation in range(1, 9):
            exif = Image.Exif()
            exif[0x0112] = orientation
            jpeg = encoded(picture(1), exif=exif)
            if orientation == 1:
                self.expect(jpeg)
            else:
                self.assertIn(f"its EXIF orientation is {orientation}", self.error(jpeg))

    def test_other_colours_are_refused(self):
        stream = io.BytesIO()
        Image.fromarray(picture(4), "CMYK").save(stream, "JPEG")
        self.assertIn("has 4 samples per pixel (CMYK)", self.error(stream.getvalue(), "red"))

    def test_truncated_files_are_errors(self):
        for samples, progressive in itertools.product([1, 3], [False, True]):
            jpeg = encoded(picture(samples), progressive=progressive)
            for length in [*range(0, len(jpeg), max(1, len(jpeg) // 40)), len(jpeg) - 2, len(jpeg) - 1]:
                with self.subTest(samples=samples, progressive=progressive, length=length):
                    self.assertIn("in.jpg: ", self.error(jpeg[:length], "red" if samples == 3 else ""))

    def test_sizes_that_differ_from_the_pixels_are_errors(self):
        for change in -16, 16, 400, -HEIGHT:
            jpeg = bytearray(encoded(picture(1)))
            at = frame_at(jpeg) + 1
            jpeg[at:at + 2] = (HEIGHT + change).to_bytes(2, "big")
            with self.subTest(height=HEIGHT + change):
                self.assertIn("in.jpg: ", self.error(jpeg))
        jpeg[at:at + 4] = b"\xff\xdc\xff\xdc"
        self.assertIn("more than the", self.error(jpeg))

    def test_damage_gives_an_error_or_always_the_same_pixels(self):
        random = numpy.random.default_rng(1)
        for progressive in False, True:
            jpeg = encoded(picture(1), progressive=progressive)
            for _ in range(60):
                damaged = bytearray(jpeg)
                damaged[random.integers(len(damaged))] = random.integers(256)
                first = self.run_on(damaged)
                self.assertIn(first.returncode, (0, 1))
                if first.returncode == 0:
                    pixels = (self.folder / "out.png").read_bytes()
                    self.run_on(damaged)
                    self.assertEqual((self.folder / "out.png").read_bytes(), pixels)


if __name__ == "__main__":
    unittest.main()
