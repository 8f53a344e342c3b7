"""What each command does when it is called well."""

import json
import os
import re
import shlex
import stat
import struct
import unittest
import zlib

from program import ProgramTest, mha_values, write_mha

STABLE_KEYS = ["operator", "version", "backend", "device", "threads", "shape", "dtype", "blocks", "reads_per_block",
               "writes_per_block", "bytes_read", "bytes_written", "peak_memory", "seconds"]


class Help(ProgramTest):
    def listed(self):
        """The names of all commands by their headings."""
        overview, _ = self.call("help")
        sections = re.findall(r"^([A-Z][\w ]+):\n((?:  .*\n)+)", overview, re.MULTILINE)
        return {heading: re.findall(r"^  (\S+)", rows, re.MULTILINE) for heading, rows in sections}

    def operators(self):
        return [name for heading, names in self.listed().items() if heading != "Other commands" for name in names]

    def test_overview_is_the_same_by_all_names(self):
        for words in (["--help"], ["-h"], ["--help-all"], []):
            self.assertEqual(self.call("help"), self.call(*words))

    def test_overview_groups_operators_by_task(self):
        listed = self.listed()
        self.assertEqual(list(listed), ["Reconstruction and filling", "Objects and labels", "Distance",
                                        "Filters and edges", "Thresholds and statistics",
                                        "Point operations", "Flat morphology",
                                        "Other commands"])
        self.assertIn("reconstruct", listed["Reconstruction and filling"])
        self.assertIn("label", listed["Objects and labels"])
        self.assertEqual(listed["Other commands"],
                         ["bench", "completion", "devices", "generate", "help", "info", "plan", "run", "selftest",
                          "task"])

    def test_help_fits_a_terminal(self):
        lengths = {}
        for name in self.operators() + self.listed()["Other commands"]:
            lines = self.call(name, "--help")[0].splitlines()
            self.assertLess(max(map(len, lines)), 80, name)
            lengths[name] = len(lines)
        self.assertLess(len([name for name, length in lengths.items() if length > 23]), 4, lengths)
        self.assertLess(max(lengths.values()), 29, lengths)

    def test_help_all_shows_the_shared_options(self):
        for name in self.operators():
            with self.subTest(name):
                some, every = self.call(name, "--help")[0], self.call(name, "--help-all")[0]
                self.assertNotIn("--quiet", some)
                self.assertIn("--help-all", some)
                for option in ("--quiet", "--json", "--threads", "--device", "--select", "--dry-run"):
                    self.assertIn(option, every)

    def test_every_command_has_help(self):
        for name in self.operators() + self.listed()["Other commands"]:
            with self.subTest(name):
                shown, errors = self.call(name, "--help")
                self.assertIn(f"Usage: preamar {name}", shown)
                self.assertEqual(errors, "")
                self.assertEqual(self.call("help", name)[0], shown)

    def test_every_example_works_as_it_stands(self):
        for name in self.operators() + ["generate", "info", "bench"]:
            with self.subTest(name):
                self.setUp()
                for example in self.call(name, "--help")[0].split("Example:\n", 1)[1].split("\n\n")[0].strip().splitlines():
                    program, *words = shlex.split(example)
                    self.assertEqual(program, "preamar")
                    if name != "generate":
                        self.make_inputs(words)
                    before = self.files()
                    self.call(*words)
                    if "-o" in words:
                        self.assertGreater(set(self.files()), set(before))

    def make_inputs(self, words):
        """The files of an example that are not its outputs, by what their names say."""
        inputs = {word for word in (words[:words.index("-o")] if "-o" in words else words) if word.endswith(".tif")}
        for instance, files in (("tissue-100-h", ["marker.tif", "mask.tif"]),
                                ("tissue-seeds", ["elevation.tif", "markers.tif"]), ("tissue", ["image.tif"])):
            if inputs & {"marker.tif", "elevation.tif", "markers.tif", "image.tif"} & set(files):
                self.generate(instance, 64, *files)
                inputs -= set(files)
        if "mask.tif" in inputs:
            self.generate("tissue", 64, "levels.tif")
            self.call("hysteresis", "levels.tif", "--low", 120, "--high", 160, "-o", "mask.tif")
        for file in inputs - {"mask.tif"}:
            self.generate("tissue-bin", 64, file)

    def test_operator_help_tells_inputs_options_choices_and_defaults(self):
        shown = " ".join(self.call("reconstruct", "--help-all")[0].split())
        self.assertIn("Usage: preamar reconstruct marker mask -o FILE [options]", shown)
        for line in (r"--method WORD .*\(dilation or erosion; default: dilation\)", r"--connectivity N .*default: rank",
                     r"--threads N ", r"--device NAME ", r"--memory SIZE ", r"--dry-run ", r"--overwrite "):
            self.assertRegex(shown, line)

    def test_version(self):
        self.assertRegex(self.call("--version")[0], r"\Apreamar \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.call("-V"), self.call("--version"))


class Operators(ProgramTest):
    def test_reconstructs_by_hand_made_images(self):
        #  A wall of 0 in the fourth column; water of 5 begins in the first pixel.
        mask = [9, 9, 9, 0, 9, 9] * 3
        write_mha(self.folder / "mask.mha", 6, mask)
        write_mha(self.folder / "marker.mha", 6, [5] + [0] * 17)
        self.call("reconstruct", "marker.mha", "mask.mha", "-o", "out.mha")
        self.assertEqual(mha_values(self.folder / "out.mha"), [5, 5, 5, 0, 0, 0] * 3)

    def test_options_reach_the_operator(self):
        write_mha(self.folder / "mask.mha", 2, [7, 0, 0, 7])
        write_mha(self.folder / "marker.mha", 2, [7, 0, 0, 0])
        for connectivity, expected in ((1, [7, 0, 0, 0]), (2, [7, 0, 0, 7])):
            self.call("reconstruct", "marker.mha", "mask.mha", "-o", f"{connectivity}.mha", "--connectivity",
                      connectivity)
            self.assertEqual(mha_values(self.folder / f"{connectivity}.mha"), expected)
        self.call("reconstruct", "mask.mha", "marker.mha", "-o", "e.mha", "--method=erosion")
        self.assertEqual(mha_values(self.folder / "e.mha"), [7, 0, 0, 0])

    def test_devices_and_threads_give_the_same_bytes(self):
        self.generate("tissue-50-border", 130, "marker.mha", "mask.mha")
        results = []
        for number, options in enumerate((["--device", "reference"], ["--threads", 1], ["--threads", 2], [])):
            self.call("reconstruct", "marker.mha", "mask.mha", "-o", f"{number}.mha", *options)
            results.append((self.folder / f"{number}.mha").read_bytes())
        self.assertEqual(len(set(results)), 1)
        self.assertNotEqual(results[0], (self.folder / "marker.mha").read_bytes())

    def test_output_may_come_first_and_replace_an_input(self):
        self.generate("spiral-pair", 32, "marker.png", "mask.png")
        self.call("reconstruct", "-o", "marker.png", "--overwrite", "marker.png", "mask.png")
        self.assertEqual(self.files(), ["marker.png", "mask.png"])

    def test_files_and_options_come_in_any_order(self):
        write_mha(self.folder / "in.mha", 4, [3, 3, 0, 9, 3, 0, 0, 9])
        for number, words in enumerate((["in.mha", "--indices", "-o", "FAR", "NEAR"],
                                        ["-o", "FAR", "NEAR", "in.mha", "--indices"],
                                        ["--indices", "-o", "FAR", "-o", "NEAR", "in.mha"],
                                        ["-o", "FAR", "in.mha", "-oNEAR", "--indices"],
                                        ["--output=FAR", "--indices", "in.mha", "--output", "NEAR"],
                                        ["--indices", "-o", "FAR", "NEAR", "--", "in.mha"])):
            with self.subTest(" ".join(words)):
                self.call("distance", *[word.replace("FAR", f"far{number}.mha").replace("NEAR", f"near{number}.mha")
                                        for word in words])
                for name in ("far", "near"):
                    self.assertEqual((self.folder / f"{name}{number}.mha").read_bytes(),
                                     (self.folder / f"{name}0.mha").read_bytes())
        self.call("gaussian", "--sigma", 1, "-o", "smooth.mha", "in.mha")
        self.call("reconstruct", "far0.mha", "-o", "same.mha", "--connectivity", 1, "far1.mha")

    def test_negative_numbers_are_values(self):
        write_mha(self.folder / "in.mha", 2, [1.0, -2.0, 3.0, -4.0], "MET_FLOAT")
        self.call("threshold", "in.mha", "--value", "-3", "-o", "a.mha")
        self.assertEqual(mha_values(self.folder / "a.mha"), [1, 1, 1, 0])
        self.call("threshold", "in.mha", "--value", "-inf", "-o", "b.mha")

    def test_sizes_have_units(self):
        self.generate("spiral-pair", 64, "marker.tif", "mask.tif")
        call = ["reconstruct", "marker.tif", "mask.tif", "-o", "o.tif", "--dry-run", "--memory"]
        for size in ("4G", "4GB", "4GiB", "4gb", "512M", "512MB", "512MiB", "1T", "2TiB", "1000000K", "100000kb",
                     "99999999B"):
            self.call(*call, size)
        # An operator that needs whole images, whose memory is shown in the message.
        for size, shown in (("1K", "1K"), ("4KB", "4KB"), ("4KiB", "4K"), ("4096", "4K"), ("4001", "4001")):
            self.assertIn(f"memory is {shown}", self.complaint("distance", "mask.tif", "-o", "o.tif", "--method",
                                                               "nearest_seed", "--memory", size, code=1))

    def test_polygons_report_the_number_of_features(self):
        write_mha(self.folder / "in.mha", 3, [0, 1, 1, 5, 5, 1])
        for more in [], ["--block", "1,2"]:
            words = ["polygons", "in.mha", "-o", "out.geojson", "--overwrite", *more]
            self.assertRegex(self.call(*words)[0], r"\Acount 2\nout.geojson: ")
            self.assertEqual(json.loads(self.call(*words, "--json")[0])["count"], 2)
            self.assertEqual(len(json.loads((self.folder / "out.geojson").read_text())["features"]), 2)

    def test_a_file_may_be_called_as_a_command_is(self):
        self.assertIn("info: no suffix", self.complaint("reconstruct", "info", "bench", "-o", "o.png", code=2))

    def test_summary_on_standard_output_and_quiet(self):
        self.generate("spiral-pair", 32, "marker.tif", "mask.tif")
        call = ["reconstruct", "marker.tif", "mask.tif", "--overwrite", "-o", "out.tif"]
        output, errors = self.call(*call)
        self.assertRegex(output, r"\Aout.tif: 32x32 uint8, [\d.]+ m?s\n\Z")
        self.assertEqual(errors, "")
        self.assertEqual(self.call(*call, "--quiet"), ("", ""))

    def test_json_has_the_stable_keys(self):
        self.generate("tissue-100-h", 64, "marker.tif", "mask.tif")
        output, errors = self.call("reconstruct", "marker.tif", "mask.tif", "-o", "out.tif", "--json", "--threads", 2)
        report = json.loads(output)
        self.assertEqual(errors, "")
        self.assertEqual(list(report)[:len(STABLE_KEYS)], STABLE_KEYS)
        expected = {"operator": "reconstruct", "backend": "cpu", "device": "cpu", "threads": 2, "shape": [64, 64],
                    "dtype": "uint8", "blocks": 1, "reads_per_block": 1, "writes_per_block": 1,
                    "bytes_read": 2 * 64 * 64, "bytes_written": 64 * 64, "dry_run": False}
        self.assertEqual({key: report[key] for key in expected}, expected)
        self.assertGreater(report["peak_memory"], 0)
        self.assertGreater(report["seconds"], 0)

    def test_explain_tells_decisions_on_standard_error(self):
        self.generate("tissue-100-h", 64, "marker.tif", "mask.tif")
        _, errors = self.call("reconstruct", "marker.tif", "mask.tif", "-o", "out.tif", "--explain")
        self.assertIn("preamar: reconstruct: device cpu: backend cpu\n", errors)
        self.assertIn("preamar: reconstruct: wrote out.tif: 64x64 uint8\n", errors)

    def test_dry_run_tells_and_writes_nothing(self):
        self.generate("tissue-100-h", 64, "marker.tif", "mask.tif")
        words = ["reconstruct", "marker.tif", "mask.tif", "-o", "out.tif", "--dry-run"]
        output, _ = self.call(*words, "--threads", 1)
        self.assertEqual(output, "marker marker.tif: 64x64 uint8, 4.0 KiB\nmask mask.tif: 64x64 uint8, 4.0 KiB\n"
                                 "output out.tif: 64x64 uint8, 4.0 KiB\ndevice cpu, threads 1\n")
        report = json.loads(self.call(*words, "--json")[0])
        self.assertTrue(report["dry_run"])
        self.assertEqual(report["outputs"], [{"file": "out.tif", "shape": [64, 64], "dtype": "uint8", "bytes": 4096}])
        self.assertEqual(self.files(), ["marker.tif", "mask.tif"])

    def test_overwrite(self):
        self.generate("tissue-100-h", 64, "marker.tif", "mask.tif")
        words = ["reconstruct", "marker.tif", "mask.tif", "-o", "out.tif"]
        (self.folder / "out.tif").write_text("precious")
        self.assertEqual(self.complaint(*words, code=2), "reconstruct: out.tif exists; --overwrite replaces it")
        self.assertEqual((self.folder / "out.tif").read_text(), "precious")
        self.call(*words, "--overwrite")
        self.assertIn("64x64", self.call("info", "out.tif")[0])


class TablesAndNumbers(ProgramTest):
    def setUp(self):
        super().setUp()
        write_mha(self.folder / "labels.mha", 4, [3, 3, 0, 9, 3, 0, 0, 9])
        write_mha(self.folder / "image.mha", 4, [1, 2, 50, 7, 3, 50, 50, 9])

    def test_a_table_goes_to_a_file(self):
        words = ["measure", "labels.mha", "--properties", "size,centroid", "-o", "table.csv"]
        output, errors = self.call(*words)
        self.assertRegex(output, r"\Atable.csv: 2 rows of 4 columns, [\d.]+ m?s\n\Z")
        self.assertEqual(errors, "")
        self.assertEqual((self.folder / "table.csv").read_bytes().decode(),
                         "label,size,centroid-0,centroid-1\r\n3,3,0.3333333333333333,0.3333333333333333\r\n"
                         "9,2,0.5,3\r\n")
        self.assertEqual(self.complaint(*words, code=2), "measure: table.csv exists; --overwrite replaces it")
        self.call(*words, "--overwrite")

    def test_an_optional_input_has_a_name(self):
        words = ["measure", "labels.mha", "-o", "-", "--properties", "intensity_min,intensity_mean"]
        output, _ = self.call(*words, "--intensity", "image.mha")
        self.assertEqual(output.splitlines(), ["label,intensity_min,intensity_mean", "3,1,2", "9,7,8"])
        self.assertEqual(self.complaint(*words, code=2), "measure: intensity_min needs the image intensity")
        self.assertIn("--intensity FILE", self.call("measure", "--help")[0])

    def test_json_tells_of_a_table_and_of_numbers(self):
        words = ["measure", "labels.mha", "--json", "-o"]
        report = json.loads(self.call(*words, "table.csv", "--properties", "size")[0])
        self.assertEqual(report["outputs"], [{"file": "table.csv", "rows": 2, "columns": 2}])
        self.assertEqual([record["file"] for record in report["inputs"]], ["labels.mha"])
        self.assertEqual((report["bytes_read"], report["bytes_written"]), (8, 0))
        self.assertIn("both go to standard output", self.complaint(*words, "-", code=2))
        report = json.loads(self.call("relabel", "labels.mha", "--json", "-o", "out.mha")[0])
        self.assertEqual(report["count"], 2)

    def test_a_number_is_printed(self):
        output, _ = self.call("relabel", "labels.mha", "-o", "out.mha")
        self.assertRegex(output, r"\Acount 2\nout.mha: 2x4 uint8, ")
        self.assertEqual(mha_values(self.folder / "out.mha"), [1, 1, 0, 2, 1, 0, 0, 2])

    def test_numbers_alone_are_printed_and_need_no_file(self):
        self.assertEqual(self.call("minmax", "image.mha"), ("minimum 1\nmaximum 50\n", ""))
        self.assertEqual(self.call("otsu", "image.mha"), ("level 9\n", ""))
        report = json.loads(self.call("minmax", "image.mha", "--json")[0])
        self.assertEqual((report["minimum"], report["maximum"], report["outputs"]), (1, 50, []))
        self.assertNotIn("-o", self.call("minmax", "--help")[0])
        self.assertIn("-o", self.complaint("minmax", "image.mha", "-o", "out.mha", code=2))

    def test_counts_go_to_a_file_of_numbers(self):
        output, _ = self.call("histogram", "image.mha", "--bins", 4, "--range", "0,8", "-o", "counts.csv")
        self.assertRegex(output, r"\Acounts.csv: 4 int64, ")
        self.assertEqual((self.folder / "counts.csv").read_bytes(), b"1\r\n2\r\n0\r\n1\r\n")
        for options in ([], ["--block", "1,2"]):
            self.assertEqual(self.call("histogram", "image.mha", "--bins", 4, "--range", "0,8", "-o", "-", *options),
                             ("1\n2\n0\n1\n", ""))
        self.assertIn("- takes tables", self.complaint("gaussian", "image.mha", "--sigma", 1, "-o", "-", code=2))
        self.assertIn("rank 1 to .csv", self.complaint("histogram", "image.mha", "-o", "counts.tif", code=3))
        self.assertEqual(self.complaint("histogram", "image.mha", "--range", "3", "-o", "c.csv", code=2),
                         "histogram: range is '3'; it must be two numbers, such as 0,255")

    def test_several_images_go_to_several_files(self):
        self.call("distance", "labels.mha", "--indices", "--squared", "-o", "far.mha", "nearest.mha")
        shapes = [record["dtype"] for record in
                  json.loads(self.call("info", "far.mha", "nearest.mha", "--json")[0])["files"]]
        self.assertEqual(shapes, ["uint32", "int64"])
        self.call("distance", "labels.mha", "--spacing", "2,0.5", "-o", "stretched.mha")
        self.assertEqual(self.complaint("distance", "labels.mha", "--indices", "-o", "one.mha", code=2),
                         "distance: the call has 1 input and 1 output; it takes 1 input (image) and, after -o, "
                         "2 outputs (image, indices)")
        self.assertIn("(with --indices)", self.call("distance", "--help")[0])

    def test_what_is_no_table(self):
        self.assertEqual(self.complaint("measure", "labels.mha", "-o", "table.tif", code=2),
                         "measure: table.tif: suffix '.tif' is not a table format; known are .csv and .parquet")
        self.assertEqual(self.complaint("measure", "labels.mha", code=2),
                         "measure: the call has 1 input and 0 outputs; it takes 1 input (labels) and, after -o, "
                         "1 output (table)")
        self.assertIn("there is no folder none", self.complaint("measure", "labels.mha", "-o", "none/t.csv", code=1))

    def test_dry_run(self):
        output, _ = self.call("measure", "labels.mha", "-o", "table.csv", "--dry-run", "--threads", 1)
        self.assertEqual(output, "labels labels.mha: 2x4 uint8, 8 bytes\noutput table.csv: a table\n"
                                 "device cpu, threads 1\n")
        self.assertNotIn("table.csv", self.files())


class OtherCommands(ProgramTest):
    def test_info(self):
        self.generate("tissue3d-h", 16, "marker.tif", "mask.nrrd")
        output, _ = self.call("info", "marker.tif", "mask.nrrd")
        self.assertRegex(output, r"\Amarker.tif: TIFF, 16x16x16 uint8, 4.0 KiB, deflate, tiles of \S+\n"
                                 r"mask.nrrd: NRRD, 16x16x16 uint8, 4.0 KiB, gzip\n\Z")
        files = json.loads(self.call("info", "mask.nrrd", "--json")[0])["files"]
        self.assertEqual(files[0]["shape"], [16, 16, 16])
        self.assertEqual(set(files[0]), {"file", "shape", "dtype", "bytes", "format", "compression", "chunk"})

    def test_info_describes_what_operators_refuse(self):
        header = struct.pack(">IIBBBBB", 5, 4, 8, 2, 0, 0, 0)  # RGB

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        (self.folder / "rgb.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) +
                                              chunk(b"IDAT", zlib.compress(bytes(4 * 16))) + chunk(b"IEND", b""))
        output, _ = self.call("info", "rgb.png")
        self.assertEqual(output, "rgb.png: PNG, 4x5 uint8, 3 samples per pixel, 60 bytes, deflate\n"
                                 "  operators refuse it: has 3 samples per pixel (RGB); choose one with --channel luminance, "
                                 "red, green, blue, haematoxylin, eosin, dab, residual\n")
        report = json.loads(self.call("info", "rgb.png", "--json")[0])["files"][0]
        self.assertEqual((report["samples"], report["bytes"]), (3, 60))
        self.assertIn("choose one with --channel", report["refusal"])
        self.assertIn("choose one with --channel", self.complaint("minmax", "rgb.png", code=3))

    def test_devices(self):
        self.assertRegex(self.call("devices")[0], r"(?m)^cpu .* threads, ")
        names = [device["name"] for device in json.loads(self.call("devices", "--json")[0])["devices"]]
        self.assertEqual(names[:2], ["cpu", "reference"])

    def test_generate_lists_what_it_makes(self):
        listed = json.loads(self.call("generate", "--list", "--json")[0])["instances"]
        lines = self.call("generate", "--list")[0].splitlines()
        self.assertEqual([line.split()[0] for line in lines], [instance["name"] for instance in listed])
        for instance in listed:
            with self.subTest(instance["name"]):
                files = [f"{instance['name']}-{i}.tif" for i in range(instance["images"])]
                made = json.loads(self.call("generate", instance["name"], 8, "-o", *files, "--json")[0])
                self.assertEqual([output["shape"] for output in made["outputs"]],
                                 [[8] * instance["rank"]] * instance["images"])

    def test_bench(self):
        output, _ = self.call("bench", "reconstruct", "--side", 64, "--instance", "tissue-100-h,spiral-pair",
                              "--repeat", 3, "--threads", 2, "--connectivity", 1)
        header, *rows = output.splitlines()
        self.assertEqual(header.split(), ["operator", "instance", "image", "ms", "ns/pixel", "memcpies"])
        self.assertEqual([row.split()[:4] for row in rows], [["reconstruct", "tissue-100-h", "64x64", "uint8"],
                                                             ["reconstruct", "spiral-pair", "64x64", "uint8"]])
        report = json.loads(self.call("bench", "--side", 16, "--repeat", 1, "--json")[0])
        self.assertGreater(len(report["results"]), 5)
        for result in report["results"]:
            self.assertGreater(result["milliseconds"], 0)
            self.assertAlmostEqual(result["ns_per_pixel"], result["milliseconds"] * 1e6 / (16 * 16))
            self.assertAlmostEqual(result["memcpy_multiple"] * result["memcpy_milliseconds"], result["milliseconds"])

    def test_unknown_name_runs_a_program_of_that_name(self):
        helper = self.folder / "preamar-hello"
        helper.write_text("#!/bin/sh\necho \"$# $1\"\nexit 7\n")
        path = {**os.environ, "PATH": f"/nonexistent:{self.folder}:{os.environ['PATH']}"}
        self.call("hello", "big world", "-x", code=2, env=path)  # not executable yet
        helper.chmod(helper.stat().st_mode | stat.S_IXUSR)
        self.assertEqual(self.call("hello", "big world", "-x", code=7, env=path)[0], "2 big world\n")
        self.call("../preamar-hello", code=2, env=path)


if __name__ == "__main__":
    unittest.main()
