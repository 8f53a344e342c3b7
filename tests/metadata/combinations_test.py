"""Random files, operators and options: what an independent reader finds in the output is what the input said and the
operator left true, or a warning named it. PREAMAR_SEED sets the seed, PREAMAR_METADATA_TRIALS the number of trials."""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import numpy
from files import Facts, READERS, WRITERS, metres

PROGRAM = os.path.abspath(sys.argv.pop(1)) if len(sys.argv) > 1 else "preamar"
SEED = int(os.environ.get("PREAMAR_SEED", random.SystemRandom().randrange(2**32)))
TRIALS = int(os.environ.get("PREAMAR_METADATA_TRIALS", 100))

# What each operator leaves true of the values, and its options.
SAME, DIFFERENCE, OTHER, DISTANCE = "same", "difference", "other", "distance"
OPERATORS = [("dilate", SAME, ["--radius", "1"]), ("fill_holes", SAME, []), ("gaussian", SAME, ["--sigma", "1"]),
             ("h_maxima", SAME, ["--h", "2"]), ("opening_by_reconstruction", SAME, ["--radius", "1"]),
             ("cast", SAME, ["--dtype", "float32"]), ("cast", SAME, ["--dtype", "int32"]),
             ("cast", SAME, ["--dtype", "uint8"]), ("top_hat", DIFFERENCE, ["--radius", "1"]),
             ("invert", OTHER, []), ("label", OTHER, []), ("sobel", OTHER, []), ("threshold", OTHER, ["--value", "5"]),
             ("regional_maxima", OTHER, []), ("distance", OTHER, []), ("distance", DISTANCE, ["--spacing", "file"])]
# The words of warnings, longer ones first.
PARTS = ["scale and offset of the values", "unit of the values", "description", "georeference", "direction", "origin",
         "spacing", "unit", "nodata"]


def announced(errors):
    """The parts of metadata that warnings name."""
    found = {"mask"} if "invalid pixels are 0 and not marked" in errors else set()
    for line in re.findall(r"warning: .*?(?:does not keep the|: the) (.*) of the input", errors):
        for part in PARTS:
            if part in line:
                found.add(part)
                line = line.replace(part, "")
    return found


def is_near(one, other, tolerance=1e-5):
    return numpy.shape(one) == numpy.shape(other) and numpy.allclose(one, other, rtol=tolerance, atol=tolerance)


class Combinations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="preamar ")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=240)
        return done.returncode, done.stderr

    def test_random_combinations(self):
        ends = {0: 0, 2: 0, 3: 0}
        for number in range(TRIALS):
            self.random = random.Random(f"{SEED} {number}")
            self.numpy = numpy.random.default_rng(self.random.randrange(2**32))
            with self.subTest(f"PREAMAR_SEED={SEED} trial {number}"):
                ends[self.trial(number)] += 1
        print(f"PREAMAR_SEED={SEED}: {TRIALS} trials, exit codes {ends}")
        self.assertGreater(ends[0], TRIALS / 2, "most combinations are refused")

    def trial(self, number):
        before, after = self.random.choice(list(WRITERS)), self.random.choice(list(READERS))
        source, target = f"in{number}{before}", f"out{number}{after}"
        facts, dtype, rank = self.written(source, before)
        name, meaning, options = self.random.choice(OPERATORS)
        words = [name, source, *options]
        if self.random.random() < 0.3:
            words += ["--block", ",".join(["8"] * rank)]
        if ignored := self.random.random() < 0.1:
            words.append("--ignore-metadata")
        self.note = f"{words} -o {target}: {facts}"
        code, errors = self.run_program(*words, "-o", target)
        if code != 0:
            self.assertIn(code, (2, 3), f"{self.note}: {errors}")
            self.assertRegex(errors, r"\A(preamar: \w+: warning: [^\n]+\n)*preamar: [^\n]+\n\Z", self.note)
            return code
        lost = announced(errors)
        expected = Facts() if ignored else self.expected(facts, name, meaning, options, dtype, target)
        if ignored:
            self.assertEqual(lost, set(), self.note)
        self.compare(expected, READERS[after](self.folder / target), lost, after)
        if self.random.random() < 0.3:
            strict, said = self.run_program(*words, "-o", f"strict{number}{after}", "--strict")
            self.assertEqual(strict, 3 if lost else 0, f"{self.note}: --strict: {said}")
        return 0

    # Inputs

    def written(self, source, suffix):
        """Writes an image of 20 pixels along each axis; returns what it says, its dtype and rank."""
        dtype = self.random.choice(["uint8", "int16", "float32"])
        rank = 3 if suffix.startswith(".nii") else 2 if suffix == ".tif" else self.random.choice([2, 3])
        pixels = self.numpy.integers(0, 12, (20,) * rank).astype(dtype)
        maker = {".tif": self.raster, ".ome.tif": self.microscope, ".ome.zarr": self.microscope,
                 ".zarr": self.values}.get(suffix, self.scan)
        facts = maker(rank, suffix)
        if facts.nodata is not None:
            if dtype == "uint8":
                facts.nodata = 255.0
            pixels[2:5, 3:6] = facts.nodata
        WRITERS[suffix](self.folder / source, pixels, facts)
        return facts, dtype, rank

    def lengths(self, rank):
        return tuple(self.random.choice([0.25, 0.5, 0.7, 1.3, 2.0, 30.0]) for _ in range(rank))

    def raster(self, rank, _suffix):
        side = self.random.choice([10.0, 30.0, 0.5])
        facts = Facts(crs=self.random.choice([32633, 3857, 25832]), transform=(side, 0.0, 500000.0, 0.0, -side, 4.0e6),
                      spacing=(side, side), unit=1.0, nodata=self.random.choice([None, -32768.0, -9999.0, 7.0]))
        if self.random.random() < 0.5:
            self.add_quantity(facts)
        return facts

    def add_quantity(self, facts):
        facts.scale, facts.offset = self.random.choice([0.1, 0.01, 2.0]), self.random.choice([0.0, 200.0, -5.5])
        facts.value_unit = self.random.choice(["", "m", "metre"])
        facts.description = self.random.choice(["", "depth", "a < b & c"])

    def values(self, rank, _suffix):
        facts = Facts(nodata=self.random.choice([None, -32768.0, -9999.0, 7.0]))
        self.add_quantity(facts)
        return facts

    def microscope(self, rank, suffix):
        facts = Facts(spacing=self.lengths(rank), unit=metres("um"))
        if suffix == ".ome.zarr" and self.random.random() < 0.5:
            facts.origin = tuple(self.random.choice([-3.5, 0.0, 12.0]) for _ in range(rank))
        if suffix == ".ome.zarr" and self.random.random() < 0.5:
            self.add_quantity(facts)
        return facts

    def scan(self, rank, suffix):
        direction = numpy.eye(rank)
        kind = self.random.randrange(3)
        if kind == 1:  # mirrored and permuted
            direction = direction[self.numpy.permutation(rank)] * self.numpy.choice([-1, 1], rank)
        elif kind == 2:
            direction, _ = numpy.linalg.qr(self.numpy.normal(size=(rank, rank)))
        facts = Facts(spacing=self.lengths(rank), direction=tuple(direction.ravel()),
                      origin=tuple(self.random.choice([-90.0, 0.0, 12.5]) for _ in range(rank)))
        if suffix.startswith(".nii"):
            facts.unit = metres("mm")
            if self.random.random() < 0.3:
                facts.scale, facts.offset = 0.5, 3.0
                facts.description = "a scan"
        return facts

    # Outputs

    def expected(self, facts, operator, meaning, options, dtype, target):
        """What is true of the result."""
        kept = Facts(**vars(facts))
        if meaning in (OTHER, DISTANCE):
            kept.nodata, kept.scale, kept.offset, kept.value_unit, kept.description = None, 1.0, 0.0, "", ""
        if meaning == DISTANCE and target.endswith((".tif", ".zarr")) and not target.endswith(".ome.tif"):
            kept.value_unit = {1e-6: "micrometer", 1e-3: "millimeter", 1.0: "meter"}.get(facts.unit, "")
        if meaning == DIFFERENCE:
            kept.nodata, kept.offset, kept.description = None, 0.0, ""
        if options and options[-1] == "uint8" and kept.nodata is not None and not 0 <= kept.nodata <= 255:
            kept.nodata = None  # whether it is announced is checked by --strict
        is_floating = operator in ("sobel", "distance") or (dtype == "float32" and operator in ("invert", "top_hat"))
        if facts.nodata is not None and kept.nodata is None and is_floating:
            kept.nodata = numpy.nan
        return kept

    def compare(self, expected, found, lost, suffix):
        note = f"{self.note}\nexpected {expected}\nfound {found}\nannounced {sorted(lost)}"
        check = lambda part, is_equal, is_absent: self.assertTrue(is_equal or (is_absent and part in lost),
                                                                  f"{part}: {note}")
        rank = len(expected.spacing or found.spacing or found.origin or (1, 1))
        ones, zeros, identity = (1.0,) * rank, (0.0,) * rank, tuple(numpy.eye(rank).ravel())
        if expected.crs is None or found.crs is None:
            self.compare_spacing(expected, found, check, ones, suffix)
        origin = found.origin or zeros
        check("origin", is_near(expected.origin or zeros, origin, 1e-4), is_near(origin, zeros))
        direction = found.direction or identity
        check("direction", is_near(expected.direction or identity, direction), is_near(direction, identity))
        check("georeference", (found.crs, found.transform) == (expected.crs, expected.transform), found.crs is None)
        both_nan = found.nodata != found.nodata and expected.nodata != expected.nodata
        check("nodata", found.nodata == expected.nodata or both_nan, found.nodata is None)
        values = (found.scale, found.offset)
        check("scale and offset of the values", is_near(values, (expected.scale, expected.offset), 1e-6),
              values == (1, 0))
        check("unit of the values", found.value_unit == expected.value_unit, not found.value_unit)
        check("description", found.description == expected.description, not found.description)

    def compare_spacing(self, expected, found, check, ones, suffix):
        spacing, wanted = numpy.array(found.spacing or ones), numpy.array(expected.spacing or ones)
        if found.unit and expected.unit:
            spacing = spacing * found.unit / expected.unit
        is_absent = is_near(found.spacing or ones, ones)
        if suffix == ".tif" and len(wanted) == 3 and len(spacing) == 2:  # TIFF has no distance of planes
            check("spacing", is_near(spacing, wanted[1:]) and wanted[0] == 1, is_near(spacing, wanted[1:]))
        else:
            check("spacing", is_near(spacing, wanted), is_absent)
        if suffix not in (".nrrd", ".mha"):  # SimpleITK reports no units
            check("unit", found.unit is not None or expected.unit is None, True)


if __name__ == "__main__":
    unittest.main()
