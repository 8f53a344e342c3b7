"""Converted functions beside the serial loops that they came from, on this machine.

    python bench/convert.py --output docs/benchmarks/convert.md

Converts programs of tests/converter/programs to C++, builds them, and lets each compare itself with the serial original
and time both, interleaved. A program that differs from its original ends the run. Needs preamar-convert on PATH, and
Preamar where CMake finds it (CMAKE_PREFIX_PATH).
"""

import argparse
import os
import re
import subprocess
import tempfile
from datetime import datetime, timezone
from pathlib import Path

PROGRAMS = Path(__file__).parent.parent / "tests" / "converter" / "programs"
# The kind of each program, what the first converter of this form reported for that kind on a GeForce GTS 450 against one
# core (Furtado et al., 2017), and what is asked for here on two threads.
KINDS = {
    "P2P (map)": ("15", 1.8, ["binarise", "threshold", "colour_to_grey", "saturating_add", "gamma", "vignette"]),
    "N2P (stencil)": ("dozens", 3.0, ["sobel", "gaussian", "median", "erosion", "laplacian", "bilateral", "dilation"]),
    "R2S (reduce)": ("6", 1.8, ["extremes", "sum_of_absolute_differences", "mean_variance", "energy", "bounding_box"]),
    "R2V (histogram)": ("none", 1.0, ["histogram", "otsu_histogram", "joint_histogram", "radial_profile"]),
}
TIMED = re.compile(r"^(\w+) (\d+)x(\d+): serial ([\d.]+) ms, cpp ([\d.]+) ms", re.MULTILINE)


def timed(program, folder):
    """(function, width, serial ms, converted ms) for each function and size of one program."""
    words = ["preamar-convert", PROGRAMS / f"{program}.c", "--target", "cpp", "-o", folder / program, "--verify", "--time"]
    done = subprocess.run(words, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{program}: {done.stdout}{done.stderr}")
    return [(name, int(width), float(serial), float(cpp)) for name, width, _, serial, cpp in TIMED.findall(done.stdout)]


def rows(folder):
    for kind, (seed, asked, programs) in KINDS.items():
        for program in programs:
            found = timed(program, folder)
            for name in dict.fromkeys(row[0] for row in found):
                sizes = [row for row in found if row[0] == name]
                ratios = [serial / cpp for _, _, serial, cpp in sizes]
                print(f"{program} {name}: {' '.join(f'{ratio:.2f}' for ratio in ratios)}", flush=True)
                times = " | ".join(f"{serial:.2f} / {cpp:.2f} = **{serial / cpp:.1f}**" for _, _, serial, cpp in sizes)
                yield f"| {kind} | `{name}` | {times} | {asked:g} | {seed} |"


def machine():
    name = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{name[1] if name else 'An unknown processor'}, {len(os.sched_getaffinity(0))} threads"


def page(table):
    return f"""# Converted functions beside their serial originals
Milliseconds of the serial loop (GCC at `-O3`) / of the C++ target on two threads, and their ratio: medians of eleven interleaved
runs on random images, every result compared first. The last column is what the first converter of this form reported for
the kind, a GeForce GTS 450 against one core of an Athlon II (Furtado et al., 2017); it is no measure of this machine.

```console
python bench/convert.py --output docs/benchmarks/convert.md
```
{machine()}, {datetime.now(timezone.utc):%Y-%m-%d}.

| kind | function | 1920x1080 | 3840x2160 | 7680x4320 | asked for | in 2017 |
|---|---|---|---|---|---:|---:|
{table}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="preamar convert ") as folder:
        arguments.output.write_text(page("\n".join(rows(Path(folder)))))


if __name__ == "__main__":
    main()
