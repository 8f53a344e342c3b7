"""Recipes for other package managers: the files in packaging/, with the version, address and digests of the source."""

import hashlib
import re
import shutil
import sys
from pathlib import Path

from project import Project

MANAGERS = ["conan", "conda", "docker", "vcpkg"]


def archive(project, target):
    """The source as others download it."""
    prefix = f"--prefix=preamar-{project.version}/"
    project.git("archive", prefix, "--format=tar.gz", f"--output={target}", "HEAD")


def write(project, source, target):
    """Writes them to `target`. Without an address of the repository, the source is the archive on this machine."""
    repository = project.addresses.get("Repository")
    release = f"{repository}/releases/download/v{project.version}/{source.name}" if repository else source.as_uri()
    data = source.read_bytes()
    values = {
        "version": project.version,
        "description": project.description,
        "source_url": release,
        "sha256": hashlib.sha256(data).hexdigest(),
        "sha512": hashlib.sha512(data).hexdigest(),
        "homepage_line": f"  homepage: {repository}" if repository else "",
    }
    for manager in MANAGERS:
        shutil.copytree(project.root / "packaging" / manager, target / manager)
    for template in target.rglob("*.in"):
        text = re.sub(r"@(\w+)@", lambda name: values[name[1]], template.read_text())
        template.with_suffix("").write_text(text.rstrip() + "\n")
        template.unlink()


def main():
    """recipes.py FOLDER: the recipes of HEAD as FOLDER/recipes, and its version as FOLDER/version."""
    root, target = Path(__file__).parents[2], Path(sys.argv[1]).resolve()
    project = Project(root)
    source = target / f"preamar-{project.version}.tar.gz"
    archive(project, source)
    write(project, source, target / "recipes")
    (target / "version").write_text(project.version + "\n")


if __name__ == "__main__":
    main()
