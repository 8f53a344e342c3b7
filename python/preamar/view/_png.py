"""PNG images of 8 bits, from arrays."""

from __future__ import annotations

import struct
import zlib

import numpy as np

_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # by samples per pixel: grey, grey and alpha, RGB, RGB and alpha
_PALETTE = 3
_UP = 2  # the filter: each row minus the row above


def png(pixels):
    """The bytes of a PNG of uint8 pixels: shape (rows, columns, samples)."""
    rows, columns, samples = pixels.shape
    lines = pixels.reshape(rows, columns * samples)
    filtered = np.empty((rows, 1 + columns * samples), np.uint8)
    filtered[:, 0] = _UP
    filtered[0, 1:] = lines[0]
    np.subtract(lines[1:], lines[:-1], out=filtered[1:, 1:])  # modulo 256, as PNG has it
    return _file(rows, columns, _COLOUR_TYPES[samples], filtered)


def palette_png(indices, colours):
    """The bytes of a PNG of uint8 indices into `colours`: up to 256 rows of red, green, blue and alpha."""
    rows, columns = indices.shape
    unfiltered = np.zeros((rows, 1 + columns), np.uint8)
    unfiltered[:, 1:] = indices
    colours = np.asarray(colours, np.uint8)
    return _file(rows, columns, _PALETTE, unfiltered, (b"PLTE", colours[:, :3].tobytes()),
                 (b"tRNS", colours[:, 3].tobytes()))


def _file(rows, columns, colour_type, lines, *before):
    header = struct.pack(">IIBBBBB", columns, rows, 8, colour_type, 0, 0, 0)
    data = zlib.compress(lines.tobytes(), 1)  # a tile is sent over loopback: speed counts more than size
    chunks = [(b"IHDR", header), *before, (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(*chunk) for chunk in chunks)


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
