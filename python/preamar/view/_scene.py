"""All that the page shows, and its description as JSON."""

from __future__ import annotations

import os

from .. import describe
from ._layers import ImageLayer, LabelsLayer
from ._pyramid import TILE
from ._store import labels_in
from ._table import Table


class Scene:
    """An image with its labels and tables.

    Parameters
    ----------
    file : str
        The image, or labels without an image.
    labels, tables : sequence of str
        Label images; table n belongs to label image n. Without `labels`, those of an OME-Zarr are shown.
    select, channel : str
        As in `preamar.read_image`.
    """

    def __init__(self, file, labels=(), tables=(), select="", channel=""):
        self.name = os.path.basename(os.path.normpath(file))
        chosen = [(_short_name(name), name, None) for name in labels]
        self.image = None
        if not chosen and _is_labels(file, select, channel):
            chosen = [(self.name, file, None)]
        else:
            self.image = ImageLayer(file, select, channel)
            chosen = chosen or [(name, os.path.join(file, "labels", name), file) for name in labels_in(file)]
        if len(tables) > len(chosen):
            raise ValueError(f"{len(tables)} tables were given for {len(chosen)} label images; give --labels")
        opened = [Table(table) for table in tables] + [None] * len(chosen)
        shape, planes = (None, None) if self.image is None else (self._shape(), self.image.pyramid.planes)
        self.labels = [LabelsLayer(name, path, shape, planes, within, table)
                       for (name, path, within), table in zip(chosen, opened)]

    @property
    def pyramid(self):
        return (self.image or self.labels[0]).pyramid

    def _shape(self):
        return self.image.pyramid.rows, self.image.pyramid.columns

    def description(self):
        """What the page must know."""
        pyramid = self.pyramid
        axes = pyramid.info.metadata.axes[-2:]
        return {
            "name": self.name,
            "tile": TILE,
            "rows": pyramid.rows,
            "columns": pyramid.columns,
            "planes": pyramid.planes,
            "halvings": pyramid.most_halvings,
            "has_image": self.image is not None,
            # The scale bar is for square pixels of a known size.
            "spacing": axes[1].scale if len(axes) == 2 and axes[1].unit and axes[0][1:] == axes[1][1:] else None,
            "unit": axes[1].unit if len(axes) == 2 else "",
            "labels": [{"name": layer.name, "halvings": min(layer.pyramid.most_halvings, pyramid.most_halvings),
                        "table": layer.table is not None} for layer in self.labels],
        }

    def object_at(self, index, plane, row, column):
        """The label of a pixel, its row of the table, and the window of its outline."""
        layer = self.labels[index]
        label = layer.label_at(plane, row, column)
        found = layer.table.row(label) if layer.table is not None and label != 0 else None
        return {"label": str(label), "row": found and list(found.items()), "has_table": layer.table is not None,
                "window": layer.window_at(row, column)}


def _is_labels(file, select, channel):
    """Integers of 32 bits and more are labels; images of that type are rare."""
    return not channel and describe(file, select=select).dtype in ("int32", "uint32", "int64", "uint64")


def _short_name(file):
    name = os.path.basename(os.path.normpath(file))
    return name.split(".")[0] or name
