"""The `preamar` command of a wheel: the program beside the package, which finds the libraries beside it."""

import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "preamar", "bin", "preamar")
    os.execv(program, [program, *sys.argv[1:]])
