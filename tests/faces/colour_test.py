"""Channels of colour files: on the command line, in blocks and in pipelines."""

import json
import pathlib
import random
import shutil
import struct
import unittest

from program import ProgramTest

SEEDS = pathlib.Path(__file__).parent.parent / "fuzz" / "tiff"


def write_rgb_tiff(path, width, height, pixels, tile=16):
    """A tiled TIFF without compression, written without the library's help; sides are multiples of the tile."""
    tiles = [b"".join(pixels[3 * ((y + i) * width + x):3 * ((y + i) * width + x + tile)] for i in range(tile))
             for y in range(0, height, tile) for x in range(0, width, tile)]
    entries = 11
    bits_at = 8 + 2 + 12 * entries + 4
    offsets_at = bits_at + 6
    lengths_at = offsets_at + 4 * len(tiles)
    first = lengths_at + 4 * len(tiles)
    tags = [(256, 4, 1, width), (257, 4, 1, height), (258, 3, 3, bits_at), (259, 3, 1, 1), (262, 3, 1, 2),
            (277, 3, 1, 3), (284, 3, 1, 1), (322, 4, 1, tile), (323, 4, 1, tile), (324, 4, len(tiles), offsets_at),
            (325, 4, len(tiles), lengths_at)]
    path.write_bytes(b"II*\0" + struct.pack("<IH", 8, entries) + b"".join(struct.pack("<HHII", *tag) for tag in tags) +
                     struct.pack("<I3H", 0, 8, 8, 8) +
                     struct.pack(f"<{len(tiles)}I", *(first + i * len(tiles[0]) for i in range(len(tiles)))) +
                     struct.pack(f"<{len(tiles)}I", *(len(one) for one in tiles)) + b"".join(tiles))


class Colour(ProgramTest):
    def setUp(self):
        super().setUp()
        self.pixels = random.Random(5).randbytes(96 * 128 * 3)
        write_rgb_tiff(self.folder / "rgb.tif", 128, 96, self.pixels)

    def content(self, file):
        return (self.folder / file).read_bytes()

    def test_a_channel_in_blocks_and_in_memory(self):
        for words in (["--channel", "green"], ["--channel", "residual", "--channel-range", "0.01,0.3"],
                      ["--channel", "eosin", "--stains", "0.6,0.7,0.3,0.1,0.9,0.1,0.2,0.5,0.8"]):
            self.call("dilate", "rgb.tif", *words, "--radius", 2, "-o", "whole.tif", "--overwrite")
            report = json.loads(self.call("dilate", "rgb.tif", *words, "--radius", 2, "-o", "parts.zarr", "--overwrite",
                                          "--block", "32,48", "--chunk", "16,16", "--json")[0])
            self.assertGreater(report["blocks"], 1)
            found = [json.loads(self.call("minmax", file, "--json")[0]) for file in ("whole.tif", "parts.zarr")]
            self.assertEqual(*([one["minimum"], one["maximum"]] for one in found))
            self.call("subtract", "whole.tif", "parts.zarr", "-o", "difference.tif", "--overwrite")
            difference = json.loads(self.call("minmax", "difference.tif", "--json")[0])
            self.assertEqual((difference["minimum"], difference["maximum"]), (0, 0))
        self.call("dilate", "rgb.tif", "--channel", "green", "--radius", 0, "-o", "green.mha", "--compression", "none")
        self.assertTrue(self.content("green.mha").endswith(b"LOCAL\n" + self.pixels[1::3]))

    def test_a_channel_beside_grey_images(self):
        """Of several inputs, the colour images have the channel."""
        self.call("threshold", "rgb.tif", "--channel", "red", "--value", 200, "-o", "mask.tif")
        self.call("label", "mask.tif", "-o", "labels.tif")
        self.call("cast", "rgb.tif", "--channel", "eosin", "--dtype", "float32", "-o", "eosin.tif")
        self.call("measure", "labels.tif", "--intensity", "eosin.tif", "-o", "right.csv")
        words = ["measure", "labels.tif", "--intensity", "rgb.tif", "--channel", "eosin"]
        self.call(*words, "-o", "whole.csv")
        self.call(*words, "--block", "32,48", "-o", "parts.csv")
        self.call("plan", *words, "--block", "32,48", "-o", "job.csv", "plan.json")
        for task in range(json.loads((self.folder / "plan.json").read_text())["tasks"]):
            self.call("task", "plan.json", task)
        for file in ("whole.csv", "parts.csv", "job.csv"):
            self.assertEqual(self.content(file), self.content("right.csv"), file)
        self.assertIn("has one sample per pixel, so leave it out",
                      self.complaint("measure", "labels.tif", "--intensity", "eosin.tif", "--channel", "red", "-o",
                                     "none.csv", code=2))

    def test_a_pipeline(self):
        (self.folder / "p.toml").write_text(
            'version = 1\n[inputs]\nimage = { file = "rgb.tif", channel = "haematoxylin", stains = [0.65, 0.7, 0.29, '
            '0.07, 0.99, 0.11], channel_range = [0, 0.5] }\n[steps]\nfill_holes = { image = "image" }\n'
            '[outputs]\nfill_holes = "out.zarr"\n')
        report = json.loads(self.call("run", "p.toml", "--block", "32,48", "--chunk", "16,16", "--json")[0])
        self.assertGreater(report["stages"][0]["blocks"], 1)
        self.call("fill_holes", "rgb.tif", "--channel", "haematoxylin", "--stains", "0.65,0.7,0.29,0.07,0.99,0.11",
                  "--channel-range", "0,0.5", "-o", "one.tif")
        self.call("subtract", "out.zarr", "one.tif", "-o", "difference.tif")
        self.assertEqual(json.loads(self.call("minmax", "difference.tif", "--json")[0])["maximum"], 0)
        text = (self.folder / "p.toml").read_text()
        (self.folder / "p.toml").write_text(text.replace("[0, 0.5]", "[0]"))
        self.assertIn("channel_range must be a list of 2 numbers", self.complaint("run", "p.toml", code=2))

    def test_the_decoder_is_reported(self):
        shutil.copy(SEEDS / "rgb-jpeg", self.folder / "jpeg.tif")
        report = json.loads(self.call("minmax", "jpeg.tif", "--channel", "red", "--json")[0])
        self.assertRegex(report["inputs"][0]["decoder"], r"\Alibjpeg.* through libtiff [0-9.]+\Z")
        output, _ = self.call("info", "jpeg.tif")
        self.assertIn("3 samples per pixel", output)
        self.assertIn("choose one with --channel luminance, red", output)
        output, _ = self.call("info", "jpeg.tif", "--channel", "eosin")
        self.assertIn("24x40 float32, channel eosin of 3 samples per pixel, 3.8 KiB, JPEG", output)

    def test_what_is_wrong(self):
        self.assertIn("choose one with --channel luminance, red", self.complaint("minmax", "rgb.tif", code=3))
        self.assertIn("no alpha", self.complaint("minmax", "rgb.tif", "--channel", "alpha", code=3))
        self.complaint("minmax", "rgb.tif", "--channel", "purple", code=2)
        for words, said in ((["--stains", "1,2"], "6 or 9 numbers"), (["--channel-range", "1"], "2 numbers"),
                            (["--channel-range", "2,1"], "is not a range"), (["--stains", "1,1,1,1,1,1"], "dependent")):
            self.assertIn(said, self.complaint("minmax", "rgb.tif", "--channel", "dab" if "9" in said else "eosin",
                                               *words, code=2))


if __name__ == "__main__":
    unittest.main()
