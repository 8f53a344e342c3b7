"""Finds Leaflet, the map library of the page: in the package, or as Debian installs it."""

from __future__ import annotations

from pathlib import Path

_FOLDERS = [Path(__file__).parent / "leaflet", Path("/usr/share/javascript/leaflet")]
_FILES = {"/leaflet.js": "leaflet.min.js", "/leaflet.css": "leaflet.css"}


def leaflet_files(folders=_FOLDERS):
    """Addresses on the server and the files that they show."""
    for folder in folders:
        if all((folder / name).is_file() for name in _FILES.values()):
            return {address: folder / name for address, name in _FILES.items()}
    raise OSError("Leaflet, which draws the page, is not installed; the wheel of preamar has it, and Debian's package "
                  "libjs-leaflet")
