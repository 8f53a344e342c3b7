"""Plans as somebody else could write them: the digest of a plan has no key, so that anybody can compute it."""

import json

_ALL = (1 << 64) - 1
_ODD = 0x9E3779B97F4A7C15


def _mixed(state, word):
    product = (state ^ word) * _ODD & _ALL
    return (product << 29 | product >> 35) & _ALL


def _scrambled(state):
    state = (state ^ state >> 33) * 0xFF51AFD7ED558CCD & _ALL
    state = (state ^ state >> 33) * 0xC4CEB9FE1A85EC53 & _ALL
    return state ^ state >> 33


def digest(data, seed=0):
    """As src/core/digest.cpp has it."""
    lanes, at = [seed, seed + _ODD & _ALL, seed ^ ~_ODD & _ALL, ~seed & _ALL], 0
    while at + 32 <= len(data):
        lanes = [_mixed(lane, int.from_bytes(data[at + 8 * i:at + 8 * i + 8], "little"))
                 for i, lane in enumerate(lanes)]
        at += 32
    total = len(data)
    for lane in lanes:
        total = _mixed(total, _scrambled(lane))
    for word in range(at, len(data), 8):
        total = _mixed(total, int.from_bytes(data[word:word + 8], "little"))
    return _scrambled(total)


def signed(plan):
    """The plan with the digest that belongs to it."""
    plan = {name: value for name, value in plan.items() if name != "digest"}
    words = json.dumps(plan, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    return {**plan, "digest": f"{digest(words):016x}"}
