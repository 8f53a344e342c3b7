"""Lists what a wheel holds and fails on what it must not hold.

python audit.py LICENCES WHEEL COMMANDS: every shared object, program and script library (.min.js) must be in LICENCES,
and so must every library that COMMANDS, the file of the commands that built it, links. The tag must be one that this
machine's C library satisfies.
"""

import os
import pathlib
import platform
import re
import sys
import zipfile

C_LIBRARY = {"libc", "libdl", "libm", "libpthread", "librt"}  # of the machine that runs the wheel; the tag covers it


def licence_rows(file):
    """Name, licence and libraries of each row of licences.txt."""
    for line in pathlib.Path(file).read_text().splitlines():
        if row := line.split("#")[0].strip():
            name, licence, libraries = (part.strip() for part in row.split("|"))
            yield name, licence, libraries.split()


def allowed_libraries(file):
    return {library: licence for _, licence, libraries in licence_rows(file) for library in libraries}


def libraries(wheel):
    """Path and size of each ELF file and script library."""
    for entry in wheel.infolist():
        with wheel.open(entry) as stream:
            if stream.read(4) == b"\x7fELF" or entry.filename.endswith(".min.js"):
                yield entry.filename, entry.file_size


def library_name(path):
    """'libtiff' of 'preamar.libs/libtiff-1a2b3c4d.so.6.0.0'."""
    return re.sub(r"(-[0-9a-f]{6,})?(\.abi3|\.cpython-[^.]*)?(\.so(\.\d+)*|\.min\.js)?$", "", os.path.basename(path))


def linked_libraries(commands_file):
    """'libz' of -lz, of libz.a and of libz.so."""
    names = set()
    for word in pathlib.Path(commands_file).read_text().split():
        if re.fullmatch(r"-l[\w+-]+", word):
            names.add("lib" + word[2:])
        elif re.search(r"/?lib[^/]*\.(a|so(\.\d+)*)$", word):
            names.add(re.sub(r"\.(a|so(\.\d+)*)$", "", os.path.basename(word)))
    return sorted(names - C_LIBRARY)


def glibc_of_tag(file_name):
    versions = [tuple(map(int, found)) for found in re.findall(r"manylinux_(\d+)_(\d+)", file_name)]
    return min(versions, default=None)


def audit(licence_file, wheel_file, commands_file):
    allowed = allowed_libraries(licence_file)
    name = os.path.basename(wheel_file)
    print(f"{name}: {os.path.getsize(wheel_file) / 1e6:.2f} MB")
    complaints = []
    with zipfile.ZipFile(wheel_file) as wheel:
        found = list(libraries(wheel))
        for path, size in found:
            licence = allowed.get(library_name(path))
            print(f"  {size / 1e6:6.2f} MB  {path}  {licence or 'NOT ON THE LICENCE LIST'}")
            if licence is None:
                complaints.append(f"{path} is not in {licence_file}")
        if len({library_name(path) for path, _ in found}) < len(found):
            complaints.append(f"{name} holds a library twice")
    linked = linked_libraries(commands_file)
    print("  links", *linked)
    complaints += [f"{library} is linked and not in {licence_file}" for library in linked if library not in allowed]
    machine = tuple(map(int, platform.libc_ver()[1].split(".")[:2]))
    tag = glibc_of_tag(name)
    if tag is None or tag > machine:
        complaints.append(f"{name} has no manylinux tag that glibc {machine[0]}.{machine[1]} satisfies")
    else:
        print(f"  runs with glibc {tag[0]}.{tag[1]} and later; this machine has {machine[0]}.{machine[1]}")
    return complaints


if __name__ == "__main__":
    sys.exit("\n".join(audit(*sys.argv[1:])) or 0)
