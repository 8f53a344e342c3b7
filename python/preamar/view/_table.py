"""Rows of a table of measurements, found by label."""

from __future__ import annotations

import csv
import os
import weakref

_STEP = 1 << 14
_LONGEST_LINE = 1 << 20


class Table:
    """A .csv file with a column `label` in ascending order, as `preamar measure` writes it.

    The rows stay in the file: a row is found by bisection, so a table of any length opens at once. The file is read and
    never mapped: another program may truncate it while it is shown.
    """

    def __init__(self, file):
        self.file = str(file)
        self._handle = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
        weakref.finalize(self, os.close, self._handle)
        self._size = os.fstat(self._handle).st_size
        if self._size == 0:
            raise ValueError(f"{file}: is empty; give the .csv of preamar measure")
        self._begin = self._line_end(0)
        self.columns = self._cells(0)
        if "label" not in self.columns:
            raise ValueError(f"{file}: has no column 'label'; give the .csv of preamar measure")
        self._label = self.columns.index("label")

    def row(self, label):
        """The cells of the row of a label by column, as text; None if there is none."""
        low, high = self._begin, self._size
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

    def _read(self, begin, end):
        found = os.pread(self._handle, end - begin, begin)
        if len(found) < end - begin:
            raise ValueError(f"{self.file}: became shorter while it was shown; open it again")
        return found

    def _line_start(self, position, lowest):
        """The start of the line of a position, which is not before `lowest`."""
        end = position
        while end > lowest:
            begin = max(end - _STEP, lowest)
            found = self._read(begin, end).rfind(b"\n")
            if found >= 0:
                return begin + found + 1
            end = self._within_line(begin, position)
        return lowest

    def _line_end(self, position):
        """The end of the line of a position, after its line break."""
        begin = position
        while begin < self._size:
            end = min(begin + _STEP, self._size)
            found = self._read(begin, end).find(b"\n")
            if found >= 0:
                return begin + found + 1
            begin = self._within_line(end, position)
        return self._size

    def _within_line(self, reached, position):
        if abs(reached - position) > _LONGEST_LINE:
            raise ValueError(f"{self.file}: a line is longer than {_LONGEST_LINE} bytes; is it a table?")
        return reached

    def _cells(self, start):
        line = self._read(start, self._line_end(start)).decode("utf-8", "replace").rstrip("\r\n")
        try:
            return next(csv.reader([line]), [])
        except csv.Error as error:
            raise ValueError(f"{self.file}: {error}; give the .csv of preamar measure") from None
