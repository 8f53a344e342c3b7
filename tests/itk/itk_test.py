"""Installs the library, builds itk/ against it as a project of its own, and runs the tests of that project; then installs
that too, and builds project/ against it."""

import argparse
import pathlib
import shlex
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent / "itk"


def run(*command):
    command = list(map(str, command))
    print(shlex.join(command), flush=True)
    if subprocess.run(command).returncode != 0:
        raise SystemExit(f"failed: {shlex.join(command)}")


def check_package(cmake, settings, build, folder):
    """The installed module is found as a package, and a program that links its target runs."""
    run(cmake, "--install", build)
    project = folder / "project"
    run(cmake, "-S", HERE / "project", "-B", project, *settings, f"-DEXAMPLES={SOURCE / 'examples'}")
    run(cmake, "--build", project)
    run(project / "from_itk")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("build", "cmake", "compiler", "launcher"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.build) / "itk"
    prefix, build = folder / "prefix", folder / "build"
    run(arguments.cmake, "--install", arguments.build, "--prefix", prefix)
    # Optimised, ITK's templates take twice the time to compile; Preamar's code is in its library.
    settings = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
                "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror", f"-DCMAKE_PREFIX_PATH={prefix}",
                f"-DCMAKE_CXX_COMPILER={arguments.compiler}", f"-DCMAKE_CXX_COMPILER_LAUNCHER={arguments.launcher}"]
    run(arguments.cmake, "-S", SOURCE, "-B", build, f"-DCMAKE_INSTALL_PREFIX={prefix}", *settings)
    run(arguments.cmake, "--build", build, "--parallel", "2")
    ctest = pathlib.Path(arguments.cmake).with_name("ctest")
    run(ctest, "--test-dir", build, "--parallel", "2", "--output-on-failure", "--label-exclude", "long")
    check_package(arguments.cmake, settings, build, folder)


if __name__ == "__main__":
    main()
