"""What a wheel contains besides Preamar, from the build that made it."""

import importlib.metadata
import subprocess
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python/packaging"))
from audit import licence_rows


def said(*command):
    """What a command prints; nothing if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def version_of(name, build):
    """The version that was built: of Debian's source or package, of a Python package, or of the compiler."""
    changelog = build / "source" / name / "debian/changelog"
    if version := said("dpkg-parsechangelog", "--file", changelog, "--show-field", "Version"):
        return version
    if version := said("dpkg-query", "--show", "--showformat=${Version}", name):
        return version
    packages = [str(path) for path in build.parent.glob("*/**/lib/python3*/site-packages")]
    for asked, form in ((name, "{}"), ("ziglang", "Zig {}")):
        for found in importlib.metadata.distributions(name=asked, path=packages):
            return form.format(found.version)
    raise SystemExit(f"tools/release: the version of {name} is unknown")


def outdated(build):
    """The sources that are older than Debian's newest, which could not be fetched (tools/debian_source)."""
    for newer in sorted(build.glob("source/*/debian/newer")):
        name = newer.parents[1].name
        listed = newer.read_text().strip()
        yield f"{name} {version_of(name, build)} was built; Debian has {listed}, perhaps a security update"


def of(wheel, root, build):
    """Name, version and licence of each part of a portable wheel: those whose licences are inside."""
    licences = {name: licence for name, licence, _ in licence_rows(root / "python/licences.txt")}
    for name in sorted(notices(wheel)):
        if name not in licences:
            raise SystemExit(f"tools/release: {wheel.name} contains {name}, which is not in python/licences.txt")
        yield name, version_of(name, build), licences[name]


def notices(wheel):
    """The texts of licences in a wheel, by name."""
    with zipfile.ZipFile(wheel) as archive:
        return {Path(entry).name: archive.read(entry).decode() for entry in archive.namelist()
                if "preamar/licences/" in entry and not entry.endswith("/")}
