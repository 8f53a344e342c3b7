"""The bill of materials of a release, as SPDX 2.3: what its files contain, with versions and licences."""

import datetime
import hashlib
import json
import pathlib


def digest(file):
    with open(file, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def package(name, version, licence, **more):
    identifier = "SPDXRef-" + "".join(letter if letter.isalnum() else "-" for letter in f"{name}-{version}")
    return {"SPDXID": identifier, "name": name, "versionInfo": version, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, **more}


def document(project, files, parts):
    """`parts` has, for each file that contains other software, triples of name, version and licence."""
    made = datetime.datetime.fromtimestamp(project.commit_time(), datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    packages, relations = {}, []
    for file in files:
        whole = package(file.name, project.version, "Apache-2.0", packageFileName=file.name,
                        checksums=[{"algorithm": "SHA256", "checksumValue": digest(file)}])
        packages[whole["SPDXID"]] = whole
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", whole["SPDXID"]))
        for part in parts.get(file, []):
            inside = package(*part)
            packages[inside["SPDXID"]] = inside
            relations.append((whole["SPDXID"], "CONTAINS", inside["SPDXID"]))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"preamar-{project.version}",
        "documentNamespace": f"urn:preamar:{project.version}:{project.git('rev-parse', 'HEAD').strip()}",
        "creationInfo": {"created": made, "creators": ["Tool: tools/release"]},
        "packages": list(packages.values()),
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b}
                          for a, kind, b in relations],
    }


def write(target, *arguments):
    pathlib.Path(target).write_text(json.dumps(document(*arguments), indent=1) + "\n")
