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
KINDS = {
    "P2P (map)": ["binarise", "threshold", "colour_to_grey", "saturating_add", "gamma", "vignette"],
    "N2P (stencil)": ["sobel", "gaussian", "median", "erosion", "laplacian", "bilateral", "dilation"],
    "R2S (reduce)": ["extremes", "sum_of_absolute_differences", "mean_variance", "energy", "bounding_box"],
    "R2V (histogram)": ["histogram", "otsu_histogram", "joint_histogram", "radial_profile"],
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
        yield name, cells_of([(serial, cpp) for _, _, serial, cpp in sizes])


def cells_of(sizes):
    """The ratio of each size, and the milliseconds of the largest."""
    ratios = [f"**{serial / cpp:.1f}**" for serial, cpp in sizes]
    return " | ".join([*ratios, *(f"{ms:.1f}" for ms in sizes[-1])])


def rows(folder):
    for kind, programs in KINDS.items():
        for program in programs:
            for name, cells in times(TESTS / "programs" / f"{program}.c", folder / "programs"):
                yield f"| {kind} | `{name}` | {cells} |"


def nest_rows(folder):
    for nest in NESTS:
        for _, cells in times(TESTS / "nests" / f"{nest}.c", folder / "nests"):
            yield f"| `{nest}` | {cells} |"


def machine():
    name = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{name[1] if name else 'An unknown processor'}, {len(os.sched_getaffinity(0))} threads"


def page(nests, table):
    return f"""# Converted functions compared with their serial originals
How many times as fast the C++ code that `preamar convert` writes is as the serial original: medians of eleven interleaved runs
on random images. Every result is compared first. The last two columns are milliseconds at 7680x4320.

| | threads | compiler flags |
|---|---|---|
| serial original in C | 1 | GCC, `-O3 -ffp-contract=off`, for any x86-64 processor (no `-march=native`) |
| converted C++ | 2 | GCC, `-O3 -ffp-contract=off -march=native -mprefer-vector-width=512 -fno-math-errno -fno-trapping-math`, and higher limits for unrolling |

So a ratio contains the second thread, wider vectors and the other flags.

```console
python bench/convert.py --output docs/benchmarks/convert.md
```
{machine()}, {datetime.now(timezone.utc):%Y-%m-%d}.

## Loops as they are written by hand
The original is the function with its loops in `tests/converter/nests`, called for the whole image.

| function | 1920x1080 | 3840x2160 | 7680x4320 | serial, ms | converted, ms |
|---|---:|---:|---:|---:|---:|
{nests}

## Functions of a pixel
The original is a loop that calls the function for each pixel. For a stencil it first copies the window of each pixel, which a loop
nest written by hand does not do. **So the ratios of stencils in this table are too high;** use those of the table above.

| kind | function | 1920x1080 | 3840x2160 | 7680x4320 | serial, ms | converted, ms |
|---|---|---:|---:|---:|---:|---:|
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
