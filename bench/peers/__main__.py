"""Preamar beside other libraries: `python bench/peers reconstruct`, then `python bench/peers report`."""

import argparse
import json
import os
import sys
from pathlib import Path

import machine
from cases import RECONSTRUCT
from measure import Limits, Refused, measure
from peers import OURS, OURS_NEW, PEERS, WRONG
from results import case_result, memory_faults, text_of

OTHERS = [name for name, peer in PEERS.items() if not peer.is_ours and name != WRONG]
PAGE = Path(__file__).parents[2] / "docs/benchmarks"
# Enough to see that everything works: two instances, two libraries, and one that is wrong on purpose.
QUICK = {"size": 256, "peers": ["scikit-image", "DIPlib", WRONG], "only": ["tissue-50-h", "tissue3d-h"], "rounds": 2}


def arguments():
    parser = argparse.ArgumentParser(prog="python bench/peers", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("reconstruct", help="measure; a wrong result is refused, never timed")
    run.add_argument("--size", type=int, default=4096, help="pixels a side; volumes have as many pixels")
    run.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    run.add_argument("--peers", nargs="+", choices=OTHERS, default=OTHERS)
    run.add_argument("--only", nargs="+", metavar="INSTANCE", help="these instances alone")
    run.add_argument("--rounds", type=int, default=9, help="calls of each library, at most")
    run.add_argument("--budget", type=float, default=6, help="seconds for the calls of one library on one instance")
    run.add_argument("--limit", type=float, default=90, help="seconds after which a call is ended")
    run.add_argument("--output", type=Path, help="a JSON file")
    run.add_argument("--quick", action="store_true", help="small, and one library is wrong: a test of this program")
    report = commands.add_parser("report", help="draw the figure and write the tables of docs/benchmarks/README.md")
    report.add_argument("--input", type=Path, default=PAGE / "reconstruct.json")
    report.add_argument("--page", type=Path, default=PAGE / "README.md")
    return parser.parse_args()


def chosen_cases(only):
    known = {case.instance for case in RECONSTRUCT}
    if unknown := set(only or ()) - known:
        sys.exit(f"bench/peers: {', '.join(sorted(unknown))} is not measured; one of {', '.join(sorted(known))} is")
    return [case for case in RECONSTRUCT if not only or case.instance in only]


def reconstruct(asked):
    names = [OURS, OURS_NEW, *asked.peers]
    limits = Limits(asked.rounds, asked.budget, asked.limit)
    record = machine.heading(machine.command_line()) | {"size": asked.size, "threads": asked.threads}
    record |= {"rounds": asked.rounds, "budget_s": asked.budget, "limit_s": asked.limit, "cases": []}
    faults = []
    for case in chosen_cases(asked.only):
        images = case.images(asked.size)
        result = case_result(case, images[1].shape, measure(case.name, images, names, asked.threads, limits))
        print("\n".join(text_of(result)), flush=True)
        record["cases"].append(result)
        faults += memory_faults(result)
        record["load_after"] = os.getloadavg()[0]
        if asked.output:  # after each case, so that an interrupted run keeps what it has
            asked.output.write_text(json.dumps(record, indent=1) + "\n")
    return record, faults


def quick_faults(record):
    """What a run that should have gone well, but for the wrong library, shows otherwise."""
    for result in record["cases"]:
        for row in result["rows"]:
            wanted = "wrong" if row["library"] == WRONG else "timed"
            if row["status"] != wanted or ("ms" in row) != (wanted == "timed"):
                yield f"{result['name']}: {row['library']} should be {wanted} and is {row['status']}"


def main():
    asked = arguments()
    if asked.command == "report":
        import report  # needs Matplotlib, which measuring does not

        return report.write(asked.input, asked.page)
    if asked.quick:
        vars(asked).update(QUICK)
    try:
        record, faults = reconstruct(asked)
    except Refused as refusal:
        sys.exit(f"bench/peers: {refusal}")
    if asked.quick:
        faults += quick_faults(record)
    if faults:
        sys.exit("\n".join(f"bench/peers: {fault}" for fault in faults))


if __name__ == "__main__":
    main()
