"""Installs the library, builds itk/ against it as a project of its own, and runs the tests of that project."""

import argparse
import pathlib
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "itk"


def run(*command):
    command = list(map(str, command))
    print(shlex.join(command), flush=True)
    if subprocess.run(command).returncode != 0:
        raise SystemExit(f"failed: {shlex.join(command)}")


def check_listings():
    """The page shows the examples as they are."""
    page = (ROOT / "docs/itk.md").read_text()
    for example in sorted((SOURCE / "examples").glob("*.cxx")):
        if example.read_text() not in page:
            raise SystemExit(f"docs/itk.md does not show {example.name} as it is")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("build", "cmake", "compiler", "launcher"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    check_listings()
    folder = pathlib.Path(arguments.build) / "itk"
    prefix, build = folder / "prefix", folder / "build"
    run(arguments.cmake, "--install", arguments.build, "--prefix", prefix)
    # ITK's templates take twice the time to compile when they are optimised; Preamar's code is in its library.
    run(arguments.cmake, "-S", SOURCE, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_FLAGS_DEBUG=-O0", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DCMAKE_CXX_COMPILER={arguments.compiler}", f"-DCMAKE_CXX_COMPILER_LAUNCHER={arguments.launcher}")
    run(arguments.cmake, "--build", build, "--parallel", "2")
    ctest = pathlib.Path(arguments.cmake).with_name("ctest")
    run(ctest, "--test-dir", build, "--parallel", "2", "--output-on-failure", "--label-exclude", "long")


if __name__ == "__main__":
    main()
