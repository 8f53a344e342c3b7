#!/usr/bin/env python3
"""Reads tables of `device_work` and prints a lower bound of the time that the counted work takes on two cards. This is an
estimate; the project has neither card. The bound is the larger of two: bytes of global memory, and accesses to local
memory, one per 32 lanes, cycle and multiprocessor. Launches and waiting at barriers are not included, so images whose
rounds have few tiles, such as a spiral, take far longer.

    device_work opencl:0 1024 published | python3 bench/device_roofline.py --faces --times 16
"""

import argparse
import dataclasses
import sys


@dataclasses.dataclass
class Card:
    """A card, with the figures of its maker."""

    name: str
    bytes_a_second: float
    multiprocessors: int
    cycles_a_second: float


CARDS = [Card("RTX 3090 Ti", 1008e9, 84, 1.86e9), Card("940MX", 14.4e9, 3, 1.2e9)]


@dataclasses.dataclass
class Row:
    """One row of the table, for uint8 images."""

    image: str
    size: str
    tile: int
    form: str
    visits: float
    steps: int

    def bytes_moved(self):
        """State and limit in, state out, and the border strips in and out, as if each visit changed its whole tile."""
        rank = self.size.count("x") + 1
        cells, faces = self.tile**rank, 2 * rank * self.tile ** (rank - 1)
        return self.visits * (3 * cells + 2 * faces)

    def local_accesses(self, faces):
        """Accesses of 32 lanes: neighbours, the cell and its limit, and the cell again if it changed."""
        if self.size.count("x") == 2:
            return self.steps * 2 * (9 + 3) * 4 / 3  # in one of three directions, two lanes access the same bank
        neighbours = (1 if faces else 3) + (self.form == "diagonal")
        return self.steps * (self.tile / 32) * (neighbours + 3)


def rows(lines):
    for line in lines:
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 9 or not cells[3].isdigit():
            continue
        side, form = cells[2].split(", ")
        tiles = 1
        for extent in cells[1].split("x"):
            tiles *= -(-int(extent) // int(side))
        yield Row(cells[0], cells[1], int(side), form, float(cells[4]) * tiles, int(cells[6]))


def main():
    parser = argparse.ArgumentParser(description="Estimates times from counted work.")
    parser.add_argument("--faces", action="store_true", help="neighbours share a face; default: a face or a corner")
    parser.add_argument("--times", type=int, default=1, help="scale to an image with this many times the pixels")
    asked = parser.parse_args()
    print("| image | size | tile | " + " | ".join(f"{card.name}: memory, local (ms)" for card in CARDS) + " |")
    print("|---" * (3 + len(CARDS)) + "|")
    for row in rows(sys.stdin):
        times = []
        for card in CARDS:
            memory = row.bytes_moved() / card.bytes_a_second
            local = row.local_accesses(asked.faces) / (card.multiprocessors * card.cycles_a_second)
            times.append(f"{1e3 * asked.times * memory:.2f}, {1e3 * asked.times * local:.2f}")
        print(f"| {row.image} | {row.size} | {row.tile}, {row.form} | " + " | ".join(times) + " |")


if __name__ == "__main__":
    main()
