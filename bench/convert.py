"""Times converted functions and their serial originals on this machine.

    python bench/convert.py --output docs/benchmarks/convert.md

Converts programs of tests/converter/programs and loop nests of tests/converter/nests to C++ and builds them. Each compares
itself with the serial original and times both, interleaved. A difference ends the run. Needs preamar-convert on PATH, and
an installed Preamar that CMake finds (CMAKE_PREFIX_PATH).
"""

import argparse
import os
import re
import subprocess
import tempfile
from datetime import datetime, timezone
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests" / "converter"
# The kind of each program, the ratio that the first converter of this form reported for it on a GeForce GTS 450 compared with
# one core (Furtado et al., 2017), and the ratio to aim at here on two threads.
KINDS = {
    "P2P (map)": ("15", 1.8, ["binarise", "threshold", "colour_to_grey", "saturating_add", "gamma", "vignette"]),
    "N2P (stencil)": ("dozens", 3.0, ["sobel", "gaussian", "median", "erosion", "laplacian", "bilateral", "dilation"]),
    "R2S (reduce)": ("6", 1.8, ["extremes", "sum_of_absolute_differences", "mean_variance", "energy", "bounding_box"]),
    "R2V (histogram)": ("none", 1.0, ["histogram", "otsu_histogram", "joint_histogram", "radial_profile"]),
}
NESTS = ["threshold", "box_blur", "sobel", "gaussian", "perona_malik", "histogram"]
TIMED = re.compile(r"^(\w+) (\d+)x(\d+): serial ([\d.]+) ms, cpp ([\d.]+) ms", re.MULTILINE)


def timed(source, folder):
    """(function, width, serial ms, converted ms) for each function and size of one program."""
    program = source.stem
    words = ["preamar-convert", source, "--target", "cpp", "-o", folder / program, "--verify", "--time", "--overwrite"]
    done = subprocess.run(words, text=True, capture_output=True)
    if done.returncode != 0:
        raise SystemExit(f"{program}: {done.stdout}{done.stderr}")
    return [(name, int(width), float(serial), float(cpp)) for name, width, _, serial, cpp in TIMED.findall(done.stdout)]


def times(source, folder):
    """(function, the cells of its sizes) of one program."""
    found = timed(source, folder)
    for name in dict.fromkeys(row[0] for row in found):
        sizes = [row for row in found if row[0] == name]
        print(f"{source.stem} {name}: {' '.join(f'{serial / cpp:.2f}' for _, _, serial, cpp in sizes)}", flush=True)
        yield name, " | ".join(f"{serial:.2f} / {cpp:.2f} = **{serial / cpp:.1f}**" for _, _, serial, cpp in sizes)


def rows(folder):
    for kind, (seed, asked, programs) in KINDS.items():
        for program in programs:
            for name, cells in times(TESTS / "programs" / f"{program}.c", folder / "programs"):
                yield f"| {kind} | `{name}` | {cells} | {asked:g} | {seed} |"


def nest_rows(folder):
    for nest in NESTS:
        for _, cells in times(TESTS / "nests" / f"{nest}.c", folder / "nests"):
            yield f"| `{nest}` | {cells} |"


def machine():
    name = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{name[1] if name else 'An unknown processor'}, {len(os.sched_getaffinity(0))} threads"


def page(nests, table):
    return f"""# Converted functions compared with their serial originals
Each cell shows: milliseconds of the serial original / milliseconds of the converted C++ code = their ratio. Figures are medians of
eleven interleaved runs on random images. Every result is compared first.

| | threads | compiler flags |
|---|---|---|
| baseline: the serial original in C | 1 | GCC, `-O3 -ffp-contract=off`, for any x86-64 processor (no `-march=native`) |
| converted C++ | 2 | GCC, `-O3 -ffp-contract=off -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math`, and higher limits for unrolling |

So a ratio contains the second thread, wider vectors and the other flags.

```console
python bench/convert.py --output docs/benchmarks/convert.md
```
{machine()}, {datetime.now(timezone.utc):%Y-%m-%d}.

## Loops as they are written by hand
The baseline is the function with its loops in `tests/converter/nests`, called for the whole image.

| function | 1920x1080 | 3840x2160 | 7680x4320 |
|---|---|---|---|
{nests}

## Functions of a pixel
The baseline is a loop that calls the function for each pixel. For a stencil it first copies the window of each pixel, which a loop
nest written by hand does not do. **So the ratios of stencils in this table are too high;** use those of the table above. The last
column shows what the first converter of this form reported for the kind: a GeForce GTS 450 compared with one core of an
Athlon II (Furtado et al., 2017). It cannot be compared with the other columns.

| kind | function | 1920x1080 | 3840x2160 | 7680x4320 | aim | in 2017 |
|---|---|---|---|---|---:|---:|
{table}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="preamar convert ") as folder:
        nests = "\n".join(nest_rows(Path(folder)))
        arguments.output.write_text(page(nests, "\n".join(rows(Path(folder)))))


if __name__ == "__main__":
    main()
