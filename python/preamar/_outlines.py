"""Outlines of labels as GeoJSON."""

from __future__ import annotations

import json
from inspect import cleandoc
from os import fspath

from . import _ext
from ._operators import make_function

NO_METADATA = ((), (), (), "", (), None, (1.0, 0.0, "", ""))  # preamar.Metadata() as the extension takes it
NAMES = ("image_name", "object_type", "classification", "measurements")


def outline_row(image_name="", object_type="detection", classification="", measurements=None):
    """What a .geojson file says about outlines besides their vertices, as the extension takes it."""
    return {"image_name": image_name, "object_type": object_type, "classification": classification,
            "measurements": None if measurements is None else fspath(measurements)}


def take_outlines(operator, options):
    """The row of outlines among the options of a call; they are removed. Other operators have none."""
    names = NAMES if operator == "polygons" else ()
    return outline_row(**{name: options.pop(name) for name in names if name in options})


_vertices = make_function(next(row for row in _ext.operators() if row["name"] == "polygons"))


def polygons(labels, *, simplify=0.0, image_name="", metadata=None, object_type="detection", classification="",
             measurements=None, threads=None, device="cpu", scratch_memory=None, progress=None):
    """Trace the outlines of labels as polygons with holes.

    The outlines follow the edges of pixels exactly: rasterised at pixel centres, they give the labels again. Polygons
    are valid, also for labels whose parts touch at corners. The text of a ``.geojson`` file that
    ``preamar polygons labels.tif -o outlines.geojson`` writes is the same.

    Parameters
    ----------
    labels : array_like
        Label image of integers, with 2 axes; 0 is background.
    simplify : float, default: 0.0
        Tolerance in pixels: vertices are removed where each stays within this distance of the simplified ring. 0 keeps
        the exact outline.
    image_name : str, default: ''
        Name of the image. The ids of features are UUIDs of version 5 of this name and the label.
    metadata : Metadata, optional
        Spacing and georeference, as `read_image` returns them. The area is in the units of the axes; with a
        georeference, coordinates are map coordinates.
    object_type : {'detection', 'annotation', 'cell', 'tile'}, default: 'detection'
        Type of the objects in QuPath.
    classification : str, default: ''
        Class of the objects in QuPath.
    measurements : str or os.PathLike, optional
        A ``.csv`` file with a column ``label`` in ascending order, as `measure` writes it. Its other columns are added
        to the measurements of each feature.
    threads : int, default: one per processor
        Maximum number of threads.
    device : str, default: 'cpu'
        Must be a CPU.
    scratch_memory : int, default: no limit
        Maximum memory beyond the images, in bytes.
    progress : callable, optional
        Called repeatedly with the fraction done, 0 to 1.

    Returns
    -------
    outlines : dict
        A GeoJSON FeatureCollection with one feature per label, in ascending order. Coordinates are pixels from the top
        left corner of the image; the pixel in column x and row y covers x to x + 1 and y to y + 1.

    Raises
    ------
    TypeError
        An argument has the wrong type.
    ValueError
        An argument has an invalid value.

    See Also
    --------
    label, measure, relabel

    Notes
    -----
    The result is deterministic: it is bit-identical on every device and for every number of threads. Use
    `run_in_blocks` for files that are larger than memory.

    Examples
    --------
    >>> import numpy as np
    >>> import preamar
    >>> labels = np.array([[7, 7, 7],
    ...                    [7, 0, 7],
    ...                    [7, 7, 7]], np.uint8)
    >>> outlines = preamar.polygons(labels)
    >>> outlines['features'][0]['geometry']['coordinates']
    [[[0, 0], [3, 0], [3, 3], [0, 3], [0, 0]], [[1, 1], [1, 2], [2, 2], [2, 1], [1, 1]]]
    >>> outlines['features'][0]['properties']['measurements']
    {'Area px^2': 8}
    """
    _, table = _vertices(labels, simplify=simplify, threads=threads, device=device, scratch_memory=scratch_memory,
                         progress=progress)
    fields = NO_METADATA if metadata is None else tuple(metadata)
    options = outline_row(image_name, object_type, classification, measurements)
    return json.loads(_ext.geojson(table, fields, options))


polygons.__module__ = "preamar"
polygons.__doc__ = cleandoc(polygons.__doc__)  # as those of the other operators
