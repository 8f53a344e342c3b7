"""Replacements for functions of `skimage.measure`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import planar, refuse, resolved_connectivity

__all__ = ["label", "regionprops_table"]


def label(label_image, background=None, return_num=False, connectivity=None):
    """Label connected components; equivalent to `skimage.measure.label`. Components have one pixel value.

    Parameters
    ----------
    label_image : numpy.ndarray
        Integers or bool, 1 to 3 axes.
    background : int, default: 0
        The pixel value that belongs to no object.
    return_num : bool, default: False
        Also return the number of objects.
    connectivity : int, default: number of axes
        1 connects pixels that share a face, the number of axes also those that share a corner.

    Returns
    -------
    numpy.ndarray, or a tuple of it and int
        Labels 1 to N in raster order of the first pixel of each object: int64, or int32 for bool images.
    """
    image = np.asarray(label_image)
    connectivity = resolved_connectivity("label", connectivity, image.ndim)
    labels, count = preamar.label(
        planar(image), connectivity=connectivity, background=0 if background is None else int(background), by_value=True
    )
    narrow = image.dtype == bool and count < 2**31
    labels = labels.astype(np.int32 if narrow else np.int64, copy=False).reshape(image.shape)
    return (labels, count) if return_num else labels


# For each property: the property of `preamar.measure` that it needs, and how to compute its columns from the table.
# `size` and `box` are always measured.
def _single(column, dtype=float):
    return lambda table, rank: {"": table[column].astype(dtype)}


def _axes(column, dtype, count):
    return lambda table, rank: {f"-{i}": table[f"{column}-{i}"].astype(dtype) for i in range(count * rank)}


def _box_area(table, rank):
    return np.prod([table[f"box-{rank + axis}"] - table[f"box-{axis}"] for axis in range(rank)], axis=0)


def _local_centroid(table, rank):
    return {f"-{axis}": table[f"centroid-{axis}"] - table[f"box-{axis}"] for axis in range(rank)}


def _diameter(table, rank):
    return {"": (2 * rank * table["size"] / np.pi) ** (1 / rank)}


PROPERTIES = {
    "label": ("", _single("label", int)),
    "area": ("", _single("size")),
    "num_pixels": ("", _single("size", int)),
    "bbox": ("", _axes("box", int, 2)),
    "area_bbox": ("", lambda table, rank: {"": _box_area(table, rank).astype(float)}),
    "extent": ("", lambda table, rank: {"": table["size"] / _box_area(table, rank)}),
    "equivalent_diameter_area": ("", _diameter),
    "centroid": ("centroid", _axes("centroid", float, 1)),
    "centroid_local": ("centroid", _local_centroid),
    "axis_major_length": ("axes", _single("axis_length-0")),
    "axis_minor_length": ("axes", lambda table, rank: {"": table[f"axis_length-{rank - 1}"]}),
    "intensity_min": ("intensity_min", _single("intensity_min")),
    "intensity_max": ("intensity_max", _single("intensity_max")),
    "intensity_mean": ("intensity_mean", _single("intensity_mean")),
    "intensity_std": ("intensity_variance", lambda table, rank: {"": np.sqrt(table["intensity_variance"])}),
}


def regionprops_table(
    label_image,
    intensity_image=None,
    properties=("label", "bbox"),
    *,
    cache=True,
    separator="-",
    extra_properties=None,
    spacing=None,
):
    """Measure labelled objects; equivalent to `skimage.measure.regionprops_table`.

    Parameters
    ----------
    label_image : numpy.ndarray
        Integers, 2 or 3 axes. Objects are the labels above 0.
    intensity_image : numpy.ndarray, optional
        Grey levels to measure, with the same shape.
    properties : sequence of str, optional
        One or more of label, area, num_pixels, bbox, area_bbox, extent, equivalent_diameter_area, centroid,
        centroid_local, axis_major_length, axis_minor_length, intensity_min, intensity_max, intensity_mean and
        intensity_std. Any other name raises ValueError.
    cache : bool, optional
        Ignored.
    separator : str, optional
        Text between the name of a property and the number of its column.
    extra_properties, spacing : None
        Not supported.

    Returns
    -------
    dict of str to numpy.ndarray
        One column per property, one row per object.
    """
    if extra_properties is not None:
        refuse("regionprops_table", "extra_properties", extra_properties, "None")
    if spacing is not None:
        refuse("regionprops_table", "spacing", spacing, "None")
    for name in properties:
        if name not in PROPERTIES:
            refuse("regionprops_table", "a property", name, ", ".join(PROPERTIES))
    labels = np.asarray(label_image)
    wanted = {"size", "box"} | {PROPERTIES[name][0] for name in properties} - {""}
    table = preamar.measure(labels, intensity_image, properties=sorted(wanted))
    objects = table["label"] > 0
    table = {name: column[objects] for name, column in table.items()}
    return {
        name + part.replace("-", separator): column
        for name in properties
        for part, column in PROPERTIES[name][1](table, labels.ndim).items()
    }
