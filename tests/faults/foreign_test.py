"""Files and folders that Preamar did not make: they are never deleted, and the run says which of them is in its way."""

import os
import unittest

from trials import IN_BLOCKS, FaultTest, state

NOTES = "weeks of work\n"


class Foreign(FaultTest):
    side = 512

    def setUp(self):
        super().setUp()
        self.words = ["fill_holes", self.image("tissue")]
        self.right = self.expected(("fill_holes",), self.image("tissue"), "tissue")

    def folder_of_notes(self, name):
        folder = self.place / name
        (folder / "more").mkdir(parents=True)
        (folder / "notes.txt").write_text(NOTES)
        (folder / "more" / "notes.txt").write_text(NOTES)
        return folder

    def in_the_way(self, name, output, *more):
        """A run that finds `name` in its way is refused, names it, and leaves everything as it was."""
        before = state(self.place)
        for flags in ([], ["--overwrite"], ["--resume"], ["--overwrite", "--resume"]):
            if "--overwrite" in more and "--overwrite" in flags:
                continue
            code, message = self.run_now([*self.words, "-o", output, *flags, *more])
            self.assertEqual(state(self.place), before, f"{flags} {more} ended with {code}: {message}")
            self.assertIn(code, (1, 2), f"{flags} {more}: {message}")
            self.assertIn(name, message)

    def test_folders_where_its_state_goes(self):
        for output in ("result.tif", "result.ome.zarr"):
            with self.subTest(output=output):
                self.begin_trial(f"{output}.work")
                name = self.folder_of_notes(f"{output}.work").name
                self.in_the_way(name, output, *IN_BLOCKS)

    def test_files_where_its_state_goes(self):
        for output in ("result.tif", "result.ome.zarr"):
            with self.subTest(output=output):
                self.begin_trial(f"{output}.work")
                (self.place / f"{output}.work").write_text(NOTES)
                self.in_the_way(f"{output}.work", output, *IN_BLOCKS)

    def test_an_empty_folder(self):
        """It holds nothing that could be lost: a run may take it, or refuse."""
        self.begin_trial("empty")
        (self.place / "result.tif.work").mkdir()
        code, message = self.run_now([*self.words, "-o", "result.tif", *IN_BLOCKS])
        if code == 0:
            self.assertEqual(self.pixels(self.place / "result.tif"), self.right)
        else:
            self.assertIn("result.tif.work", message)

    def test_links_to_folders(self):
        for output in ("result.tif", "result.ome.zarr"):
            with self.subTest(output=output):
                self.begin_trial(f"link {output}.work")
                self.folder_of_notes("own")
                os.symlink("own", self.place / f"{output}.work")
                self.in_the_way(f"{output}.work", output, *IN_BLOCKS)

    def test_names_that_no_run_needs(self):
        for output in ("result.tif", "result.ome.zarr"):
            for more in ([], IN_BLOCKS):
                with self.subTest(output=output, more=more):
                    self.begin_trial(f"beside {output} {more}")
                    folder = self.folder_of_notes(f"{output}.partial")
                    before = state(folder)
                    code, message = self.run_now([*self.words, "-o", output, *more])
                    self.assertEqual(state(folder), before)
                    self.assertEqual(code, 0, message)
                    self.assertEqual(self.pixels(self.place / output), self.right)

    def test_a_file_where_the_lock_goes(self):
        for more in ([], IN_BLOCKS):
            self.begin_trial(f"lock {more}")
            (self.place / "result.tif.lock").write_text(NOTES)
            code, message = self.run_now([*self.words, "-o", "result.tif", *more])
            self.assertEqual((self.place / "result.tif.lock").read_text(), NOTES)
            if code != 0:
                self.assertIn("result.tif.lock", message)

    def test_overwrite_of_a_folder_that_is_no_zarr(self):
        for more in ([], IN_BLOCKS):
            self.begin_trial(f"no zarr {more}")
            self.folder_of_notes("x.ome.zarr")
            self.in_the_way("x.ome.zarr", "x.ome.zarr", "--overwrite", *more)

    def test_overwrite_of_a_zarr_with_a_stray_file(self):
        for place in (".", "0", "0/c", "0/c/0"):
            for more in ([], IN_BLOCKS):
                with self.subTest(place=place, more=more):
                    self.begin_trial(f"stray {place.replace('/', ' ')} {more}")
                    self.call(*self.words, "-o", self.place / "x.ome.zarr", "--quiet")
                    (self.place / "x.ome.zarr" / place / "notes.txt").write_text(NOTES)
                    self.in_the_way("x.ome.zarr", "x.ome.zarr", "--overwrite", *more)

    def test_overwrite_of_a_zarr(self):
        for more in ([], IN_BLOCKS):
            self.begin_trial(f"zarr {more}")
            output = self.place / "x.ome.zarr"
            self.call("dilate", self.image("random"), "--radius", 0, "-o", output, "--pyramid", "mean")
            self.assertEqual(self.run_now([*self.words, "-o", output, "--overwrite", *more])[0], 0)
            self.assertEqual(self.pixels(output), self.right)
            self.assertEqual(sorted(path.name for path in self.place.iterdir()), ["x.ome.zarr"])

    def test_overwrite_of_a_folder_by_a_file(self):
        for more in ([], IN_BLOCKS):
            self.begin_trial(f"folder {more}")
            self.folder_of_notes("x.tif")
            self.in_the_way("x.tif", "x.tif", "--overwrite", *more)

    def test_overwrite_through_a_link(self):
        for output in ("x.tif", "x.ome.zarr"):
            for more in ([], IN_BLOCKS):
                with self.subTest(output=output, more=more):
                    self.begin_trial(f"link {output} {more}")
                    (self.place / "deep").mkdir()
                    self.call("dilate", self.image("random"), "--radius", 0, "-o", self.place / "deep" / output)
                    os.symlink(f"deep/{output}", self.place / output)
                    code, message = self.run_now([*self.words, "-o", output, "--overwrite", *more])
                    self.assertEqual(code, 0, message)
                    self.assertTrue((self.place / output).is_symlink())
                    self.assertEqual(self.pixels(self.place / "deep" / output), self.right)
                    self.assertEqual(sorted(path.name for path in self.place.iterdir()), sorted(["deep", output]))
                    self.assertEqual([path.name for path in (self.place / "deep").iterdir()], [output])

    def test_a_refused_call_leaves_nothing(self):
        """And nothing that was there is touched."""
        self.begin_trial("refused")
        self.folder_of_notes("out.tif.work")
        (self.place / "out.tif.partial").write_text(NOTES)
        before = state(self.place)
        for more in (["--block", "256"], ["--memory", "1M"], ["--connectivity", "9"], ["--compression", "jpeg"]):
            code, message = self.run_now([*self.words, "-o", "out.tif", *IN_BLOCKS, *more])
            self.assertIn(code, (1, 2), message)
            code, message = self.run_now([*self.words, "-o", "other.tif", *IN_BLOCKS, *more])
            self.assertIn(code, (1, 2), message)
            self.assertEqual(state(self.place), before)

    def test_resume_of_a_finished_run(self):
        for output in ("out.tif", "out.ome.zarr"):
            with self.subTest(output=output):
                self.begin_trial(f"finished {output}")
                words = [*self.words, "-o", output, *IN_BLOCKS]
                self.assertEqual(self.run_now(words)[0], 0)
                for _ in range(2):
                    code, message = self.run_now([*words, "--resume"])
                    self.assertIn(code, (0, 1), message)
                    self.assertEqual(self.pixels(self.place / output), self.right)
                    self.assertEqual([path.name for path in self.place.iterdir()], [output])


if __name__ == "__main__":
    unittest.main()
