"""Builds and runs project/ in every way the library offers itself, from an installed copy that was moved."""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
PROJECT = HERE / "project"


def run(*command, **options):
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def expected_line():
    numbers = re.findall(r"version_\w+ = (\d+)", (SOURCE / "include/preamar/version.h").read_text())
    table = (SOURCE / "src/registry/operators.inc").read_text()
    operators = len(re.findall(r"^(?:OPERATOR|DUAL)\(", table, re.M))
    return f"0 5 7 3 0 0 call missing {operators} some cpu {'.'.join(numbers)}\n"


def check_program(way, program, kind, environment=None):
    """Runs the program, compares its output, and looks whether it loads the shared library."""
    output = run(program, env=environment)
    if output != expected_line():
        raise SystemExit(f"{way}: expected {expected_line()!r}, got {output!r}")
    loads = "libpreamar" in run("ldd", program, env=environment)
    if loads != (kind == "shared"):
        raise SystemExit(f"{way}: the program {'loads' if loads else 'does not load'} the shared library")
    print(f"{way}: right", flush=True)


def cmake_project(arguments, build, *settings):
    common = [f"-DCMAKE_CXX_COMPILER={arguments.compiler}", f"-DCMAKE_CXX_FLAGS={arguments.flags}"]
    run(arguments.cmake, "-S", PROJECT, "-B", build, "-G", "Ninja", *common, *settings)


def by_find_package(arguments, folder, prefix):
    for kind in ("shared", "static"):
        build = folder / f"found {kind}"
        cmake_project(arguments, build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DPREAMAR_KIND={kind}")
        run(arguments.cmake, "--build", build)
        check_program(f"find_package, {kind}", build / "consumer", kind)


def by_pkg_config(arguments, folder, prefix):
    for kind in ("shared", "static"):
        if kind == "static":  # as a static build installs it
            for library in prefix.glob("lib*/**/libpreamar.so*"):
                library.unlink()
        (configured,) = prefix.glob("lib*/**/preamar.pc")
        environment = dict(os.environ, PKG_CONFIG_PATH=str(configured.parent))
        query = ["pkg-config", "--cflags", "--libs", "preamar"] + (["--static"] if kind == "static" else [])
        flags = shlex.split(run(*query, env=environment))
        program = folder / f"pkg_config_{kind}"
        run(arguments.compiler, "-std=c++20", *shlex.split(arguments.flags), PROJECT / "main.cpp", "-o", program, *flags)
        environment["LD_LIBRARY_PATH"] = str(configured.parent.parent)
        check_program(f"pkg-config, {kind}", program, kind, environment)


def by_add_subdirectory(arguments, folder):
    """The default is only configured; the shared one, whose objects the compiler cache knows, is built too.

    The cache may go by paths from the build folder to the sources, so that this one stands beside the build's own.
    """
    cmake_project(arguments, folder / "part", f"-DPREAMAR_SOURCE={SOURCE}")
    with tempfile.TemporaryDirectory(prefix="consumer part ", dir=pathlib.Path(arguments.build).parent) as name:
        cmake_project(arguments, name, f"-DPREAMAR_SOURCE={SOURCE}", "-DBUILD_SHARED_LIBS=ON",
                      "-DCMAKE_BUILD_TYPE=Release", "-DPREAMAR_DEVELOPER=ON",
                      f"-DCMAKE_CXX_COMPILER_LAUNCHER={arguments.launcher}")
        run(arguments.cmake, "--build", name)
        check_program("add_subdirectory, shared", pathlib.Path(name) / "consumer", "shared")


def check_exports(prefix):
    """The shared library shows what the public headers declare, and nothing else."""
    (library,) = prefix.glob("lib*/**/libpreamar.so")
    declared = "".join(header.read_text() for header in (prefix / "include/preamar").glob("*.h"))
    shown = re.findall(r"^\w+ [TDBR] (.*)$", run("nm", "-DC", "--defined-only", library), re.MULTILINE)
    for symbol in shown:
        name = re.match(r"preamar::(\w+)", symbol)
        if not name or not re.search(rf"\b{name[1]}\b", declared):
            raise SystemExit(f"the library exports {symbol}")
    print(f"exports: {len(shown)}, all public", flush=True)


def check_tool(prefix):
    """The installed command finds the installed library, wherever both are."""
    output = run(prefix / "bin" / "preamar", "--version")
    print(f"installed command: {output.strip()}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("build", "cmake", "compiler", "flags", "launcher"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="preamar consumer ") as name:
        folder = pathlib.Path(name)
        run(arguments.cmake, "--install", arguments.build, "--prefix", folder / "first place")
        prefix = folder / "a prefix"
        shutil.move(folder / "first place", prefix)
        check_exports(prefix)
        check_tool(prefix)
        by_find_package(arguments, folder, prefix)
        by_pkg_config(arguments, folder, prefix)
        by_add_subdirectory(arguments, folder)


if __name__ == "__main__":
    main()
