"""Options that are given for one input of a call."""

import json
import unittest

from program import ProgramTest

HEIGHT, WIDTH = 4, 6


class OptionsOfOneInput(ProgramTest):
    def setUp(self):
        super().setUp()
        self.store("labels.zarr", "t", [[0] * 12 + [1] * 12, [2] * 24])
        self.store("levels.zarr", "c", [[10] * 24, [20] * 24, [30] * 24])

    def store(self, name, axis, planes):
        """A Zarr 3 array with an axis before y and x, in one chunk."""
        folder = self.folder / name
        (folder / "c/0/0").mkdir(parents=True)
        shape = [len(planes), HEIGHT, WIDTH]
        (folder / "zarr.json").write_text(json.dumps({
            "zarr_format": 3, "node_type": "array", "shape": shape, "data_type": "uint8", "fill_value": 0,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shape}},
            "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": "bytes"}],
            "dimension_names": [axis, "y", "x"]}))
        (folder / "c/0/0/0").write_bytes(bytes(sum(planes, [])))

    def rows(self, *words):
        words = ["measure", "labels.zarr", "--intensity", "levels.zarr", *words, "--properties",
                 "size,intensity_mean", "-o", "-"]
        return self.call(*words)[0].splitlines()[1:]

    def test_select(self):
        for more in [], ["--block", "2,6"]:
            with self.subTest(more):
                self.assertEqual(self.rows("--select", "labels:t=0", "--select", "intensity:c=2", *more), ["1,12,30"])
                self.assertEqual(self.rows("--select", "c=1", "--select", "labels:t=1", *more), ["2,24,20"])

    def test_a_task_of_a_plan_reads_the_same(self):
        words = ["plan", "measure", "labels.zarr", "--intensity", "levels.zarr", "--select", "labels:t=1", "--select",
                 "intensity:c=0", "--properties", "size,intensity_mean", "-o", "table.csv", "plan.json"]
        plan = json.loads(self.call(*words, "--json")[0])
        for task in range(plan["tasks"]):
            self.call("task", "plan.json", task)
        self.assertEqual((self.folder / "table.csv").read_text().splitlines()[1:], ["2,24,10"])

    def test_unknown_inputs(self):
        call = ["measure", "labels.zarr", "-o", "-"]
        self.assertIn("--select is 'lables:t=0'; the nearest name is 'labels'",
                      self.complaint(*call, "--select", "lables:t=0", code=2))
        self.assertIn("--level is 'image:1'; the inputs of this call are labels",
                      self.complaint(*call, "--level", "image:1", code=2))
        self.assertIn("--level is 'x'; it must be an integer", self.complaint(*call, "--level", "labels:x", code=2))
        self.assertIn("no input of this command has a name", self.complaint("info", "labels.zarr", "--select",
                                                                            "labels:t=0", code=2))

    def test_help(self):
        self.assertIn("INPUT:VALUE", self.call("measure", "--help-all")[0])
        self.assertNotIn("INPUT:VALUE", self.call("label", "--help-all")[0])


if __name__ == "__main__":
    unittest.main()
