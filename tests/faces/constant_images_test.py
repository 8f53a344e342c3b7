"""The pipelines of examples/ on constant images: an object only where all is foreground, and never an error."""

import tomllib
import unittest

from pipeline_test import PIPELINES, ROOT, PipelineTest

# Objects in an image of 0 and in one of 255. Otsu's threshold of a constant image leaves no foreground.
FOUND = {"nuclei": (0, 1), "smooth": (0, 1), "otsu": (0, 0), "bright": (0, 0), "touching": (0, 1), "basins": (1, 1)}
EXAMPLES = {"whole_slide_nuclei": "slide.ome.zarr", "porous_volume": "rock.ome.zarr"}


class ConstantImages(PipelineTest):
    def setUp(self):
        super().setUp()
        self.generate("tissue", 150, "any.tif")
        self.call("subtract", "any.tif", "any.tif", "-o", "0.tif")
        self.call("invert", "0.tif", "-o", "255.tif")

    def require_objects(self, text, count):
        """Each step that counts finds this many, and each table has as many rows."""
        self.write(text)
        report = self.report("run", "pipeline.toml", "--overwrite", "--block", "64,64")
        for number in report["numbers"]:
            if number["name"] == "count":
                self.assertEqual(number["value"], count, number["step"])
        for file in tomllib.loads(text)["outputs"].values():
            if str(file).endswith(".csv"):
                self.assertEqual((self.folder / file).read_text().count("\n"), count + 1)

    def test_short_pipelines(self):
        self.assertEqual({path.stem for path in PIPELINES.glob("*.toml")}, set(FOUND))
        for chain, counts in FOUND.items():
            for level, count in zip((0, 255), counts, strict=True):
                with self.subTest(chain, level=level):
                    text = (PIPELINES / f"{chain}.toml").read_text()
                    self.require_objects(text.replace("image.tif", f"{level}.tif"), count)

    def test_examples(self):
        for example, file in EXAMPLES.items():
            for level in 0, 255:
                with self.subTest(example, level=level):
                    self.call("dilate", f"{level}.tif", "--radius", 0, "-o", file, "--chunk", "64,64", "--pyramid",
                              "mean", "--overwrite")
                    self.require_objects((ROOT / "examples" / example / "pipeline.toml").read_text(), 0)


if __name__ == "__main__":
    unittest.main()
