#!/usr/bin/env python3
"""The parts of tools/release that need no build: each sees what is wrong."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging/release"))

import bill
import contents
import recipes
import same
from project import Project

CHANGES = "# Changelog\n\n## [1.2.3] - {}\n### Added\n- A thing.\n\n## [1.2.2] - 2026-01-01\n- Old.\n"


def wheel(folder, **members):
    file = folder / "preamar-1.2.3-py3.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in members.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return file


class Release(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name, "repository")
        for name in ("include/preamar", "packaging/conan", "packaging/conda", "packaging/docker", "packaging/vcpkg"):
            (self.root / name).mkdir(parents=True)
        self.write("include/preamar/version.h", "version_major = 1;\nversion_minor = 2;\nversion_patch = 3;\n")
        self.write("pyproject.toml", '[project]\ndescription = "Floods"\n')
        self.write("CHANGELOG.md", CHANGES.format("2026-02-03"))
        self.write("packaging/conda/recipe.in", "@version@ @sha256@ @source_url@\n@homepage_line@\n")
        self.git("init", "--quiet")
        self.commit()

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
                       check=True, capture_output=True)

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a")

    def write(self, name, text):
        (self.root / name).write_text(text)

    def faults(self, version="1.2.3", rehearsal=False):
        return list(Project(self.root).faults(version, rehearsal))

    def test_what_cannot_be_released(self):
        self.assertEqual(self.faults(), [])
        self.assertIn("not 1.2.4", "".join(self.faults("1.2.4")))
        self.write("CHANGELOG.md", CHANGES.format("Unreleased"))
        self.assertIn("not committed, the first is CHANGELOG.md", "".join(self.faults()))
        self.commit()
        self.assertIn("'Unreleased' instead of a date", "".join(self.faults()))
        self.assertEqual(self.faults(rehearsal=True), [])
        self.write("CHANGELOG.md", "# Changelog\n")
        self.commit()
        self.assertIn("no section [1.2.3]", "".join(self.faults(rehearsal=True)))

    def test_notes_are_those_of_the_version(self):
        self.assertEqual(Project(self.root).changes(), ("2026-02-03", "### Added\n- A thing.\n"))

    def test_recipes(self):
        target = pathlib.Path(self.folder.name, "release")
        target.mkdir()
        source = target / "preamar-1.2.3.tar.gz"
        recipes.archive(Project(self.root), source)
        recipes.write(Project(self.root), source, target / "here")
        here = (target / "here/conda/recipe").read_text()
        self.assertEqual(here, f"1.2.3 {bill.digest(source)} {source.as_uri()}\n")

        self.write("pyproject.toml", '[project]\ndescription = "Floods"\nurls = {Repository = "https://example.org/p"}\n')
        recipes.write(Project(self.root), source, target / "there")
        there = (target / "there/conda/recipe").read_text()
        self.assertIn(" https://example.org/p/releases/download/v1.2.3/preamar-1.2.3.tar.gz\n", there)
        self.assertIn("homepage: https://example.org/p", there)

    def test_two_builds_that_differ(self):
        first, second = pathlib.Path(self.folder.name, "1"), pathlib.Path(self.folder.name, "2")
        first.mkdir()
        second.mkdir()
        wheel(first, a="same", b="one")
        wheel(second, a="same", b="one")
        self.assertEqual(list(same.differences(first, second)), [])
        wheel(second, a="same", b="other")
        (first / "only").touch()
        self.assertEqual(list(same.differences(first, second)),
                         ["only was built only once", "preamar-1.2.3-py3.whl differs in b"])

    def test_bill_of_materials(self):
        file = wheel(self.root, **{"preamar/licences/zlib": "text"})
        changelog = self.root / "source/zlib/debian/changelog"
        changelog.parent.mkdir(parents=True)
        changelog.write_text("zlib (1:4.5-6) unstable; urgency=low\n\n  * A.\n\n"
                             " -- A <a@example.org>  Mon, 02 Feb 2026 00:00:00 +0000\n")
        parts = list(contents.of(file, ROOT, self.root))
        self.assertEqual(parts, [("zlib", "1:4.5-6", "Zlib")])
        self.assertEqual(list(contents.outdated(self.root)), [])
        (changelog.parent / "newer").write_text("1:4.5-7\n")
        self.assertIn("zlib 1:4.5-6 was built; Debian has 1:4.5-7", "".join(contents.outdated(self.root)))
        bill.write(self.root / "bill", Project(self.root), [file], {file: parts})
        made = json.loads((self.root / "bill").read_text())
        self.assertEqual([package["name"] for package in made["packages"]], [file.name, "zlib"])
        self.assertEqual(made["packages"][0]["checksums"][0]["checksumValue"], bill.digest(file))
        self.assertEqual([relation["relationshipType"] for relation in made["relationships"]], ["DESCRIBES", "CONTAINS"])

        with self.assertRaisesRegex(SystemExit, "contains jbig, which is not in python/licences.txt"):
            list(contents.of(wheel(self.root, **{"preamar/licences/jbig": ""}), ROOT, self.root))


if __name__ == "__main__":
    unittest.main()
