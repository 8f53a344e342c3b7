#!/usr/bin/env python3
"""A new family of block algorithms in a copy of the repository: toy_family/ has a tree, the size of the component that
each pixel belongs to. It runs in one process, stopped and resumed, as a job, on Dask and in an object store, without a
line of its own for any of them: see toy_family/runs.py.

What it adds:

  src/blocks/families/component_sizes/   the family: a folder of pure functions
  src/blocks/families/families.h         its line in the list of families
  src/operators/component_size.cpp       the operator with its row
  src/registry/operators.inc             its line in the list of operators

And what it must also add:

  src/primitives/block_form.h            the form: a struct, by which the operator says what it is, and its name in the
                                         variant of forms
  src/blocks/CMakeLists.txt              a line per source

toy_family_test.py --folder FOLDER --cmake CMAKE, with a Python that has nanobind, SciPy and distributed."""

import argparse
import os
import pathlib
import shutil
import sys
import time

from copied_repository import build, check, copy_of_the_repository, run

TOY = pathlib.Path(__file__).resolve().parent / "toy_family"
CHECKS = ("format", "layers", "sizes", "words")
FORM = """\
// The number of cells of each cell's connected component.
struct ComponentSizesForm {
  primitives::ComponentsSpec (*spec)(std::span<const ImageType> inputs, const Values& options);
};

"""
# Files that know each family: a text that each has once, and what replaces it.
LINES = {
    "src/blocks/families/families.h": [
        ("[[nodiscard]] const Algorithm& algorithm_of(const ComponentsForm& form);\n",
         "[[nodiscard]] const Algorithm& algorithm_of(const ComponentsForm& form);\n"
         "[[nodiscard]] const Algorithm& algorithm_of(const ComponentSizesForm& form);\n")],
    "src/registry/operators.inc": [
        ("OPERATOR(compare_edges)\n", "OPERATOR(compare_edges)\nOPERATOR(component_size)\n")],
    "src/primitives/block_form.h": [
        ("struct BlockForm {\n", f"{FORM}struct BlockForm {{\n"),
        ("WatershedForm>\n", "WatershedForm, ComponentSizesForm>\n")],
    "src/blocks/CMakeLists.txt": [
        ("  families/components/component_filters.cpp\n",
         "  families/component_sizes/component_sizes.cpp\n"
         "  families/component_sizes/merge.cpp\n"
         "  families/components/component_filters.cpp\n")],
}


def add_family(folder):
    shutil.copytree(TOY / "src", folder / "src", dirs_exist_ok=True)
    for name, replacements in LINES.items():
        text = (folder / name).read_text()
        for old, new in replacements:
            if text.count(old) != 1:
                sys.exit(f"toy_family_test: {name} has {text.count(old)} times '{old.strip()}'; adapt LINES")
            text = text.replace(old, new)
        (folder / name).write_text(text)
    print(run("git", "-C", folder, "diff", "--stat"), end="")
    print(run("git", "-C", folder, "ls-files", "--others", "--exclude-standard"), end="", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", default="cmake")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()

    begun = time.monotonic()
    copy_of_the_repository(folder)
    add_family(folder)
    check(folder, *CHECKS)
    build(folder, arguments.cmake, sys.executable, ["preamar_cli"],
          *(f"-DPREAMAR_{part}=OFF" for part in ("BUILD_TESTS", "BUILD_EXAMPLES", "BUILD_BENCH", "ALSO_STATIC")))
    print(f"built in {time.monotonic() - begun:.0f} s", flush=True)

    environment = {**os.environ, "PYTHONPATH": str(folder / "build/units/python"), "PYTHONDONTWRITEBYTECODE": "1"}
    run(sys.executable, "-P", TOY / "runs.py", folder / "build/units/bin/preamar", env=environment)
    shutil.rmtree(folder)
    print(f"the family runs wherever the others do, {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
