"""Compares the speed of the preamar of two environments, such as those of two wheels.

python compare.py PYTHON PYTHON [TURNS]: the two run eight operators in turns, on one thread each. The table shows the
least processor time of each, which other programs of a busy machine hardly change.
"""

import json
import subprocess
import sys

CALLS = """
import json, time, preamar
image = preamar.generate("tissue", 4096)
marker = image - image // 8
dark = preamar.top_hat(preamar.invert(image), 12)
mask = preamar.fill_holes(dark > preamar.otsu(dark))
depth = preamar.distance(mask)
markers, _ = preamar.label(preamar.h_maxima(depth, 0.5, extended=True) & mask)
calls = {
    "reconstruct": lambda: preamar.reconstruct(marker, image, threads=1),
    "label": lambda: preamar.label(mask, threads=1),
    "distance": lambda: preamar.distance(mask, threads=1),
    "watershed": lambda: preamar.watershed(-depth, markers, mask=mask, threads=1),
    "gaussian": lambda: preamar.gaussian(image, 2, threads=1),
    "opening": lambda: preamar.opening(image, 8, threads=1),
    "fill_holes": lambda: preamar.fill_holes(mask, threads=1),
    "h_maxima": lambda: preamar.h_maxima(depth, 0.5, threads=1),
}
def least(call):
    call()
    times = []
    for _ in range(3):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return min(times)
print(json.dumps({name: least(call) for name, call in calls.items()}))
"""


def turn(python):
    return json.loads(subprocess.run([python, "-P", "-c", CALLS], capture_output=True, text=True, check=True).stdout)


def main(first, second, turns=5):
    times = {python: [] for python in (first, second)}
    for _ in range(int(turns)):
        for python in times:
            times[python].append(turn(python))
    print(f"{'operator':12} {'first, ms':>10} {'second, ms':>11} {'second / first':>15}")
    for name in times[first][0]:
        a, b = (min(each[name] for each in times[python]) * 1000 for python in (first, second))
        print(f"{name:12} {a:10.1f} {b:11.1f} {b / a:15.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
