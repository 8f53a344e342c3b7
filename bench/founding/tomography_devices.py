"""Experiments of B. Preto, F. Birra and P. Medeiros: labelling on an OpenCL device, which is the processor here."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import preamar
from pocl_trace import traced

VOLUMES = ["chess3d", "tomography-blocks", "tomography-spiral", "spiral3d", "snake3d"]
CASES = [("chess3d", 128), *((name, 256) for name in VOLUMES), ("chess3d", 384)]
PART = 8  # voxels per side of the article's parts of local memory
# The stage of each event of PoCL: copies, and what the kernels of Preamar do.
STAGES = {
    "write_buffer": "in", "read_buffer": "out",
    "plant": "runs", "join": "merge", "settle": "merge",
    "count_roots": "number", "number": "number", "spread": "number",
}
LABEL = """
import json, sys, time
import preamar
volume = preamar.generate(sys.argv[1], int(sys.argv[2]))
preamar.label(volume, connectivity=1, device="opencl:0")
time.sleep(0.5)  # all events of the first call are reported
print(flush=True)
input()
begun = time.perf_counter()
_, objects = preamar.label(volume, connectivity=1, device="opencl:0")
print(json.dumps({"objects": objects, "ms": 1e3 * (time.perf_counter() - begun)}))
"""


def parts_labelled(volume):
    """The labels after the article's first kernel: each part by itself, because planes of background divide the parts."""
    side = len(volume)
    apart = np.zeros((side // PART, PART + 1) * 3, bool)
    apart[:, :PART, :, :PART, :, :PART] = volume.reshape((side // PART, PART) * 3)
    labels, _ = preamar.label(apart.reshape([side // PART * (PART + 1)] * 3), connectivity=1)
    return labels.reshape(apart.shape)[:, :PART, :, :PART, :, :PART].reshape(volume.shape)


def merging_iterations(volume):
    """How often the article's second kernel runs until nothing changes. If several voxels offer a label, the lowest wins."""
    labels = parts_labelled(volume)
    lower, upper = [], []
    for axis in range(3):
        across = np.moveaxis(labels, axis, 0)
        pairs = across[PART - 1:-1:PART].ravel(), across[PART::PART].ravel()
        touching = (pairs[0] > 0) & (pairs[1] > 0)
        lower.append(pairs[0][touching])
        upper.append(pairs[1][touching])
    one, other = (np.concatenate(parts) for parts in (lower, upper))
    iterations = 1
    while (one != other).any():
        changes = np.arange(labels.max() + 1, dtype=labels.dtype)
        np.minimum.at(changes, np.maximum(one, other), np.minimum(one, other))
        while (changes != changes[changes]).any():
            changes = changes[changes]
        one, other = changes[one], changes[other]
        iterations += 1
    return iterations


def row(name, side):
    printed, events = traced(LABEL, name, str(side))
    found = {"name": name, "shape": [side] * 3, **printed, "launches": 0, "bytes": {}, "stage_ms": {}}
    for kind, size, seconds in events:
        stage = STAGES.get(kind, "host")
        found["stage_ms"][stage] = round(found["stage_ms"].get(stage, 0) + 1e3 * seconds, 3)
        if stage in ("in", "out"):
            found["bytes"][stage] = found["bytes"].get(stage, 0) + size
        found["launches"] += stage in ("runs", "merge", "number")
    volume = preamar.generate(name, side)
    if found["bytes"]["in"] < volume.size or found["bytes"]["out"] < 4 * volume.size:
        sys.exit(f"bench/founding: {name}: PoCL reported {found['bytes']} bytes of {volume.size} voxels")
    if found["objects"] != preamar.label(volume, connectivity=1)[1]:
        sys.exit(f"bench/founding: {name}: a device counts other objects than the processor")
    return found | {"merging_iterations": merging_iterations(volume)}


def has_device(quick):
    """Whether there is an OpenCL device. Only a quick run does without."""
    found = any(device.name == "opencl:0" for device in preamar.devices())
    if not found and not quick:
        sys.exit("bench/founding: no OpenCL device; tools/setup --all installs PoCL")
    return found


def devices(quick):
    if not has_device(quick):
        return []
    return [row(*case) for case in ([("chess3d", 64)] if quick else CASES)]


def hybrid(quick):
    """Blocks of a volume on the CPU, on the OpenCL device, and on both at once."""
    if not has_device(quick):
        return []
    side, block = (64, 32) if quick else (256, 128)
    command, found = Path(sys.executable).with_name("preamar"), []
    with tempfile.TemporaryDirectory(prefix="preamar-hybrid-") as folder:
        for name in VOLUMES[:1] if quick else VOLUMES:
            volume, labels = Path(folder) / f"{name}.npy", Path(folder) / "labels.npy"
            np.save(volume, preamar.generate(name, side))
            row = {"name": name, "shape": [side] * 3, "block": block, "ms": {}}
            for device in ("cpu", "opencl:0", "hybrid"):
                words = ["--connectivity", "1", "--device", device, "--block", f"{block},{block},{block}", "--json"]
                done = subprocess.run([command, "label", volume, "-o", labels, "--overwrite", *words],
                                      check=True, capture_output=True, text=True)
                report = json.loads(done.stdout)
                row["ms"][device] = round(1e3 * report["seconds"], 1)
                row["bytes"] = [report["bytes_read"], report["bytes_written"]]
                row["shares"] = {share["device"]: share["blocks"] for share in report.get("shares", [])}
            found.append(row)
    return found
