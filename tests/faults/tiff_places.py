"""Where the tiles of a TIFF lie, and where the tables that say so; read without the library's help."""

import struct

OFFSETS, LENGTHS = (273, 324), (279, 325)  # tags of strips and tiles
SIZES = {1: 1, 3: 2, 4: 4, 16: 8}  # bytes of a value, by its type


def tiff_places(content):
    """(tables, tiles) of the first page: each a list of (begin, end) within the bytes of the file."""
    try:
        return places(content)
    except struct.error:  # the page was not written
        return [], []


def places(content):
    order = {b"II": "<", b"MM": ">"}.get(content[:2])
    if order is None:
        return [], []
    is_big = struct.unpack_from(order + "H", content, 2)[0] == 43
    word, count_code, entry, inline = ("Q", "Q", 20, 8) if is_big else ("I", "H", 12, 4)
    page = struct.unpack_from(order + word, content, 8 if is_big else 4)[0]
    count = struct.unpack_from(order + count_code, content, page)[0]
    tables = {}
    for i in range(count):
        at = page + struct.calcsize(count_code) + i * entry
        tag, kind, number = struct.unpack_from(order + "HH" + word, content, at)
        if tag not in OFFSETS + LENGTHS or kind not in SIZES:
            continue
        size = SIZES[kind] * number
        begin = at + entry - inline
        if size > inline:
            begin = struct.unpack_from(order + word, content, begin)[0]
        code = {1: "B", 2: "H", 4: "I", 8: "Q"}[SIZES[kind]]
        tables[tag in OFFSETS] = (begin, begin + size, struct.unpack_from(f"{order}{number}{code}", content, begin))
    if len(tables) != 2:
        return [], []
    tiles = [(at, at + length) for at, length in zip(tables[True][2], tables[False][2]) if at > 0 and length > 0]
    return [table[:2] for table in tables.values()], tiles
