"""What the checks share: the files of the repository, and how a check ends."""

import fnmatch
import pathlib
import subprocess
import sys

# No cache of compiled modules beside the sources.
sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def files(*patterns, root=ROOT):
    """Paths, relative to the root, that git tracks or would track, and that match a pattern; its * crosses folders."""
    command = ["git", "-C", str(root), "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    names = {name for name in listed if any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)}
    return [pathlib.PurePath(name) for name in sorted(names) if (root / name).is_file()]


def finish(name, faults, checked):
    """Prints the faults and ends the program; `checked` says what was looked at."""
    for fault in faults:
        print(f"{name}: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"{name}: {checked}")
