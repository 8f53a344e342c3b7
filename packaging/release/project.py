"""What the repository says of itself: version, description, addresses and changes."""

import re
import subprocess
import tomllib


class Project:
    def __init__(self, root):
        self.root = root
        header = (root / "include/preamar/version.h").read_text()
        self.version = ".".join(re.findall(r"version_(?:major|minor|patch) = (\d+)", header))
        metadata = tomllib.loads((root / "pyproject.toml").read_text())["project"]
        self.description = metadata["description"]
        self.addresses = metadata.get("urls", {})  # the one place where addresses stand

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.root, *arguments], check=True, capture_output=True, text=True).stdout

    def commit_time(self):
        """Seconds since 1970 of the last commit: the time that files of a release carry."""
        return int(self.git("log", "-1", "--format=%ct"))

    def changes(self):
        """When this version was released, by the changelog ('Unreleased' before that), and the text about it."""
        sections = re.split(r"^## ", (self.root / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
        for section in sections:
            heading, _, text = section.partition("\n")
            if found := re.fullmatch(r"\[(.+)\] - (.+)", heading.strip()):
                if found[1] == self.version:
                    return found[2], text.strip() + "\n"
        return None, ""

    def faults(self, version, rehearsal):
        """Why this cannot be released as that version."""
        if version != self.version:
            yield f"include/preamar/version.h has version {self.version}, not {version}"
        date, _ = self.changes()
        if date is None:
            yield f"CHANGELOG.md has no section [{self.version}]"
        elif not rehearsal and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", date):
            yield f"CHANGELOG.md has '{date}' instead of a date for version {self.version}"
        if changed := self.git("status", "--porcelain").splitlines():
            yield f"{len(changed)} files are not committed, the first is {changed[0].split()[-1]}"
