"""Changed files are read by two processes whose fresh memory differs: their pixels must be the same, since they may only
come from the file.

  two_heaps_test.py NAME PROGRAM SEEDS [NAME PROGRAM SEEDS ...]

PREAMAR_SEED   the seed of the changes; printed
"""

import ctypes.util
import os
import random
import resource
import subprocess
import sys

FILES = 50_000
FILLS = ("85", "170")
MEMORY = 8 << 30  # OpenSlide asks for what the directory of a damaged file claims; filled, that may be all there is


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def digests(program, folder, seed, count, fill):
    """A line per file. MALLOC_PERTURB_ fills the heap of the C library, PREAMAR_FILL the pages of Preamar."""
    environment = {**os.environ, "MALLOC_PERTURB_": fill, "PREAMAR_FILL": fill}
    done = subprocess.run([program, folder, str(seed), "0", str(count)], capture_output=True, text=True, env=environment,
                          preexec_fn=limit_memory)
    if done.returncode != 0:
        last = (done.stdout.splitlines() or ["none"])[-1]
        sys.exit(f"{program} ended with {done.returncode} after file {last}: {done.stderr[-2000:]}")
    return done.stdout.splitlines()


def main():
    seed = int(os.environ.get("PREAMAR_SEED", random.SystemRandom().randrange(1 << 32)))
    readers = [sys.argv[i : i + 3] for i in range(1, len(sys.argv), 3)]
    count = FILES // len(readers)
    print(f"PREAMAR_SEED={seed}", flush=True)
    differing = []
    for name, program, folder in readers:
        if name == "svs" and not ctypes.util.find_library("openslide"):
            print("svs: OpenSlide is not installed")
            continue
        one, other = (digests(program, folder, seed, count, fill) for fill in FILLS)
        found = sum(not line.endswith("0" * 16) for line in one)
        differing += [f"{name}: {a} or {b}" for a, b in zip(one, other, strict=True) if a != b]
        print(f"{name}: {count} files, {found} with pixels", flush=True)
        if 50 * found < count:
            sys.exit(f"{name}: fewer than one file in fifty is read, so that this test finds little")
    if differing:
        sys.exit("the pixels depend on the heap:\n" + "\n".join(differing))


if __name__ == "__main__":
    main()
