"""Replacements for functions of `skimage.measure`."""

from __future__ import annotations

import numpy as np

import preamar

from ._common import planar, refuse, resolved_connectivity, spatial

__all__ = ["label", "regionprops_table"]


def label(label_image, background=None, return_num=False, connectivity=None):
    """Label connected components; equivalent to `skimage.measure.label`. Components have one pixel value.

    Parameters
    ----------
    label_image : numpy.ndarray
        An image of 1 to 3 axes. Floating-point values are truncated to integers, as in scikit-image: 0.9 is background,
        and 1.2 and 1.9 are one value. Threshold such images first.
    background : int, default: 0
        The pixel value that belongs to no object. For bool images, values other than 0 and 1 count as 0.
    return_num : bool, default: False
        Also return the number of objects.
    connectivity : int, default: number of axes
        1 connects pixels that share a face, the number of axes also those that share a corner.

    Returns
    -------
    numpy.ndarray, or a tuple of it and int
        Labels 1 to N in raster order of the first pixel of each object: int64, or int32 for bool images.

    Raises
    ------
    ValueError
        A floating-point image contains NaN, infinity or a value beyond int64. In scikit-image the result for these
        depends on the processor.
    """
    image = np.asarray(label_image)
    if image.dtype == bool:
        background = int(background == 1)
    else:
        background = 0 if background is None else int(background)
        image = _integers(image, background)
    connectivity = resolved_connectivity("label", connectivity, image.ndim)
    labels, count = preamar.label(planar(image), connectivity=connectivity, background=background, by_value=True)
    narrow = image.dtype == bool and count < 2**31
    labels = labels.astype(np.int32 if narrow else np.int64, copy=False).reshape(image.shape)
    return (labels, count) if return_num else labels


def _integers(image, background):
    """Integers of a dtype that holds the background: int64 for floating-point images, truncated."""
    if image.dtype.kind in "iu":
        limits = np.iinfo(image.dtype)
        return image if limits.min <= background <= limits.max else image.astype(np.int64)
    if image.dtype.kind != "f":
        raise TypeError(f"label: label_image has dtype {image.dtype}; convert it to integers or bool")
    lowest, highest = float(image.min(initial=0)), float(image.max(initial=0))
    if not -(2.0**63) <= lowest <= highest < 2.0**63:
        raise ValueError(
            "label: image contains NaN, infinity or values beyond int64; replace them, for example by numpy.nan_to_num, "
            "or pass a mask such as image > 0"
        )
    return image.astype(np.int64)


# For each property: the property of `preamar.measure` that it needs, and how to compute its columns from the table.
def _single(column, dtype=float):
    return lambda table, rank: {"": table[column].astype(dtype)}


def _axes(column, dtype, count):
    return lambda table, rank: {f"-{i}": table[f"{column}-{i}"].astype(dtype) for i in range(count * rank)}


def _box_area(table, rank):
    return np.prod([table[f"box-{rank + axis}"] - table[f"box-{axis}"] for axis in range(rank)], axis=0)


# `step-A` is the spacing along axis A.
def _local_centroid(table, rank):
    return {f"-{i}": table[f"centroid-{i}"] - table[f"box-{i}"] * table[f"step-{i}"] for i in range(rank)}


# In the order of scikit-image. `size`, `box` and `area` are always measured.
PROPERTIES = {
    "label": ("", _single("label", int)),
    "area": ("", _single("area")),
    "area_bbox": ("", lambda table, rank: {"": table["area"] / table["size"] * _box_area(table, rank)}),
    "area_convex": ("area_convex", _single("area_convex")),
    "axis_major_length": ("axes", _single("axis_length-0")),
    "axis_minor_length": ("axes", lambda table, rank: {"": table[f"axis_length-{rank - 1}"]}),
    "bbox": ("", _axes("box", int, 2)),
    "centroid": ("centroid", _axes("centroid", float, 1)),
    "centroid_local": ("centroid", _local_centroid),
    "eccentricity": ("eccentricity", _single("eccentricity")),
    "equivalent_diameter_area": ("equivalent_diameter_area", _single("equivalent_diameter_area")),
    "euler_number": ("euler_number", _single("euler_number", int)),
    "extent": ("extent", _single("extent")),
    "feret_diameter_max": ("feret_diameter_max", _single("feret_diameter_max")),
    "intensity_max": ("intensity_max", _single("intensity_max")),
    "intensity_mean": ("intensity_mean", _single("intensity_mean")),
    "intensity_median": ("intensity_median", _single("intensity_median")),
    "intensity_min": ("intensity_min", _single("intensity_min")),
    "intensity_std": ("intensity_std", _single("intensity_std")),
    "num_pixels": ("", _single("size", int)),
    "orientation": ("orientation", _single("orientation")),
    "perimeter": ("perimeter", _single("perimeter")),
    "perimeter_crofton": ("perimeter_crofton", _single("perimeter_crofton")),
    "solidity": ("solidity", _single("solidity")),
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
        One or more of label, area, area_bbox, area_convex, axis_major_length, axis_minor_length, bbox, centroid,
        centroid_local, eccentricity, equivalent_diameter_area, euler_number, extent, feret_diameter_max, intensity_max,
        intensity_mean, intensity_median, intensity_min, intensity_std, num_pixels, orientation, perimeter,
        perimeter_crofton and solidity. Any other name raises ValueError.
    cache : bool, optional
        Ignored.
    separator : str, optional
        Text between the name of a property and the number of its column.
    extra_properties : None
        Not supported.
    spacing : sequence of float, optional
        Pixel spacing along each axis.

    Returns
    -------
    dict of str to numpy.ndarray
        One column per property, one row per object.
    """
    if extra_properties is not None:
        refuse("regionprops_table", "extra_properties", extra_properties, "None")
    for name in properties:
        if name not in PROPERTIES:
            refuse("regionprops_table", "a property", name, ", ".join(PROPERTIES))
    labels = spatial(label_image)
    grey = None if intensity_image is None else spatial(intensity_image)
    steps = np.broadcast_to(1.0 if spacing is None else np.asarray(spacing, float), labels.ndim).tolist()
    wanted = {"size", "box", "area"} | {PROPERTIES[name][0] for name in properties} - {""}
    table = preamar.measure(labels, grey, properties=sorted(wanted), spacing=steps)
    objects = table["label"] > 0
    table = {name: column[objects] for name, column in table.items()}
    for axis in range(labels.ndim):
        table[f"step-{axis}"] = np.full(table["size"].shape, steps[axis])
    return {
        name + part.replace("-", separator): column
        for name in properties
        for part, column in PROPERTIES[name][1](table, labels.ndim).items()
    }
