"""A copy of the repository, to which a test adds something and which it then builds."""

import os
import pathlib
import shlex
import shutil
import subprocess

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def run(*command, **options):
    """What a command prints; its output and the end of this program where it fails."""
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True, **options)
    if done.returncode != 0:
        raise SystemExit(f"{shlex.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_of_the_repository(folder):
    """What git knows, as it stands in the work tree."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in run("git", "-C", SOURCE, "ls-files", "-z").split("\0"):
        if name and (SOURCE / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(SOURCE / name, folder / name)
    run("git", "init", "--quiet", folder)
    run("git", "-C", folder, "add", "--all")


def check(folder, *names):
    """Runs these programs of tools/check on all files of the copy."""
    run("git", "-C", folder, "add", "--all")
    for name in names:
        run(folder / "tools/check" / name)


def build(folder, cmake, python, targets, *settings):
    """With the flags of the preset `units`, so that the compiler cache has what did not change; with the extension of
    Python if `python` is one."""
    settings = ["-DPREAMAR_CUDA=OFF", "-DPREAMAR_BUILD_CONVERTER=OFF", *settings]
    if python:
        settings += ["-DPREAMAR_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={python}"]
        targets = [*targets, "_ext"]
    environment = {**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "true"}
    run(cmake, "--preset", "units", *settings, cwd=folder, env=environment)
    run(cmake, "--build", folder / "build/units", "--target", *targets, env=environment)
