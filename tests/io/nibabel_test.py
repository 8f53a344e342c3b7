"""What we write as NIfTI nibabel reads, with equal pixels and affine; what it writes we read. If SimpleITK is installed,
it also reads each NIfTI, NRRD and MetaImage with one grid."""

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
try:
    import SimpleITK
except ImportError:
    SimpleITK = None

CONVERT = sys.argv.pop(1)
DATA = pathlib.Path(nibabel.__file__).parent / "tests" / "data"
# Each format as the only one on the way, and both between two NIfTI.
CHAINS = [["a.nii"], ["a.nrrd", "b.nii.gz"], ["a.mha", "b.nii"], ["a.nhdr", "b.mhd", "c.nii"]]
DTYPES = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"]


class Nibabel(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def convert(self, source, target, code=0, select=""):
        done = subprocess.run([CONVERT, self.folder / source, self.folder / target,
                               "gzip" if target.endswith("gz") else "none", "0", select], capture_output=True, text=True)
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

    def grid_of(self, name):
        """Spacing, origin and direction, as SimpleITK reads them."""
        image = SimpleITK.ReadImage(str(self.folder / name))
        return [numpy.array(part) for part in (image.GetSpacing(), image.GetOrigin(), image.GetDirection())]

    def check_chains(self, source, select="", tolerance=0.0, simpleitk=True):
        """The affine at the end of each chain is that of `source`."""
        before = nibabel.load(self.folder / source)
        for chain in CHAINS:
            with self.subTest(source=source, chain=chain):
                for number, target in enumerate(chain):
                    self.convert(chain[number - 1] if number else source, target, select="" if number else select)
                after = nibabel.load(self.folder / chain[-1])
                numpy.testing.assert_allclose(after.affine, before.affine, rtol=0,
                                              atol=tolerance * numpy.abs(before.affine).max())
                if after.header["qform_code"]:  # at half turns a quaternion of float32 has three digits
                    self.assertLess(numpy.abs(after.get_qform() - after.affine).max(), 1e-3 * numpy.abs(after.affine).max())
                grids = [self.grid_of(name) for name in chain] if SimpleITK and simpleitk else []
                for found in grids[1:]:
                    for a, b in zip(found, grids[0]):
                        numpy.testing.assert_allclose(a, b, atol=1e-3)
                if grids and not select:
                    for a, b in zip(grids[0], self.grid_of(source)):
                        numpy.testing.assert_allclose(a, b, atol=1e-5)

    def test_every_orientation(self):
        random = numpy.random.default_rng(2)
        volume = random.integers(0, 100, (4, 5, 6)).astype("uint8")
        flips = [numpy.eye(3)[list(order)] * signs for order in itertools.permutations(range(3))
                 for signs in itertools.product([1, -1], repeat=3)]
        turns = [numpy.linalg.qr(random.normal(size=(3, 3)))[0] for _ in range(3)]
        sheared = [turn @ [[1, 0.3, 0], [0, 1, 0.1], [0, 0, 1]] for turn in turns[:2]]
        for number, columns in enumerate(flips[::5] + turns + sheared):
            affine = numpy.eye(4)
            affine[:3, :3] = columns * random.choice([0.1, 0.5, 2, 3.3], 3)
            affine[:3, 3] = random.normal(size=3) * 100
            is_sheared = number >= 13
            for form in ["sform"] if is_sheared else ["sform", "qform"]:
                image = nibabel.Nifti1Image(volume, affine)
                if form == "qform":
                    image.set_qform(affine, 1)
                    image.set_sform(None, 0)
                nibabel.save(image, self.folder / "in.nii")
                self.check_chains("in.nii", tolerance=0 if form == "sform" else 1e-6, simpleitk=not is_sheared)

    def test_forms(self):
        image = nibabel.Nifti1Image(numpy.zeros((4, 5, 6), "uint8"), numpy.diag([-1, 2, 3, 1]))
        image.header.set_xyzt_units("mm")

        def codes(affine=None):
            nibabel.save(image, self.folder / "in.nii")
            self.convert("in.nii", "out.nii")
            found = nibabel.load(self.folder / "out.nii")
            if affine is not None:
                numpy.testing.assert_array_equal(found.affine, affine)
            numpy.testing.assert_allclose(found.affine, nibabel.load(self.folder / "in.nii").affine, rtol=0, atol=1e-6)
            return int(found.header["qform_code"]), int(found.header["sform_code"])

        self.assertEqual(codes(numpy.diag([-1, 2, 3, 1])), (2, 2))
        other = numpy.array([[0, 2, 0, 7], [1, 0, 0, 8], [0, 0, 3, 9], [0, 0, 0, 1]])
        image.set_qform(other, 1)  # the sform counts
        self.assertEqual(codes(numpy.diag([-1, 2, 3, 1])), (2, 2))
        image.set_sform(None, 0)
        self.assertEqual(codes(), (2, 2))
        image.set_sform([[1, 0.5, 0, 7], [0, 2, 0, 8], [0, 0, 3, 9], [0, 0, 0, 1]], 4)
        self.assertEqual(codes(), (0, 2))  # no quaternion has a shear
        image.set_sform(None, 0)
        image.set_qform(None, 0)
        image.header["pixdim"][1:4] = [1, 2, 3]
        self.assertEqual(codes(), (0, 0))
        for value in numpy.nan, 0:
            image.set_sform(numpy.diag([1, 1, 1, 1]), 1)
            image.header["srow_y"] = value
            nibabel.Nifti1Image(image.dataobj, None, image.header).to_filename(self.folder / "in.nii")
            self.assertIn("its field 'sform_code' stands for an orientation that is none",
                          self.convert("in.nii", "out.nii", code=1))

    def test_planes(self):
        plane = numpy.zeros((5, 6), "uint8")
        for affine in numpy.diag([0.5, -0.75, 1, 1]), [[0, -2, 0, 3], [3, 0, 0, 4], [0, 0, 1, 0], [0, 0, 0, 1]]:
            nibabel.save(nibabel.Nifti1Image(plane, numpy.array(affine)), self.folder / "in.nii")
            self.check_chains("in.nii")
        for affine in numpy.diag([1, 1, 1, 1]), [[0, 2, 0, 3], [0, 0, 1, 4], [3, 0, 0, 5], [0, 0, 0, 1]]:
            affine = numpy.array(affine)
            affine[2, 3] = 5
            nibabel.save(nibabel.Nifti1Image(plane, affine), self.folder / "in.nii")
            self.assertIn("a plane that is not at z = 0; save the image with three axes",
                          self.convert("in.nii", "out.nii", code=1))
            nibabel.save(nibabel.Nifti1Image(plane[:, :, None], affine), self.folder / "in.nii")
            self.check_chains("in.nii")

    def test_images_of_nibabel(self):
        for name, select in [("reoriented_anat_moved.nii", ""), ("anatomical.nii", ""), ("standard.nii.gz", ""),
                             ("resampled_anat_moved.nii", ""), ("functional.nii", "t=7"), ("example4d.nii.gz", "t=1"), ("example_nifti2.nii.gz", "t=1")]:
            if not (DATA / name).exists():
                continue
            (self.folder / name).write_bytes((DATA / name).read_bytes())
            self.check_chains(name, select)
            before, after = nibabel.load(DATA / name), nibabel.load(self.folder / "c.nii")
            pixels = before.dataobj.get_unscaled()
            numpy.testing.assert_array_equal(after.dataobj.get_unscaled(), pixels[..., int(select[2:])] if select else pixels)
            self.assertEqual(after.header.get_xyzt_units()[0], before.header.get_xyzt_units()[0])

    def test_spacing_without_a_unit(self):
        nibabel.save(nibabel.Nifti1Image(numpy.zeros((4, 5, 6), "uint8"), numpy.diag([0.5, 0.5, 2, 1])), self.folder / "in.nii")
        for target in "a.nii", "a.nrrd", "a.mha", "a.nii.gz":
            self.assertEqual(self.convert("in.nii", target)[3:], ["z=2", "y=0.5", "x=0.5"])
            self.assertEqual(self.convert(target, "out.nii")[3:], ["z=2", "y=0.5", "x=0.5"])
            self.assertEqual(nibabel.load(self.folder / "out.nii").header.get_xyzt_units(), ("unknown", "unknown"))

    def test_axes_beyond_z(self):
        array = numpy.random.default_rng(4).integers(0, 999, (2, 3, 4, 5, 6)).astype("int16")  # c, t, z, y, x
        for end, order, kind in itertools.product([".nii", ".nii.gz"], "<>", [nibabel.Nifti1Header, nibabel.Nifti2Header]):
            self.save("in" + end, array, order, kind=kind)
            for c, t in itertools.product(range(2), range(3)):
                told = self.convert("in" + end, "out.nii", select=f"t={t},c={c}")
                self.assertEqual(told[1:], ["4x5x6", "int16", "z=2millimeter", "y=0.75millimeter", "x=0.5millimeter"])
                numpy.testing.assert_array_equal(nibabel.load(self.folder / "out.nii").dataobj, array[c, t].T)
        for select, words in [
                ("", "its axes are c=2, t=3, z=4, y=5, x=6; choose one position on c and t with `select=c=N,t=N`"),
                ("c=1", "choose one position on t with"), ("c=1,t=3", "select t=3 lies outside axis 't'; give 0 to 2"),
                ("c=0,t=0,z=1", "names axis 'z'; a position on 't', 'c', 'v' and 'w' can be chosen"),
                ("c=0,t=0,w=1", "select w=1 lies outside axis 'w'; give 0 to 0")]:
            self.assertIn(words, self.convert("in.nii", "out.nii", code=1, select=select))
        whole = (self.folder / "in.nii").read_bytes()
        for bytes_, words in [(whole[:-1], "more than the"), (whole + b"x", "its header is wrong")]:
            (self.folder / "in.nii").write_bytes(bytes_)
            self.assertIn(words, self.convert("in.nii", "out.nii", code=1, select="c=0,t=0"))

    def test_scaled_values(self):
        array = numpy.arange(120, dtype="int16").reshape(4, 5, 6)
        for kind, end in itertools.product([nibabel.Nifti1Header, nibabel.Nifti2Header], [".nii", ".nii.gz"]):
            for slope, inter in [(0.1, -7), (-2, 1000), (1, 3)]:
                image = (nibabel.Nifti2Image if kind is nibabel.Nifti2Header else nibabel.Nifti1Image)(array, numpy.eye(4))
                image.header.set_slope_inter(slope, inter)
                image.header["descrip"] = "by a test"
                nibabel.save(image, self.folder / ("in" + end))
                self.convert("in" + end, "out" + end)
                before, after = (nibabel.load(self.folder / (name + end)) for name in ("in", "out"))
                numpy.testing.assert_array_equal(after.dataobj.get_unscaled(), before.dataobj.get_unscaled())
                numpy.testing.assert_allclose(after.get_fdata(), before.get_fdata(), rtol=1e-6, atol=1e-5)
                self.assertEqual(after.header["descrip"].item(), b"by a test")

    def test_nifti_2(self):
        affine = numpy.array([[0, -0.1, 0, 1 / 3], [0.7, 0, 0, 1e9 / 3], [0, 0, 1.1, 9], [0, 0, 0, 1]])
        for order, end in itertools.product("<>", [".nii", ".nii.gz"]):
            array = numpy.arange(120, dtype="int16").reshape(4, 5, 6)
            image = nibabel.Nifti2Image(array.T, affine, nibabel.Nifti2Header(endianness=order))
            nibabel.save(image, self.folder / ("in" + end))
            self.convert("in" + end, "out" + end)
            found = nibabel.load(self.folder / ("out" + end))
            self.assertEqual(type(found), nibabel.Nifti1Image)
            numpy.testing.assert_array_equal(found.dataobj, array.T)
            numpy.testing.assert_array_equal(found.affine, affine.astype("float32"))
            long = numpy.zeros((2, 40000), "uint8")
            long[1, 39999] = 7
            nibabel.save(nibabel.Nifti2Image(long.T, numpy.diag([0.1, 0.7, 1, 1]), nibabel.Nifti2Header(endianness=order)),
                         self.folder / ("in" + end))
            self.convert("in" + end, "out" + end)
            found = nibabel.load(self.folder / ("out" + end))
            self.assertEqual(type(found), nibabel.Nifti2Image)
            numpy.testing.assert_array_equal(found.dataobj, long.T)
            numpy.testing.assert_array_equal(found.affine, numpy.diag([0.1, 0.7, 1, 1]))
            numpy.testing.assert_array_equal(found.get_qform(), numpy.diag([0.1, 0.7, 1, 1]))
        whole = bytearray((self.folder / "out.nii").read_bytes())
        whole[8] = 0
        (self.folder / "in.nii").write_bytes(whole)
        self.assertIn("its field 'magic' is not 'n+2'", self.convert("in.nii", "out.nii", code=1))

    def test_what_is_not_read(self):
        image = numpy.zeros((2, 4, 5), "uint8")
        for options, words in [
                ({"array": image.astype("complex64")}, "its field 'datatype' is 32; integers"),
                ({"array": numpy.zeros(4, "uint8")}, "its field 'dim' gives one axis; give an image of rank 2 or 3")]:
            self.save("in.nii", **options)
            self.assertIn(words, self.convert("in.nii", "out.nii", code=1))
        self.save("in.nii", image)
        whole = (self.folder / "in.nii").read_bytes()

        def damaged(at, bytes_):
            (self.folder / "in.nii").write_bytes(whole[:at] + bytes_ + whole[at + len(bytes_):])
            return self.convert("in.nii", "out.nii", code=1)

        self.assertIn("its field 'scl_inter' is nan", damaged(112, numpy.float32([2, numpy.nan]).tobytes()))
        self.assertIn("its field 'magic' names a pair of files", damaged(344, b"ni1\0"))
        self.assertIn("its field 'sizeof_hdr' is neither 348", damaged(0, b"\x5d\1"))
        self.assertIn("the file is truncated", damaged(0, b"\x1c\2"))
        self.assertIn("its field 'magic' is not 'n+1'", damaged(344, b"n+2\0"))
        self.assertIn("its field 'bitpix' is 16", damaged(72, b"\x10\0"))
        self.assertIn("its field 'dim' gives axis 1 an extent of -1", damaged(42, b"\xff\xff"))
        self.assertIn("its field 'vox_offset' is 12", damaged(108, numpy.float32(12).tobytes()))
        self.assertIn("claims 32767x4x32767 pixels", damaged(42, b"\xff\x7f\x04\0\xff\x7f"))


if __name__ == "__main__":
    unittest.main()
