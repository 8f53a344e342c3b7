"""What we write NumPy loads, whole and equal; what it saves we read."""

import itertools
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
except ImportError:
    print("numpy is not installed: nothing to compare with")
    sys.exit(77)

CONVERT = sys.argv.pop(1)
DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"]


class Numpy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def convert(self, code=0):
        done = subprocess.run([CONVERT, self.folder / "in.npy", self.folder / "out.npy", "none", "0"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stderr

    def test_every_dtype_order_and_version(self):
        random = numpy.random.default_rng(1)
        for dtype, shape, order, version in itertools.product(DTYPES, [(1, 1), (20, 33), (3, 7, 5)], "<>",
                                                              [(1, 0), (2, 0), (3, 0)]):
            with self.subTest(dtype=dtype, shape=shape, order=order, version=version):
                array = random.integers(0, 2 if dtype == "bool" else 100, shape).astype(dtype)
                with open(self.folder / "in.npy", "wb") as file:
                    numpy.lib.format.write_array(file, array.astype(array.dtype.newbyteorder(order)), version)
                self.convert()
                found = numpy.load(self.folder / "out.npy")
                self.assertEqual(found.dtype, array.dtype)
                numpy.testing.assert_array_equal(found, array)
                (self.folder / "out.npy").unlink()

    def test_what_is_not_read(self):
        image = numpy.zeros((4, 5), "uint8")
        for array, words in [
                (numpy.asfortranarray(image), "its field 'fortran_order' is True; save numpy.ascontiguousarray(array)"),
                (image.astype("float16"), "type 'f2'; bool, integers"), (image.astype("complex64"), "type 'c8'"),
                (image[0], "rank 1; give one of rank 2 or 3"), (image.reshape(1, 1, 4, 5), "rank 4"),
                (image[:0], "its field 'shape' has a 0"),
                (numpy.zeros((2, 2), [("a", "u1")]), "its field 'descr' is a list of fields; save one of them")]:
            numpy.save(self.folder / "in.npy", array)
            self.assertIn(words, self.convert(code=1))


if __name__ == "__main__":
    unittest.main()
