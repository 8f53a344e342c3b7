"""What we write tifffile reads, whole and equal; what it writes we read."""

import itertools
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    import tifffile
except ImportError:
    print("numpy and tifffile are not installed: nothing to compare with")
    sys.exit(77)

CONVERT = sys.argv.pop(1)
DTYPES = ["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"]
SHAPES = [(1, 1), (50, 70), (300, 17), (3, 40, 50)]


def noise(dtype, shape):
    values = numpy.random.default_rng(1).integers(0, 2 if dtype == "bool" else 100, shape)
    return values.astype(dtype)


class Files(unittest.TestCase):
    def setUp(self):
        # In memory where there is such a place: every file is flushed to its device.
        memory = pathlib.Path("/dev/shm")
        folder = tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def convert(self, source, target, *words):
        done = subprocess.run([CONVERT, self.folder / source, self.folder / target, *map(str, words)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split()

    def refuse(self, source, *words):
        done = subprocess.run([CONVERT, self.folder / source, self.folder / "no.tif", *map(str, words)],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        return done.stderr

    def same(self, found, expected):
        self.assertEqual(found.dtype, expected.dtype)
        numpy.testing.assert_array_equal(found.reshape(expected.shape), expected)


class Ours(Files):
    def codecs(self):
        probe = numpy.zeros((32, 32), "uint8")
        for name in ["none", "deflate", "lzw", "zstd"]:
            try:
                tifffile.imwrite(self.folder / "probe.tif", probe, compression=None if name == "none" else name)
                tifffile.imread(self.folder / "probe.tif")
                yield name
            except (ValueError, KeyError, ImportError):
                print(f"tifffile lacks {name} here")

    def test_every_dtype_layout_and_compression(self):
        codecs = list(self.codecs())
        self.assertIn("deflate", codecs)
        for dtype, shape in itertools.product(DTYPES, SHAPES):
            image = noise(dtype, shape)
            tifffile.imwrite(self.folder / "in.tif", image, photometric="minisblack")
            for codec, tile, suffix in itertools.product(codecs, [32, 0], [".tif", ".btf"]):
                with self.subTest(dtype=dtype, shape=shape, codec=codec, tile=tile, suffix=suffix):
                    self.convert("in.tif", "out" + suffix, codec, tile)
                    with tifffile.TiffFile(self.folder / ("out" + suffix)) as file:
                        self.assertEqual(file.is_bigtiff, suffix == ".btf")
                        self.assertEqual(file.pages[0].is_tiled, tile > 0)
                        self.assertEqual(len(file.series), 1)
                        self.same(file.asarray(), image)

    def test_ome(self):
        for shape, axes in [((50, 70), "YX"), ((3, 40, 50), "ZYX")]:
            for dtype in DTYPES:
                image = noise(dtype, shape)
                sizes = {"PhysicalSizeX": 0.25, "PhysicalSizeXUnit": "µm", "PhysicalSizeY": 0.5,
                         "PhysicalSizeYUnit": "nm", "PhysicalSizeZ": 2, "PhysicalSizeZUnit": "µm"}
                tifffile.imwrite(self.folder / "in.tif", image, photometric="minisblack")
                if dtype in ("int64", "uint64"):
                    tifffile.imwrite(self.folder / "in.tif", image, photometric="minisblack")
                    done = subprocess.run([CONVERT, self.folder / "in.tif", self.folder / "a.ome.tif"],
                                          capture_output=True, text=True)
                    self.assertIn("OME-TIFF does not hold " + dtype, done.stderr)
                    continue
                tifffile.imwrite(self.folder / "in.ome.tif", image, photometric="minisblack", compression="deflate",
                                 metadata={"axes": axes, **sizes})
                told = self.convert("in.ome.tif", "out.ome.tif", "deflate", 32)
                self.assertEqual(told[3:], (["z=2micrometer"] if "Z" in axes else []) + ["y=0.5nanometer",
                                                                                        "x=0.25micrometer"])
                with tifffile.TiffFile(self.folder / "out.ome.tif") as file:
                    self.assertTrue(file.is_ome)
                    self.assertEqual(file.series[0].axes, axes)
                    self.same(file.asarray(), image)
                    described = tifffile.xml2dict(file.ome_metadata)["OME"]["Image"]["Pixels"]
                    for name, size in sizes.items():
                        if "Z" in axes or "Z" not in name:
                            self.assertEqual(described[name], size)
                self.assertEqual(self.convert("out.ome.tif", "again.tif")[3:], told[3:])


class Theirs(Files):
    def test_every_dtype_and_layout(self):
        for dtype, shape in itertools.product(DTYPES, SHAPES):
            image = noise(dtype, shape)
            for tile, codec, order in itertools.product([None, (16, 48)], [None, "deflate"], "<>"):
                if dtype == "bool" and tile:
                    continue  # tifffile does not write tiles of bits
                with self.subTest(dtype=dtype, shape=shape, tile=tile, codec=codec, order=order):
                    tifffile.imwrite(self.folder / "in.tif", image, photometric="minisblack", tile=tile,
                                     compression=codec, byteorder=order, rowsperstrip=None if tile else 7)
                    self.convert("in.tif", "out.tif", "none", 0)
                    self.same(tifffile.imread(self.folder / "out.tif"), image)

    def test_predictors(self):
        for dtype in ["uint8", "int16", "uint32"]:
            image = noise(dtype, (50, 70))
            tifffile.imwrite(self.folder / "in.tif", image, tile=(32, 32), compression="deflate", predictor=True)
            self.convert("in.tif", "out.tif", "none", 0)
            self.same(tifffile.imread(self.folder / "out.tif"), image)

    def test_channels_and_times_are_selected(self):
        for axes in ["TZCYX", "CTZYX", "TCZYX"]:
            shape = tuple({"T": 3, "C": 2, "Z": 4, "Y": 20, "X": 30}[axis] for axis in axes)
            image = noise("uint16", shape)
            tifffile.imwrite(self.folder / "in.ome.tif", image, photometric="minisblack", metadata={"axes": axes})
            for c, t in itertools.product(range(2), range(3)):
                self.convert("in.ome.tif", "out.tif", "none", 0, f"t={t},c={c}")
                cut = image[tuple({"T": t, "C": c}.get(axis, slice(None)) for axis in axes)]
                self.same(tifffile.imread(self.folder / "out.tif"), cut)
        self.assertIn("its axes are t=3, z=4, c=2, y=20, x=30; choose one position on t and c with `select=t=N,c=N`",
                      self.refuse("in.ome.tif", "none", 0))
        self.assertIn("choose one position on t with `select=t=N`", self.refuse("in.ome.tif", "none", 0, "c=0"))
        self.assertIn("select c=2 lies outside axis 'c'; give 0 to 1", self.refuse("in.ome.tif", "none", 0, "c=2,t=0"))
        self.assertIn("names axis 'z'", self.refuse("in.ome.tif", "none", 0, "c=1,t=0,z=1"))
        self.assertIn("not a list", self.refuse("in.ome.tif", "none", 0, "c=1;t=0"))

    def test_hyperstacks_of_imagej(self):
        for axes in ["TZCYX", "ZCYX", "TCYX", "TYX", "CYX"]:
            sizes = {"T": 3, "C": 2, "Z": 4, "Y": 20, "X": 30}
            image = noise("uint16", tuple(sizes[axis] for axis in axes))
            tifffile.imwrite(self.folder / "in.tif", image, imagej=True, metadata={"axes": axes})
            shown = ", ".join(f"{axis.lower()}={sizes[axis]}" for axis in axes)
            self.assertIn(f"its axes are {shown}; choose one position on ", self.refuse("in.tif", "none", 0))
            further = [axis for axis in axes if axis in "TC"]
            for place in itertools.product(*(range(sizes[axis]) for axis in further)):
                chosen = dict(zip(further, place))
                self.convert("in.tif", "out.tif", "none", 0, ",".join(f"{axis.lower()}={n}" for axis, n in chosen.items()))
                self.same(tifffile.imread(self.folder / "out.tif"),
                          image[tuple(chosen.get(axis, slice(None)) for axis in axes)])
        volume = noise("uint16", (4, 20, 30))
        tifffile.imwrite(self.folder / "in.tif", volume, imagej=True, metadata={"axes": "ZYX"})
        self.convert("in.tif", "out.tif", "none", 0)
        self.same(tifffile.imread(self.folder / "out.tif"), volume)

    def axes_at(self, file, t, c):
        """The axes of the volume at this position, as the file has them and as they are in an OME-TIFF of it."""
        found = self.convert(file, "out.ome.tif", "none", 0, f"t={t},c={c}")[3:]
        self.assertEqual(self.convert("out.ome.tif", "again.ome.tif", "none", 0)[3:],
                         found if found and not found[-1][-1].isdigit() else [])
        return found

    def test_pixel_sizes_of_imagej_at_every_position(self):
        micrometer, unitless = ["z=3micrometer", "y=0.5micrometer", "x=0.25micrometer"], ["z=3", "y=0.5", "x=0.25"]
        units = {b"um": micrometer, b"micron": micrometer, b"Microns": micrometer, b"micrometre": micrometer,
                 b"\\u00B5m": micrometer, b"\\u00b5m": micrometer, b"\\u03BCm": micrometer, "µm".encode(): micrometer,
                 "μm".encode(): micrometer, "µm".encode("latin-1"): micrometer,
                 b"nm": [axis.replace("micro", "nano") for axis in micrometer], b"inch": [f"{axis}inch" for axis in unitless],
                 b"Inches": [f"{axis}inch" for axis in unitless], b"pixel": unitless, b"parsec": unitless, None: unitless}
        image = noise("uint16", (3, 4, 2, 20, 30))
        for unit, axes in units.items():
            tifffile.imwrite(self.folder / "in.tif", image, imagej=True, resolution=(4, 2),
                             metadata={"axes": "TZCYX", "spacing": 3.0} | ({"unit": "Q" * len(unit)} if unit else {}))
            if unit:  # tifffile writes ASCII only
                file = self.folder / "in.tif"
                file.write_bytes(file.read_bytes().replace(b"unit=" + b"Q" * len(unit), b"unit=" + unit))
            for t, c in itertools.product(range(3), range(2)):
                with self.subTest(unit=unit, t=t, c=c):
                    self.assertEqual(self.axes_at("in.tif", t, c), axes)
        tifffile.imwrite(self.folder / "in.tif", image, imagej=True, metadata={"axes": "TZCYX"})
        self.assertEqual(self.axes_at("in.tif", 1, 1), [])

    def test_units_of_imagej_per_axis(self):
        tifffile.imwrite(self.folder / "in.tif", noise("uint8", (4, 20, 30)), imagej=True, resolution=(4, 2),
                         metadata={"axes": "ZYX", "spacing": 3.0, "unit": "um", "yunit": "nm", "zunit": "mm"})
        self.assertEqual(self.convert("in.tif", "out.tif")[3:], ["z=3millimeter", "y=0.5nanometer", "x=0.25micrometer"])

    def test_pixel_sizes_of_ome_at_every_position(self):
        image = noise("uint8", (3, 2, 4, 20, 30))
        for unit, word in ("nm", "nanometer"), ("mm", "millimeter"), ("Å", "angstrom"), ("in", "inch"):
            sizes = {f"PhysicalSize{axis}{end}": value for axis, size in zip("XYZ", (0.25, 0.5, 3))
                     for end, value in (("", size), ("Unit", unit))}
            with tifffile.TiffWriter(self.folder / "in.ome.tif") as file:
                file.write(image, photometric="minisblack", metadata={"axes": "TCZYX", **sizes})
                # The first image is read, with its own sizes.
                file.write(image[0, 0], photometric="minisblack",
                           metadata={"axes": "ZYX", "PhysicalSizeX": 7, "PhysicalSizeY": 7})
            for t, c in itertools.product(range(3), range(2)):
                with self.subTest(unit=unit, t=t, c=c):
                    self.assertEqual(self.axes_at("in.ome.tif", t, c), [f"z=3{word}", f"y=0.5{word}", f"x=0.25{word}"])

    def test_bands(self):
        for dtype, samples, planar, tile in itertools.product(DTYPES, [2, 5], ["contig", "separate"], [None, (16, 48)]):
            if dtype == "bool" and (tile or planar == "contig"):
                continue  # tifffile does not write these
            with self.subTest(dtype=dtype, samples=samples, planar=planar, tile=tile):
                bands = noise(dtype, (samples, 50, 70))
                tifffile.imwrite(self.folder / "in.tif", bands if planar == "separate" else numpy.moveaxis(bands, 0, -1),
                                 photometric="minisblack", planarconfig=planar, tile=tile, compression="deflate",
                                 predictor=dtype not in ("bool", "uint64", "int64"), extrasamples=["unspecified"] * (samples - 1),
                                 rowsperstrip=None if tile else 7)
                for band in range(samples):
                    self.convert("in.tif", "out.tif", "none", 0, f"band={band + 1}")
                    self.same(tifffile.imread(self.folder / "out.tif"), bands[band])
        self.assertIn(f"has {samples} samples per pixel (bands); choose a band, counted from 1, with `select=band=N`",
                      self.refuse("in.tif", "none", 0))
        self.assertIn("bands are counted from 1", self.refuse("in.tif", "none", 0, "band=0"))
        self.assertIn("band 6 was given; it has 5 bands", self.refuse("in.tif", "none", 0, "band=6"))
        self.assertIn("band 99999999999 was given", self.refuse("in.tif", "none", 0, "band=99999999999"))

    def test_bands_of_colour_volumes_and_stacks(self):
        image = noise("uint8", (2, 3, 4, 20, 30, 3))
        tifffile.imwrite(self.folder / "in.tif", image[0, 0], photometric="rgb")
        tifffile.imwrite(self.folder / "in.ome.tif", image, photometric="rgb", metadata={"axes": "TCZYXS"})
        for band in range(3):
            self.convert("in.tif", "out.tif", "none", 0, f"band={band + 1}")
            self.same(tifffile.imread(self.folder / "out.tif"), image[0, 0, ..., band])
            self.convert("in.ome.tif", "out.tif", "none", 0, f"t=1,band={band + 1},c=2")
            self.same(tifffile.imread(self.folder / "out.tif"), image[1, 2, ..., band])
        self.assertIn("choose one position on t and c", self.refuse("in.ome.tif", "none", 0, "band=1"))

    def test_levels(self):
        for shape in [(64, 96), (3, 64, 96)]:
            image = noise("uint8", shape)
            with tifffile.TiffWriter(self.folder / "in.ome.tif") as file:
                options = {"photometric": "minisblack", "tile": (16, 16)}
                file.write(image, subifds=2, metadata={"axes": "ZYX"[-len(shape):], "PhysicalSizeX": 1.5,
                                                       "PhysicalSizeXUnit": "µm"}, **options)
                file.write(image[..., ::2, ::2], subfiletype=1, **options)
                file.write(image[..., ::4, ::4], subfiletype=1, **options)
            for level, step in enumerate([1, 2, 4]):
                told = self.convert("in.ome.tif", "out.tif", "none", 0, "", level)
                self.assertIn(f"x={1.5 * step:g}micrometer", told)
                self.assertEqual(told[-3:], ["x".join(map(str, image[..., ::n, ::n].shape)) for n in (1, 2, 4)])
                self.same(tifffile.imread(self.folder / "out.tif"), image[..., ::step, ::step])
            self.assertIn("levels 0 to 2", self.refuse("in.ome.tif", "none", 0, "", 3))
        # Copies as pages of their own, as programs for maps write them.
        with tifffile.TiffWriter(self.folder / "in.tif") as file:
            file.write(image[0], photometric="minisblack")
            file.write(image[0, ::2, ::2], photometric="minisblack", subfiletype=1)
        self.convert("in.tif", "out.tif", "none", 0, "", 1)
        self.same(tifffile.imread(self.folder / "out.tif"), image[0, ::2, ::2])


if __name__ == "__main__":
    unittest.main()
