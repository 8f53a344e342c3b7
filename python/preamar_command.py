"""The `preamar` command of a wheel: the program beside the package, which finds the libraries beside it, and the OpenSlide of
openslide-bin."""

import importlib
import importlib.util
import os
import sys


def main():
    if sys.argv[1:2] in (["cluster"], ["view"]):
        command = importlib.import_module(f"preamar.{sys.argv.pop(1)}._command")
        sys.exit(command.main())
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preamar", "bin", "preamar")
    if "PREAMAR_OPENSLIDE" not in os.environ and (package := importlib.util.find_spec("openslide_bin")):
        os.environ["PREAMAR_OPENSLIDE"] = os.path.join(os.path.dirname(package.origin), "libopenslide.so.1")
    os.execv(program, [program, *sys.argv[1:]])
