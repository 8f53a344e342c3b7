"""Compares two folders of files that were built from the same commit."""

import io
import tarfile
import zipfile


def members(name, data):
    """The parts of an archive as (name, bytes), or none for other files."""
    if name.endswith(".whl"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {entry: archive.read(entry) for entry in archive.namelist()}
    if name.endswith((".tar.gz", ".tar.xz", ".tar")):
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            return {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}
    return {}


def differences(first, second):
    """What differs, as sentences; the parts of an archive are named."""
    names = sorted({path.name for folder in (first, second) for path in folder.iterdir() if path.is_file()})
    for name in names:
        if not (first / name).exists() or not (second / name).exists():
            yield f"{name} was built only once"
            continue
        one, other = (first / name).read_bytes(), (second / name).read_bytes()
        if one == other:
            continue
        inside, beside = members(name, one), members(name, other)
        parts = sorted(part for part in inside.keys() | beside.keys() if inside.get(part) != beside.get(part))
        yield f"{name} differs" + (f" in {', '.join(parts)}" if parts else "")
