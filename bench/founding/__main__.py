"""Repeats experiments of the articles that Preamar grew from: `python bench/founding`.

    python bench/founding                   measures, and writes docs/founding-documents.md
    python bench/founding --only distance   measures only these experiments, and keeps the other figures
    python bench/founding --page            writes the page again, from the figures of the last run
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
import optimisations
import page
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
    "classes": converter.classes,
}


def arguments():
    parser = argparse.ArgumentParser(prog="python bench/founding", description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", choices=EXPERIMENTS, default=list(EXPERIMENTS), metavar="EXPERIMENT",
                        help=f"measure only these, and keep the other figures: {', '.join(EXPERIMENTS)}")
    parser.add_argument("--page", action="store_true", help="write the page again, from the figures of the last run")
    parser.add_argument("--quick", action="store_true", help="small images, nothing is written: a test of this program")
    return parser.parse_args()


def measured(name, commit, quick):
    heading = machine.heading(["python", "bench/founding", "--only", name]) | {"commit": commit}
    rows = EXPERIMENTS[name](quick)
    print(json.dumps({name: rows}), flush=True)
    return heading | {"rows": rows}


def main():
    asked = arguments()
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    commit = machine.heading([])["commit"]  # before the record of this run is a change
    for name in [] if asked.page else asked.only:
        record[name] = measured(name, commit, asked.quick)
        if not asked.quick:  # after each experiment: an interrupted run keeps its figures
            RECORD.write_text(json.dumps(record, indent=1) + "\n")
    if not asked.quick:
        page.write(record, ROOT / "docs/founding-documents.md")


if __name__ == "__main__":
    main()
