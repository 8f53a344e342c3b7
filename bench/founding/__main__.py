"""Repeats experiments of the articles that Preamar grew from: `python bench/founding`.

    python bench/founding                   measures, and writes docs/founding-documents.md
    python bench/founding --only distance   measures only these experiments, and keeps the other figures
    python bench/founding --page            writes the page again, from the figures of the last run
    python bench/founding --device cuda:0   also times a device: writes founding-cuda-0.json, to be sent to the project, and
                                            founding-cuda-0.md, the whole page with a column of the device
    python bench/founding --quick           small images, nothing is written: a test of this program

Needs the libraries that Preamar is compared with (tools/setup --bench), PoCL, nvcc and nvdisasm (tools/setup --all) and an
installed preamar-convert (docs/convert.md). All experiments take about an hour.
"""

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parents[1] / "peers"))

import converter
import diagonal
import edges
import iwpp
import machine
import on_device
import optimisations
import page
import regions
import tomography
import tomography_devices

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs/benchmarks/founding.json"
EXPERIMENTS = {
    "reconstruction": iwpp.reconstructions,
    "scans": iwpp.shares_after_scans,
    "first_tiles": iwpp.first_tiles,
    "distance": iwpp.distances,
    "errors": iwpp.errors,
    "volumes": tomography.volumes,
    "large_volumes": tomography.large_volumes,
    "devices": tomography_devices.devices,
    "hybrid": tomography_devices.hybrid,
    "edges": edges.canny,
    "optimisations": optimisations.optimisations,
    "diagonals": diagonal.diagonals,
    "large_diagonals": diagonal.large_diagonals,
    "regions": regions.regions,
    "classes": converter.classes,
}


def arguments():
    parser = argparse.ArgumentParser(prog="python bench/founding", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=EXPERIMENTS, metavar="EXPERIMENT",
                        help=f"measure only these, and keep the other figures: {', '.join(EXPERIMENTS)}")
    parser.add_argument("--page", action="store_true", help="write the page again, from the figures of the last run")
    parser.add_argument("--quick", action="store_true", help="small images, nothing is written: a test of this program")
    parser.add_argument("--device", metavar="NAME", help="also time this device; the experiments are "
                        f"{', '.join(on_device.EXPERIMENTS)}, and the figures and the page are written to the current folder")
    asked = parser.parse_args()
    if asked.device and not on_device.described(asked.device):
        parser.error(f"the device {asked.device} is not here; `preamar devices` lists the devices")
    asked.only = asked.only or (on_device.EXPERIMENTS if asked.device else list(EXPERIMENTS))
    return asked


def measured(name, commit, asked):
    heading = machine.heading(["python", "bench/founding", "--only", name]) | {"commit": commit}
    rows = EXPERIMENTS[name](asked.quick)
    if asked.device and name in on_device.EXPERIMENTS:
        heading["command"] += f" --device {asked.device}"
        heading["device"] = on_device.described(asked.device)
        on_device.add(name, rows, asked.device, asked.quick)
    print(json.dumps({name: rows}), flush=True)
    return heading | {"rows": rows}


def files(device):
    """The record and the page."""
    if not device:
        return RECORD, ROOT / "docs/founding-documents.md"
    name = "founding-" + device.replace(":", "-")
    return Path(name + ".json"), Path(name + ".md")


def main():
    asked = arguments()
    record_file, page_file = files(asked.device)
    record = {}
    for file in (RECORD, record_file):
        record |= json.loads(file.read_text()) if file.exists() else {}
    commit = machine.heading([])["commit"]  # before the record of this run is a change
    for name in [] if asked.page else asked.only:
        record[name] = measured(name, commit, asked)
        if not asked.quick:  # after each experiment: an interrupted run keeps its figures
            record_file.write_text(json.dumps(record, indent=1) + "\n")
    if not asked.quick:
        page.write(record, page_file)


if __name__ == "__main__":
    main()
