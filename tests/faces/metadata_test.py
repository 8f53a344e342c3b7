"""Metadata on the command line: warnings, --strict, --ignore-metadata, --spacing file."""

import json
import pathlib
import struct
import unittest

from program import ProgramTest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "files.md"
PARTS = ["spacing and unit", "origin", "direction", "georeference", "nodata", "scale and offset", "unit of the values",
         "description"]
SUFFIXES = {"OME-Zarr": [".ome.zarr"], "OME-TIFF": [".ome.tif"], "TIFF": [".tif"], "BigTIFF": [".btf"], "NRRD": [".nrrd"],
            "MetaImage": [".mha"], "NIfTI": [".nii"], "Zarr": [".zarr"], "NumPy": [".npy"], "PNG": [".png"]}
# A rotated grid of micrometers, and 4x5x6 pixels.
GRID = b"""NRRD0004
type: uint8
dimension: 3
space: left-posterior-superior
sizes: 6 5 4
space directions: (0.5,0,0) (0,0,0.25) (0,-2,0)
space origin: (10,20,30)
space units: "micrometer" "micrometer" "micrometer"
encoding: raw

""" + bytes(range(120))


def geotiff():
    """16x16 pixels of 30 m in UTM zone 33 N, with nodata 7; a value is 0.5 * stored + 200 m."""
    items = (b'<GDALMetadata>\n<Item name="SCALE" sample="0" role="scale">0.5</Item>\n'
             b'<Item name="OFFSET" sample="0" role="offset">200</Item>\n'
             b'<Item name="UNITTYPE" sample="0" role="unittype">m</Item>\n'
             b'<Item name="DESCRIPTION" sample="0" role="description">depth</Item>\n</GDALMetadata>\n\0')
    def field(letter, *values):
        return {"H": 3, "I": 4, "d": 12}[letter], len(values), struct.pack(f"<{len(values)}{letter}", *values)

    tags = {256: field("H", 16), 257: field("H", 16), 258: field("H", 8), 259: field("H", 1), 262: field("H", 1),
            273: field("I", 8), 277: field("H", 1), 278: field("H", 16), 279: field("I", 256),
            33550: field("d", 30, 30, 0), 33922: field("d", 0, 0, 0, 500000, 4000000, 0),
            34735: field("H", 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32633),
            42112: (2, len(items), items), 42113: (2, 2, b"7\0")}
    at = 8 + 256
    end = at + 2 + 12 * len(tags) + 4
    entries, values = b"", b""
    for number, (code, count, value) in tags.items():
        place = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack("<I", end + len(values))
        entries += struct.pack("<HHI", number, code, count) + place
        values += value if len(value) > 4 else b""
    head = struct.pack("<2sHI", b"II", 42, at) + bytes(range(256))
    return head + struct.pack("<H", len(tags)) + entries + bytes(4) + values


def documented():
    """[(format, {part: its cell})], from the table of docs/files.md."""
    page = PAGE.read_text()
    head = "| format | " + " | ".join(PARTS) + " |\n"
    for line in page[page.index(head) + len(head):].split("\n\n")[0].splitlines()[1:]:
        names, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        for name in names.split(", "):
            yield name, dict(zip(PARTS, cells, strict=True))


class Table(ProgramTest):
    """Each cell of the table of metadata in docs/files.md."""

    def described(self, file):
        return json.loads(self.call("info", file, "--json")[0])["files"][0]

    def written(self, source, suffix):
        self.call("dilate", source, "--radius", 0, "-o", "out" + suffix, "--overwrite", "--quiet")
        return self.described("out" + suffix)

    def kept_axes(self, cell, before):
        """What the cell says that the axes of a volume are."""
        if cell == "no":
            return [{"scale": 1.0} for _ in before]
        if cell.startswith("of y and x"):
            return [{"scale": 1.0}, *before[1:]]
        return [{"scale": axis["scale"]} for axis in before] if cell.startswith("without") else before

    def test_each_cell(self):
        (self.folder / "grid.nrrd").write_bytes(GRID)
        (self.folder / "dem.tif").write_bytes(geotiff())
        grid, dem = self.described("grid.nrrd"), self.described("dem.tif")
        self.assertEqual((dem["nodata"], bool(dem["georeference"])), (7.0, True))
        rows = list(documented())
        self.assertEqual(sorted(name for name, _ in rows), sorted(SUFFIXES))
        for name, cells in rows:
            for suffix in SUFFIXES[name]:
                with self.subTest(name):
                    self.check(suffix, cells, grid, dem)

    def check(self, suffix, cells, grid, dem):
        raster = self.written("dem.tif", suffix)
        for part in "georeference", "nodata":
            self.assertEqual(raster.get(part), dem[part] if cells[part] == "yes" else None, part)
        for part, fields, absent in [("scale and offset", ["value_scale", "value_offset"], [1, 0]),
                                     ("unit of the values", ["value_unit"], [""]), ("description", ["description"], [""])]:
            kept = cells[part].startswith("yes")
            self.assertEqual([raster.get(field, none) for field, none in zip(fields, absent)],
                             [dem[field] for field in fields] if kept else absent, part)
        if suffix == ".png":  # has no volumes
            return self.assertEqual(set(cells.values()), {"no"})
        volume = self.written("grid.nrrd", suffix)
        for part in "origin", "direction":
            self.assertEqual(volume.get(part), grid[part] if cells[part] == "yes" else None, part)
        for found, expected in zip(volume.get("axes", [{"scale": 1.0}] * 3),
                                   self.kept_axes(cells["spacing and unit"], grid["axes"]), strict=True):
            self.assertAlmostEqual(found["scale"], expected["scale"], delta=1e-7 * expected["scale"])
            self.assertEqual(found.get("unit", ""), expected.get("unit", ""))


class Metadata(ProgramTest):
    def scaled(self, file, scale):
        """An image of blobs with this pixel spacing in micrometers."""
        self.generate("blobs", 64, file)
        path = self.folder / file / "zarr.json"
        group = json.loads(path.read_text())
        image = group["attributes"]["ome"]["multiscales"][0]
        for axis in image["axes"]:
            axis["unit"] = "micrometer"
        image["datasets"][0]["coordinateTransformations"] = [{"type": "scale", "scale": [scale, scale]}]
        path.write_text(json.dumps(group))

    def setUp(self):
        super().setUp()
        self.scaled("a.ome.zarr", 0.5)

    def test_a_warning_names_what_is_lost(self):
        warning = "out.png: its format does not keep the spacing and unit of the input"
        for blocks in [], ["--block", "32,32"]:
            _, errors = self.call("fill_holes", "a.ome.zarr", "-o", "out.zarr", "--overwrite", *blocks)
            self.assertEqual(errors, f"preamar: fill_holes: warning: {warning.replace('.png', '.zarr')}\n")
        _, errors = self.call("fill_holes", "a.ome.zarr", "-o", "out.png")
        self.assertEqual(errors, f"preamar: fill_holes: warning: {warning}\n")
        output, _ = self.call("fill_holes", "a.ome.zarr", "-o", "out.png", "--overwrite", "--json", "--quiet")
        self.assertEqual(json.loads(output)["warnings"], [warning])
        for quiet in ["-o", "out.nrrd"], ["-o", "out.tif"], ["-o", "b.zarr", "--quiet"], ["-o", "b.png", "--ignore-metadata"]:
            _, errors = self.call("fill_holes", "a.ome.zarr", *quiet)
            self.assertEqual(errors, "")

    def test_strict_stops_before_any_work(self):
        said = self.complaint("fill_holes", "a.ome.zarr", "-o", "out.png", "--strict", code=3)
        self.assertEqual(said, "fill_holes: out.png: PNG does not keep the spacing, unit of this image; write TIFF or NRRD, "
                               "or leave out --strict")
        self.assertEqual(self.files(), ["a.ome.zarr"])

    def test_different_grids(self):
        self.scaled("b.ome.zarr", 0.25)
        self.assertIn("a.ome.zarr and b.ome.zarr have different grids (spacing: y 0.5 micrometer, x 0.5 micrometer; y 0.25 "
                      "micrometer, x 0.25 micrometer); give images of one grid, or --ignore-metadata",
                      self.complaint("subtract", "a.ome.zarr", "b.ome.zarr", "-o", "out.tif", code=3))
        self.call("subtract", "a.ome.zarr", "b.ome.zarr", "-o", "out.tif", "--ignore-metadata")

    def test_spacing_of_the_file(self):
        for name, spacing in ("file", "file"), ("numbers", "0.5,0.5"):
            self.call("distance", "a.ome.zarr", "--spacing", spacing, "-o", f"{name}.nrrd")
        self.assertEqual(*((self.folder / f"{name}.nrrd").read_bytes() for name in ("file", "numbers")))
        self.generate("blobs", 64, "plain.tif")
        self.assertIn("plain.tif has no spacing", self.complaint("distance", "plain.tif", "--spacing", "file", "-o",
                                                                 "out.tif", code=3))

    def unit_of(self, file):
        return json.loads(self.call("info", file, "--json")[0])["files"][0].get("value_unit", "")

    def test_a_distance_in_the_spacing_has_its_unit(self):
        for suffix in ".tif", ".zarr", ".ome.zarr", ".mha", ".nii":
            for blocks in [], ["--block", "32,32"]:
                _, errors = self.call("distance", "a.ome.zarr", "--spacing", "file", *blocks, "-o", "d" + suffix, "--overwrite")
                self.assertNotIn("unit of the values", errors)
                self.assertEqual(self.unit_of("d" + suffix), "" if suffix in (".mha", ".nii") else "micrometer")
        for options in [], ["--spacing", "2"], ["--spacing", "0.5,0.25"], ["--spacing", "file", "--squared"]:
            self.call("distance", "a.ome.zarr", *options, "-o", "d.tif", "--overwrite")
            self.assertEqual(self.unit_of("d.tif"), "", options)
        self.call("distance", "a.ome.zarr", "--spacing", "0.5", "-o", "d.tif", "--overwrite")
        self.assertEqual(self.unit_of("d.tif"), "micrometer")

    def test_pipelines(self):
        (self.folder / "p.toml").write_text("""version = 1
[inputs]
image = "a.ome.zarr"
[steps.distance]
image = "image"
spacing = "file"
[steps.gaussian]
image = "distance"
sigma = 1.0
[outputs]
distance = "out.ome.zarr"
gaussian = "smooth.mha"
""")
        _, errors = self.call("run", "p.toml")
        self.assertEqual(errors, "")
        self.assertEqual(self.unit_of("out.ome.zarr"), "micrometer")
        self.call("distance", "a.ome.zarr", "--spacing", "0.5", "-o", "alone.ome.zarr")
        shown = [self.call("info", file)[0].split(": ", 1)[1] for file in ("out.ome.zarr", "alone.ome.zarr")]
        self.assertEqual(*shown)
        self.assertIn("axes y 0.5 micrometer, x 0.5 micrometer", shown[0])


if __name__ == "__main__":
    unittest.main()
