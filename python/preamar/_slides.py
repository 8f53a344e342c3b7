"""Finds the OpenSlide of the package openslide-bin, which reads slides. Nothing is loaded before the first slide."""

import importlib.util
import os

from . import _ext


def offer_openslide():
    package = importlib.util.find_spec("openslide_bin")
    if package is not None and package.origin is not None:
        _ext.set_openslide_library(os.path.join(os.path.dirname(package.origin), "libopenslide.so.1"))
