#!/usr/bin/env python3
"""tools/new_operator in a copy of the repository: the new operator builds, passes its test and tools/check, and answers
in C++, on the command line and in Python.

new_operator_test.py --folder FOLDER --cmake CMAKE --python PYTHON, which has nanobind and NumPy; without it Python is
left out."""

import argparse
import os
import pathlib
import shutil
import sys

from copied_repository import build, check, copy_of_the_repository, run

NAME = "brighter_than"
CHECKS = ("format", "layers", "table", "sizes", "words", "links")
ASK = f"""
import numpy, preamar
image = numpy.array([[1, 200], [165, 166]], numpy.uint8)
assert preamar.{NAME}(image, above=165).tolist() == [[False, True], [False, True]]
"""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--python", type=pathlib.Path)
    arguments = parser.parse_args()
    folder, python = arguments.folder.resolve(), arguments.python and arguments.python.absolute()
    if python and not python.exists():
        print(f"{python} is not there: Python is left out")
        python = None

    copy_of_the_repository(folder)
    print(run(folder / "tools/new_operator", NAME), end="")
    check(folder, *CHECKS)
    build(folder, arguments.cmake, python, ["preamar_cli", f"{NAME}_test", f"example_{NAME}", f"{NAME}_bench"])

    programs = folder / "build/units/bin"
    run(programs / f"{NAME}_test")
    run(programs / f"example_{NAME}")
    run(programs / "preamar", "generate", "tissue", "64", "-o", "image.tif", cwd=folder)
    told = run(programs / "preamar", NAME, "image.tif", "--above", "165", "-o", "mask.tif", cwd=folder)
    assert "mask.tif: 64x64 bool" in told, told
    run(programs / f"{NAME}_bench", "--benchmark_filter=/(512|64)/uint8/", "--benchmark_min_time=0.01")
    if python:
        environment = {**os.environ, "PYTHONPATH": str(folder / "build/units/python")}
        run(python, "-P", "-c", ASK, env=environment)
    shutil.rmtree(folder)
    print(f"{NAME} answers in C++, on the command line{' and in Python' if python else ''}")


if __name__ == "__main__":
    sys.exit(main())
