"""Wrong calls, refused inputs and failing work: the exit code and the one line that says why."""

import os
import signal
import subprocess
import unittest

from program import PATIENCE, PROGRAM, ProgramTest, write_mha


class WrongCalls(ProgramTest):
    """Exit code 2."""

    def refuses(self, *words, saying):
        self.assertEqual(self.complaint(*words, code=2), saying)

    def test_commands(self):
        for command in (["reconstrct"], ["help", "reconstrct"]):
            self.assertRegex(self.complaint(*command, code=2), "'reconstrct' is unknown; the nearest name is 'reconstruct'")
        self.assertIn("the nearest name is 'label'", self.complaint("lable", "x.tif", code=2))
        self.assertIn("the nearest name is 'info'", self.complaint("inf", "x.tif", code=2))
        self.refuses("--bogus", saying="option '--bogus' is unknown; a command comes first: 'preamar help' lists them")
        self.refuses("--versoin", saying="option '--versoin' is unknown; the nearest name is '--version'")
        for far in ("version", "erosion-by-disk", "x"):
            self.refuses(far, saying=f"command '{far}' is unknown; 'preamar help' lists all")
        _, errors = self.call("convert", "filter.c", code=2, env={**os.environ, "PATH": "/nonexistent"})
        self.assertRegex(errors, "needs the program preamar-convert, .* tools/setup --converter")

    def test_arguments(self):
        takes = "it takes 2 inputs (marker, mask) and, after -o, 1 output (image)"
        self.refuses("reconstruct", saying=f"reconstruct: the call has 0 inputs and 0 outputs; {takes}")
        self.refuses("reconstruct", "a.tif", saying=f"reconstruct: the call has 1 input and 0 outputs; {takes}")
        self.refuses("reconstruct", "a.tif", "b.tif", "c.tif",
                     saying=f"reconstruct: the call has 3 inputs and 0 outputs; {takes}")
        self.assertIn("FILE", self.complaint("info", code=2))
        call = ["reconstruct", "a.tif", "b.tif", "-o", "o.tif"]
        for given, nearest in (("--blocks", "--block"), ("--conectivity=1", "--connectivity"), ("-method", "--method"),
                               ("--Quiet", "--quiet")):
            self.refuses(*call, given, "1", saying=f"reconstruct: option '{given.split('=')[0]}' is unknown; "
                                                   f"the nearest name is '{nearest}'")
        for given in ("--bogus", "-x", "--verbose-output"):
            self.refuses(*call, given, saying=f"reconstruct: option '{given}' is unknown; "
                                              "'preamar reconstruct --help-all' lists the options")
        self.refuses("minmax", "a.tif", "-o", "o.tif", saying="minmax: it has no -o, since it writes no file")

    def test_values_of_options(self):
        call = ["reconstruct", "a.tif", "b.tif", "-o", "o.tif"]
        self.refuses(*call, "--method", "flood",
                     saying="reconstruct: method is 'flood'; it must be dilation or erosion")
        self.refuses(*call, "--connectivity", "two",
                     saying="reconstruct: connectivity is 'two'; it must be an integer")
        self.refuses(*call, "--threads", "-1",
                     saying="reconstruct: --threads is '-1'; it must be an integer from 0 to 4096")
        for memory in ("4Q", "G", "", "-1", "9999999999T", "1.5G", "4GiBi", "B", "4Gi", "4BiB"):
            self.refuses(*call, f"--memory={memory}" if memory else "--memory=x",
                         saying=f"reconstruct: --memory is '{memory or 'x'}'; "
                                "it must be a size such as 4GiB or 4G (2^30), 4GB (10^9) or 1000000")
        table = ["measure", "a.tif", "-o", "o.csv", "--properties"]
        self.refuses(*table, "size,centriod,box",
                     saying="measure: properties has 'centriod'; the nearest name is 'centroid'")
        self.refuses(*table, "siez", saying="measure: properties is 'siez'; the nearest name is 'size'")
        self.assertIn("measure: properties has 'colour'; it must be one or more of size, box, ",
                      self.complaint(*table, "colour,size", code=2))
        self.assertIn("--quiet", self.complaint(*call, "--quiet", "--progress", code=2))
        self.refuses(*call, "--threads", saying="reconstruct: --threads needs a value: --threads N")
        self.refuses(*call, "--threads", "--quiet", saying="reconstruct: --threads needs a value: --threads N")
        self.refuses(*call, "--quiet=often", saying="reconstruct: --quiet is 'often'; it must be true or false")

    def test_options_that_must_be_given(self):
        self.refuses("h_maxima", "a.tif", "-o", "o.tif", saying="h_maxima: h is required; it must be a number")
        self.refuses("h_maxima", "a.tif", "-o", "o.tif", "--h", "high",
                     saying="h_maxima: h is 'high'; it must be a number")
        self.assertIn("Usage: preamar h_maxima image --h X -o FILE [options]", self.call("h_maxima", "--help")[0])
        self.assertRegex(self.call("h_maxima", "--help")[0], r"--h X [^-]*\(required\)")
        self.refuses("distance", "a.tif", "-o", "o.tif", "--spacing", "1,x",
                     saying="distance: spacing is '1,x'; it must be a number, or one for each axis, such as 2,1,1")

    def test_outputs(self):
        self.generate("spiral-pair", 16, "marker.tif", "mask.tif")
        call = ["reconstruct", "marker.tif", "mask.tif"]
        takes = "it takes 2 inputs (marker, mask) and, after -o, 1 output (image)"
        self.refuses(*call, saying=f"reconstruct: the call has 2 inputs and 0 outputs; {takes}")
        self.refuses(*call, "-o", "a.tif", "b.tif", saying=f"reconstruct: the call has 3 inputs and 1 output; {takes}")
        self.refuses(*call, "-o", "a.tif", "-o", "b.tif",
                     saying=f"reconstruct: the call has 2 inputs and 2 outputs; {takes}")
        self.refuses(*call, "-o", "o.tif", "--chunk", "16,16",
                     saying="reconstruct: o.tif: --chunk is for Zarr; leave it out, or write .zarr or .ome.zarr")
        self.assertIn("suffix '.xyz' is not an image format", self.complaint(*call, "-o", "o.xyz", code=2))
        self.assertEqual(self.files(), ["marker.tif", "mask.tif"])

    def test_images_that_do_not_match(self):
        self.generate("spiral-pair", 16, "a.tif", "b.tif")
        self.generate("spiral-pair", 17, "c.tif", "d.tif")
        for dry_run in ([], ["--dry-run"]):
            self.refuses("reconstruct", "a.tif", "d.tif", "-o", "o.tif", *dry_run,
                         saying="reconstruct: marker is 16x16 uint8 and mask is 17x17 uint8; "
                                "their shape and dtype must be the same")
        self.refuses("reconstruct", "a.tif", "b.tif", "-o", "o.tif", "--connectivity", "3",
                     saying="reconstruct: connectivity is 3; it must be from 1 to 2")
        self.assertNotIn("o.tif", self.files())

    def test_generate(self):
        self.assertIn("the nearest name is 'spiral'", self.complaint("generate", "spirl", 16, "-o", "a.tif", code=2))
        self.refuses("generate", "spiral", "-o", "a.tif", saying="generate: INSTANCE and SIZE are required, or --list")
        self.refuses("generate", "spiral", "7", "-o", "a.tif",
                     saying="generate: SIZE is '7'; it must be an integer from 8 on")
        self.refuses("generate", "spiral-pair", "16", "-o", "a.tif",
                     saying="generate: the call has 2 arguments and 1 output; it takes 2 arguments (INSTANCE, SIZE) and, "
                            "after -o, 2 outputs (marker, mask)")
        self.refuses("generate", "spiral-pair", "16", "-o", "a.tif", "a.tif", saying="generate: -o names a.tif twice")
        self.assertEqual(self.files(), [])

    def test_bench(self):
        self.refuses("bench", "reconstruct", "--instance", "spiral", "--side", "16",
                     saying="bench: spiral has 1 of the 2 images that reconstruct takes")
        self.refuses("bench", "--repeat", "0", saying="bench: --repeat is '0'; it must be an integer from 1 to 1000")
        self.assertIn("spirl", self.complaint("bench", "--instance", "spirl", code=2))


class RefusedInputs(ProgramTest):
    """Exit code 3."""

    def test_not_a_number(self):
        for name, value in (("mask", float("nan")), ("marker", 0.0)):
            write_mha(self.folder / f"{name}.mha", 2, [1.0, 2.0, value, 4.0], "MET_FLOAT")
        call = ["reconstruct", "marker.mha", "mask.mha", "-o", "o.mha"]
        self.assertEqual(self.complaint(*call, code=3),
                         "reconstruct: mask holds 1 NaN; replace them, or give --nan ignore to make each a wall")
        self.assertEqual(self.files(), ["marker.mha", "mask.mha"])
        self.complaint(*call[:-1], "o.tif", "--block", "1,1", code=3)
        self.assertEqual(self.files(), ["marker.mha", "mask.mha"])
        self.call(*call, "--nan", "ignore")

    def test_a_format_that_does_not_hold_the_result(self):
        self.generate("tissue3d-h", 8, "marker.tif", "mask.tif")
        self.assertIn("PNG does not hold an image of rank 3",
                      self.complaint("reconstruct", "marker.tif", "mask.tif", "-o", "o.png", code=3))


class FailingWork(ProgramTest):
    """Exit code 1."""

    def test_files_that_cannot_be_read(self):
        self.generate("spiral-pair", 16, "marker.tif", "mask.tif")
        self.assertEqual(self.complaint("reconstruct", "none.tif", "mask.tif", "-o", "o.tif", code=1),
                         "reconstruct: none.tif: cannot open: No such file or directory")
        self.assertIn("none.tif", self.complaint("info", "none.tif", code=1))
        (self.folder / "text.tif").write_text("hello")
        self.assertIn("text.tif", self.complaint("info", "text.tif", code=1))
        whole = (self.folder / "mask.tif").read_bytes()
        (self.folder / "cut.tif").write_bytes(whole[:len(whole) // 2])
        self.assertIn("cut.tif", self.complaint("reconstruct", "marker.tif", "cut.tif", "-o", "o.tif", code=1))
        self.assertNotIn("o.tif", self.files())

    def test_bytes_that_a_terminal_would_obey(self):
        (self.folder / "odd.nrrd").write_bytes(b"NRRD0004\ntype: \x1b[31m\xff\xc2\x9b\xc3\xa4\x07\x7f\n")
        self.assertIn(r"of type '\x1b[31m\xff\xc2\x9bä\x07\x7f'", self.complaint("info", "odd.nrrd", code=3))
        name = os.fsdecode(b"caf\xe9.nrrd")
        self.assertIn(r"caf\xe9.nrrd: cannot open", self.complaint("info", name, code=1))

    def test_folder_device_and_memory_that_are_not_there(self):
        self.generate("spiral-pair", 64, "marker.tif", "mask.tif")
        call = ["reconstruct", "marker.tif", "mask.tif", "-o"]
        self.assertIn("there is no folder none", self.complaint(*call, "none/o.tif", code=1))
        for dry_run in ([], ["--dry-run"]):
            self.assertIn("device 'cuda:7' is not here; these are: cpu, reference",
                          self.complaint(*call, "o.tif", "--device", "cuda:7", *dry_run, code=1))
        self.assertIn("memory", self.complaint(*call, "o.tif", "--memory", "1", code=1))
        self.assertEqual(self.files(), ["marker.tif", "mask.tif"])

    def test_standard_output_that_takes_no_more(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([PROGRAM, "generate", "--list"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=PATIENCE)
        self.assertEqual((done.returncode, done.stderr), (1, "preamar: generate: standard output cannot be written\n"))

    def test_standard_output_that_nobody_reads(self):
        read, write = os.pipe()
        os.close(read)
        try:
            silent = subprocess.run([PROGRAM, "devices"], stdout=write, stderr=subprocess.PIPE, timeout=PATIENCE)
            told = subprocess.run([PROGRAM, "devices"], stdout=write, stderr=subprocess.PIPE, timeout=PATIENCE,
                                  preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN),
                                  restore_signals=False)
        finally:
            os.close(write)
        self.assertEqual((silent.returncode, silent.stderr), (-signal.SIGPIPE, b""))
        self.assertEqual((told.returncode, told.stderr), (1, b"preamar: devices: standard output cannot be written\n"))


if __name__ == "__main__":
    unittest.main()
