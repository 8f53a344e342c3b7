"""The check of meaning can fail: it is given examples that find the wrong thing, and must say so.

    meaning_test.py, by a Python that has preamar
"""
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest
import unittest.mock

import meaning
import numpy as np
import preamar

CHECKS = meaning.TABLE.parents[2] / "tools/check"


def load_readme():
    sys.path.insert(0, str(CHECKS))
    loader = importlib.machinery.SourceFileLoader("readme", str(CHECKS / "readme"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("readme", loader))
    loader.exec_module(module)
    return module


class Meaning(unittest.TestCase):
    tissue = preamar.generate("tissue", 512)
    dark = preamar.top_hat(preamar.invert(preamar.gaussian(tissue, 1)), 12)
    mask = preamar.fill_holes(dark > preamar.otsu(dark))
    entry = {"nuclei": "touching", "least": 0.9}

    def faults(self, entry, image):
        return list(meaning.faults_of(entry, meaning.kind_of(image), image, {"truth": self.mask.astype(np.uint32)}))

    def test_the_page_that_took_the_background_for_nuclei(self):
        count, fault = load_readme().run_page(pathlib.Path(__file__).with_name("bright_background.md"), sys.executable)
        self.assertEqual(count, 1)
        self.assertIn("mask: 94.6% of the pixels are foreground", fault)
        self.assertIn("has no entry", fault)

    def test_nuclei(self):
        labels, count = preamar.label(self.mask)
        self.assertEqual(self.faults(self.entry, self.mask), [])
        self.assertEqual(self.faults(self.entry, labels), [])
        self.assertEqual(self.faults({"objects": count + 1}, labels), [])
        self.assertIn("like the true nuclei (IoU)", self.faults(self.entry, self.tissue <= preamar.otsu(self.tissue))[0])
        self.assertIn("like the true nuclei (F-score)", self.faults(self.entry, preamar.label(~self.mask)[0])[0])
        self.assertIn("expected are", self.faults({"objects": count + 10}, labels)[0])

    def test_a_truth_beside_the_image(self):
        self.assertEqual(self.faults({"nuclei": "single", "truth": "truth", "least": 1}, self.mask), [])
        self.assertEqual(len(self.faults({"nuclei": "single", "truth": "truth", "least": 0.01}, ~self.mask)), 1)

    def test_nearly_empty_and_nearly_full(self):
        empty = np.zeros((64, 64), bool)
        self.assertEqual(len(self.faults({}, empty)), 1)
        self.assertEqual(len(self.faults({}, ~empty)), 1)
        self.assertEqual(self.faults({"foreground": [1, 1]}, ~empty), [])
        self.assertIn("it has 1 objects", self.faults({}, (~empty).astype(np.uint32)))

    def test_each_image_has_an_entry_and_each_entry_an_image(self):
        with unittest.mock.patch.object(meaning, "entries_of", return_value={"mask": self.entry}):
            self.assertEqual(list(meaning.faults_in("page", {"mask": self.mask, "tissue": self.tissue})), [])
            self.assertIn("has no entry", *meaning.faults_in("page", {"mask": self.mask, "other": self.mask}))
            self.assertIn("no example finds it", *meaning.faults_in("page", {}))
            self.assertEqual(list(meaning.faults_in("page", {"mask": self.mask, "given": self.mask}, {"given"})), [])
            self.assertEqual(list(meaning.faults_in("page", {"mask": self.mask, "given 2": self.mask}, {"given"})), [])

    def test_generated(self):
        text = ">>> a, b = preamar.generate('x', 8)\n>>> c = preamar.generate('x', 8) < 3\npreamar generate x 8 -o d.tif e.tif\n"
        self.assertEqual(meaning.generated_in(text), {"a", "b", "d.tif", "e.tif"})


if __name__ == "__main__":
    unittest.main()
