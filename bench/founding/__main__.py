"""Repeats experiments of the articles that Preamar grew from: `python bench/founding`.

    python bench/founding                 measures, and writes docs/founding-documents.md
    python bench/founding --page          writes the page again, from the figures of the last run
    python bench/founding --quick         small images, nothing is written: a test of this program

Needs the libraries that Preamar is compared with (tools/setup --bench). All sizes take about 20 minutes.
"""

import argparse
import json
import os
import sys
from pathlib import Path

sys.path.insert(1, str(Path(__file__).parents[1] / "peers"))

import edges
import iwpp
import machine
import page
import tomography

ROOT = Path(__file__).parents[2]
RECORD = ROOT / "docs/benchmarks/founding.json"


def arguments():
    parser = argparse.ArgumentParser(prog="python bench/founding", description=__doc__.partition("\n")[0])
    parser.add_argument("--page", action="store_true", help="write the page again, from the figures of the last run")
    parser.add_argument("--quick", action="store_true", help="small images, nothing is written: a test of this program")
    return parser.parse_args()


def measured(quick):
    record = machine.heading(["python", "bench/founding"])
    for name, experiment in {
        "reconstruction": iwpp.reconstructions,
        "scans": iwpp.shares_after_scans,
        "distance": iwpp.distances,
        "errors": iwpp.errors,
        "volumes": tomography.volumes,
        "large_volumes": tomography.large_volumes,
        "edges": edges.canny,
    }.items():
        record[name] = experiment(quick)
        print(json.dumps({name: record[name]}), flush=True)
    return record | {"load_after": os.getloadavg()[0]}


def main():
    asked = arguments()
    if not asked.page:
        record = measured(asked.quick)
        if asked.quick:
            return
        RECORD.write_text(json.dumps(record, indent=1) + "\n")
    page.write(json.loads(RECORD.read_text()), ROOT / "docs/founding-documents.md")


if __name__ == "__main__":
    main()
