"""One image of an experiment: Preamar with a new result, and the fastest other library."""

from cases import Case
from peer import OURS, OURS_NEW
from results import floors_of, row_of
from rounds import Limits, measure

LIMITS = Limits(rounds=5, budget=4, limit=120)  # as in the articles, the median of five calls; fewer of slow libraries


def timed(operator, instance, size, others, rank=2):
    """The figures of one image: milliseconds of Preamar with one and with two threads, and those of the fastest of `others`."""
    case = Case(operator, instance, rank=rank)
    images = case.images(size)
    found = measure(case, images, [OURS, OURS_NEW, *others], [1, 2], LIMITS)
    floors = floors_of(found)
    rows = [row_of(one, images[0].size, floors) for one in found]
    ours = {row["threads"]: row["ms"] for row in rows if row["library"] == OURS_NEW}
    peers = [row for row in rows if not row["library"].startswith(OURS) and "ms" in row]
    fastest = min(peers, key=lambda row: row["ms"])
    return {
        "instance": instance,
        "shape": images[0].shape,
        "ms": [ours[1], ours[2]],
        "fastest": fastest["library"],
        "fastest_threads": fastest["threads"],
        "fastest_ms": fastest["ms"],
    }
