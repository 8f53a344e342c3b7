"""The `preamar` command of a wheel: the program beside the package, which finds the libraries beside it, and the OpenSlide of
openslide-bin."""

import importlib.util
import os
import sys


def main():
    if sys.argv[1:2] == ["cluster"]:
        from preamar.cluster._command import main as cluster

        del sys.argv[1]
        cluster()
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preamar", "bin", "preamar")
    if "PREAMAR_OPENSLIDE" not in os.environ and (package := importlib.util.find_spec("openslide_bin")):
        os.environ["PREAMAR_OPENSLIDE"] = os.path.join(os.path.dirname(package.origin), "libopenslide.so.1")
    os.execv(program, [program, *sys.argv[1:]])
