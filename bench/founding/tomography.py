"""Experiments of B. Preto, F. Birra and P. Medeiros: the objects of volumes, whose voxels share faces."""

import statistics
import sys
import time

import preamar
from timing import timed

# The article's name, the images that it can mean, the number of objects with this many voxels per side, and the article's
# milliseconds to create and to search the graph that merges the labels of eight blocks of 1024x1024x1024 voxels on a CPU.
VOLUMES = [
    ("chess", ["chess3d"], lambda side: side**3 // 2, (556, 240)),
    ("blocks", ["tomography-blocks"], lambda side: (-(-side // 12)) ** 2, (111, 11)),
    ("spiral", ["tomography-spiral", "spiral3d"], lambda side: 1, (67, 0.07)),
    ("snake", ["snake3d"], lambda side: 1, (8.5, 0.06)),
]


def rows(quick):
    found = [(name, one, objects, reported) for name, instances, objects, reported in VOLUMES for one in instances]
    return found[: 2 if quick else None]


def volumes(quick):
    """256x256x256 voxels, compared with the fastest other library."""
    others = ["SciPy"] if quick else ["cc3d", "SimpleITK"]
    return [
        {"name": name} | timed("label-faces", instance, (64 if quick else 256) ** 1.5, others, rank=3)
        for name, instance, _, _ in rows(quick)
    ]


def large_volumes(quick):
    """1024x1024x1024 voxels, which do not fit in memory once per library."""
    side, found = 64 if quick else 1024, []
    for name, instance, objects, reported in rows(quick):
        volume, times = preamar.generate(instance, side), []
        for _ in range(3):
            begun = time.perf_counter()
            labels, count = preamar.label(volume, connectivity=1, threads=2)
            times.append(1e3 * (time.perf_counter() - begun))
            del labels
            if count != objects(side):
                sys.exit(f"bench/founding: {instance} has {objects(side)} objects, and Preamar counts {count}")
        found.append({"name": name, "instance": instance, "shape": volume.shape, "objects": count,
                      "ms": statistics.median(times), "reported": reported})
    return found
