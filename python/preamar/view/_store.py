"""The labels in an OME-Zarr, and the links that must not lead out of it."""

from __future__ import annotations

import json
import os


def require_within(path, folder):
    """Raise OSError if a link or `..` leads from `folder` to a `path` outside.

    The reader itself follows no link out of the folder that it is given, but that folder may be a link.
    """
    real = os.path.realpath(path)
    root = os.path.realpath(folder)
    if os.path.commonpath([real, root]) != root:
        raise OSError(f"{path}: a link leads out of {folder}; it is not followed")


def labels_in(image):
    """Names of the label images that an OME-Zarr lists in its group `labels`; none for other files."""
    group = os.path.join(image, "labels")
    for name, keys in (("zarr.json", ("attributes", "ome", "labels")), (".zattrs", ("labels",))):
        file = os.path.join(group, name)
        if not os.path.isfile(file):
            continue
        require_within(file, image)
        with open(file, encoding="utf-8") as stream:
            found = json.load(stream)
        for key in keys:
            found = found.get(key, {}) if isinstance(found, dict) else {}
        return [label for label in found if isinstance(label, str)] if isinstance(found, list) else []
    return []
