"""The table of formats in docs/files.md says what each can do; calls of the program say the same."""

import pathlib
import re
import unittest

from program import ProgramTest

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "files.md"
COLUMNS = ["read", "write", "read by region", "written by region"]


def documented():
    """[(row, suffixes, options for writing, {column: whether it says yes})], from the page."""
    page = PAGE.read_text()
    head = "| file | " + " | ".join(COLUMNS) + " |\n"
    for line in page[page.index(head) + len(head):].split("\n\n")[0].splitlines()[1:]:
        file, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        options = re.findall(r"`(--compression) (\w+)`", file)
        yield (file, re.findall(r"`([.\w]+/?)`", file), list(options[0]) if options else [],
               {column: cell.split(",")[0] == "yes" for column, cell in zip(COLUMNS, cells, strict=True)})


ROWS = list(documented())


class Formats(ProgramTest):
    def setUp(self):
        super().setUp()
        self.generate("tissue", 96, "plane.tif")
        self.generate("tissue3d", 12, "volume.zarr")
        self.call("fill_holes", "plane.tif", "-o", "plane.holes.mha")
        self.call("fill_holes", "volume.zarr", "-o", "volume.holes.mha")

    def does(self, *words):
        """Whether the call succeeds; a failure must be one line that says so."""
        try:
            self.call(*words)
            return True
        except AssertionError as error:
            self.assertIn("preamar: ", str(error))
            return False

    def pixels(self, file):
        self.call("dilate", file, "--radius", 0, "-o", "pixels.mha", "--overwrite")
        return (self.folder / "pixels.mha").read_bytes()

    def make_slices(self):
        (self.folder / "slices").mkdir()
        for z in range(12):
            self.call("dilate", "volume.zarr", "--select", f"z={z}", "--radius", 0, "-o", f"slices/{z}.tif")
        return "slices/"

    def check(self, row, suffix, options, says):
        is_volume = "volume" in row or suffix == "slices/"
        source, block = ("volume.zarr", "5,12,7") if is_volume else ("plane.tif", "32,48")
        expected = (self.folder / f"{pathlib.Path(source).stem}.holes.mha").read_bytes()
        target = suffix if suffix == "slices/" else "file" + suffix
        name = "out/" if suffix == "slices/" else "out" + suffix
        if suffix == "slices/":
            self.assertEqual(self.does("fill_holes", source, "-o", "out/"), says["write"])
            self.make_slices()
        else:
            self.assertEqual(self.does("dilate", source, "--radius", 0, "-o", target, *options), says["write"])
            self.call("fill_holes", source, "-o", "again" + suffix, *options)
            self.assertEqual(self.pixels("again" + suffix), expected)
        self.assertEqual(self.does("fill_holes", target, "-o", "read.mha"), says["read"])
        self.assertEqual((self.folder / "read.mha").read_bytes(), expected)
        self.assertEqual(self.does("fill_holes", target, "-o", "region.mha", "--block", block), says["read by region"])
        if says["read by region"]:
            self.assertEqual((self.folder / "region.mha").read_bytes(), expected)
        if is_volume and suffix != "slices/":
            block = block.replace("7", "12")  # a tile is as wide as the volume
        self.assertEqual(self.does("fill_holes", source, "-o", name, "--block", block, *options),
                         says["written by region"])
        if says["written by region"]:
            self.assertEqual(self.pixels(name), expected)

    def test_the_table_is_found(self):
        self.assertLessEqual({".tif", ".ome.tif", ".ome.zarr", ".zarr", ".nrrd", ".nhdr", ".mha", ".mhd", ".nii",
                              ".nii.gz", ".npy", ".png", "slices/"},
                             {suffix for _, suffixes, _, _ in ROWS for suffix in suffixes})


def add(number, row, suffix, options, says):
    def test(self):
        self.check(row, suffix, options, says)
    setattr(Formats, f"test_row_{number}_{suffix.strip('./')}", test)


for number, (row, suffixes, options, says) in enumerate(ROWS):
    for suffix in suffixes:
        add(number, row, suffix, options, says)

if __name__ == "__main__":
    unittest.main()
