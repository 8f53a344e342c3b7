"""Times Preamar and other libraries: `python bench/peers label distance`, then `python bench/peers report`."""

import argparse
import json
import os
import sys
from pathlib import Path

import machine
import report
from cases import CASES
from operators import OPERATORS
from peer import OURS, OURS_NEW, WRONG
from results import case_result, memory_faults, text_of
from rounds import Limits, Refused, measure

OTHERS = sorted({peer.name for operator in OPERATORS.values() for peer in operator.peers} - {OURS, OURS_NEW, WRONG})
PAGES = Path(__file__).parents[2] / "docs/benchmarks"
# A test of this program: two instances, two libraries, and one that is wrong on purpose.
QUICK = {"size": 256, "peers": ["scikit-image", "DIPlib", WRONG], "only": ["tissue-50-h", "tissue3d-h"], "rounds": 2}


def arguments():
    parser = argparse.ArgumentParser(prog="python bench/peers", description=__doc__)
    parser.add_argument("commands", nargs="+", choices=[*OPERATORS, "report"], metavar="OPERATOR",
                        help=f"operators to measure: {', '.join(OPERATORS)}; or report, to write the pages")
    parser.add_argument("--size", type=int, default=4096, help="pixels per side of images; volumes have the same number of pixels")
    parser.add_argument("--threads", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--peers", nargs="+", choices=OTHERS, default=OTHERS)
    parser.add_argument("--only", nargs="+", metavar="INSTANCE", help="measure only these instances")
    parser.add_argument("--rounds", type=int, default=9, help="maximum number of calls per library")
    parser.add_argument("--budget", type=float, default=6, help="seconds for the calls of one library on one instance")
    parser.add_argument("--limit", type=float, default=90, help="seconds after which a call is stopped")
    parser.add_argument("--output", type=Path, help="folder for one JSON file per operator")
    parser.add_argument("--quick", action="store_true", help="small images, and one wrong library: a test of this program")
    return parser.parse_args()


def chosen_cases(operator, only):
    return [case for case in CASES if case.operator == operator and (not only or case.instance in only)]


def require_known(operators, only):
    known = {case.instance for case in CASES if case.operator in operators}
    if unknown := set(only or ()) - known:
        sys.exit(f"bench/peers: {', '.join(sorted(unknown))} is not measured; the instances are {', '.join(sorted(known))}")


def run(operator, asked):
    names = [OURS, OURS_NEW, *asked.peers]
    limits = Limits(asked.rounds, asked.budget, asked.limit)
    record = machine.heading(machine.command_line()) | {"operator": operator, "size": asked.size}
    record |= {"threads": asked.threads, "rounds": asked.rounds, "budget_s": asked.budget, "limit_s": asked.limit}
    record["cases"], faults = [], []
    for case in chosen_cases(operator, asked.only):
        images = case.images(asked.size)
        result = case_result(case, images[0].shape, measure(case, images, names, asked.threads, limits))
        print("\n".join(text_of(result)), flush=True)
        record["cases"].append(result)
        faults += memory_faults(result)
        record["load_after"] = os.getloadavg()[0]
        if asked.output:  # after each case: an interrupted run keeps its results
            (asked.output / f"{operator}.json").write_text(json.dumps(record, indent=1) + "\n")
    return record, faults


def quick_faults(record):
    """Unexpected results: each library must be timed, except the wrong one."""
    for result in record["cases"]:
        for row in result["rows"]:
            wanted = "wrong" if row["library"] == WRONG else "timed"
            if row["status"] != wanted or ("ms" in row) != (wanted == "timed"):
                yield f"{result['name']}: {row['library']} should be {wanted} and is {row['status']}"


def main():
    asked = arguments()
    if asked.commands == ["report"]:
        return report.write(PAGES)
    require_known(asked.commands, asked.only)
    if asked.output:
        asked.output.mkdir(parents=True, exist_ok=True)
    if asked.quick:
        vars(asked).update(QUICK)
    faults = []
    for operator in asked.commands:
        try:
            record, found = run(operator, asked)
        except Refused as refusal:
            sys.exit(f"bench/peers: {refusal}")
        faults += found + (list(quick_faults(record)) if asked.quick else [])
    if faults:
        sys.exit("\n".join(f"bench/peers: {fault}" for fault in faults))


if __name__ == "__main__":
    main()
