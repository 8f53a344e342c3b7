"""What we write as NIfTI nibabel reads, equal and with its spacing; what it writes we read."""

import itertools
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import nibabel
    import numpy
except ImportError:
    print("nibabel and numpy are not installed: nothing to compare with")
    sys.exit(77)

CONVERT = sys.argv.pop(1)
DTYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"]


class Nibabel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def convert(self, source, target, code=0):
        done = subprocess.run([CONVERT, self.folder / source, self.folder / target,
                               "gzip" if target.endswith("gz") else "none", "0"], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout.split() if code == 0 else done.stderr

    def save(self, name, array, order="<", unit="mm", kind=nibabel.Nifti1Header, **fields):
        """`array` as z, y, x: nibabel counts x first."""
        header = kind(endianness=order)
        header.set_data_dtype(array.dtype)
        image = (nibabel.Nifti2Image if kind is nibabel.Nifti2Header else nibabel.Nifti1Image)(
            array.T, numpy.diag([0.5, 0.75, 2, 1]), header)
        image.header.set_xyzt_units(unit)
        for field, value in fields.items():
            image.header[field] = value
        nibabel.save(image, self.folder / name)

    def test_every_dtype_order_and_compression(self):
        random = numpy.random.default_rng(1)
        for dtype, shape, order, ends in itertools.product(DTYPES, [(20, 33), (3, 7, 5)], "<>",
                                                           [(".nii", ".nii"), (".nii.gz", ".nii.gz")]):
            with self.subTest(dtype=dtype, shape=shape, order=order, ends=ends):
                array = random.integers(0, 100, shape).astype(dtype)
                self.save("in" + ends[0], array, order)
                told = self.convert("in" + ends[0], "out" + ends[1])
                sizes = ["z=2millimeter", "y=0.75millimeter", "x=0.5millimeter"][-len(shape):]
                self.assertEqual(told[3:], sizes)
                found = nibabel.load(self.folder / ("out" + ends[1]))
                self.assertEqual(found.get_data_dtype(), array.dtype)
                self.assertEqual(found.header.get_xyzt_units()[0], "mm")
                numpy.testing.assert_allclose(found.header.get_zooms(), [0.5, 0.75, 2][:len(shape)])
                numpy.testing.assert_array_equal(numpy.asarray(found.dataobj).T, array)
                (self.folder / ("out" + ends[1])).unlink()

    def test_what_is_not_read(self):
        image = numpy.zeros((2, 4, 5), "uint8")
        for options, words in [
                ({"array": image.astype("complex64")}, "its field 'datatype' is 32; integers"),
                ({"array": numpy.zeros((3, 2, 4, 5), "uint8")}, "its field 'dim' gives axis 4 an extent of 3; give"),
                ({"array": image, "kind": nibabel.Nifti2Header}, "its field 'sizeof_hdr' is that of NIfTI-2")]:
            self.save("in.nii", **options)
            self.assertIn(words, self.convert("in.nii", "out.nii", code=1))
        self.save("in.nii", image)
        whole = (self.folder / "in.nii").read_bytes()

        def damaged(at, bytes_):
            (self.folder / "in.nii").write_bytes(whole[:at] + bytes_ + whole[at + len(bytes_):])
            return self.convert("in.nii", "out.nii", code=1)

        self.assertIn("its field 'scl_slope' is 2 and scl_inter is 0", damaged(112, numpy.float32(2).tobytes()))
        self.assertIn("its field 'magic' names a pair of files", damaged(344, b"ni1\0"))
        self.assertIn("its field 'magic' is not 'n+1'", damaged(344, b"n+2\0"))
        self.assertIn("its field 'bitpix' is 16", damaged(72, b"\x10\0"))
        self.assertIn("its field 'dim' gives axis 1 an extent of -1", damaged(42, b"\xff\xff"))
        self.assertIn("its field 'vox_offset' is 12", damaged(108, numpy.float32(12).tobytes()))
        self.assertIn("claims 32767x4x32767 pixels", damaged(42, b"\xff\x7f\x04\0\xff\x7f"))


if __name__ == "__main__":
    unittest.main()
