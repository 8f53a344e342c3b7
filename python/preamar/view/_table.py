"""Rows of a table of measurements, found by label."""

from __future__ import annotations

import csv
import mmap


class Table:
    """A .csv file with a column `label` in ascending order, as `preamar measure` writes it.

    The rows stay in the file: a row is found by bisection, so a table of any length opens at once.
    """

    def __init__(self, file):
        self.file = str(file)
        with open(file, "rb") as stream:
            try:
                self._bytes = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
            except ValueError:
                raise ValueError(f"{file}: is empty; give the .csv of preamar measure") from None
        self._begin = self._line_end(0)
        self.columns = self._cells(0)
        if "label" not in self.columns:
            raise ValueError(f"{file}: has no column 'label'; give the .csv of preamar measure")
        self._label = self.columns.index("label")

    def row(self, label):
        """The cells of the row of a label by column, as text; None if there is none."""
        low, high = self._begin, len(self._bytes)
        while low < high:  # the row, if there is one, begins in [low, high)
            middle = self._line_start((low + high) // 2, low)
            cells = self._cells(middle)
            found = self._label_of(cells)
            if found == label:
                return dict(zip(self.columns, cells))
            if found < label:
                low = self._line_end(middle)
            else:
                high = middle
        return None

    def _label_of(self, cells):
        try:
            return int(cells[self._label])
        except (IndexError, ValueError):
            raise ValueError(f"{self.file}: a row has no label: {','.join(cells)[:80]!r}") from None

    def _line_start(self, position, lowest):
        return max(self._bytes.rfind(b"\n", lowest, position) + 1, lowest)

    def _line_end(self, position):
        end = self._bytes.find(b"\n", position)
        return len(self._bytes) if end < 0 else end + 1

    def _cells(self, start):
        line = self._bytes[start:self._line_end(start)].decode("utf-8", "replace").rstrip("\r\n")
        return next(csv.reader([line]), [])
