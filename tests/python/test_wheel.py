"""An installed wheel stands on its own; tools/wheel --test runs these."""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import preamar
import pytest

pytestmark = pytest.mark.skipif("PREAMAR_WHEEL" not in os.environ, reason="for installed wheels")

SITE = pathlib.Path(sysconfig.get_path("platlib"))
BUNDLED = ("libtbb", "libtiff", "libpng", "libzstd", "libdeflate", "libhwy")
LIBRARIES = SITE / "preamar.libs"  # a portable wheel has none: they are in its programs


def command(*arguments):
    program = shutil.which("preamar")
    assert program and pathlib.Path(program).parent == pathlib.Path(sys.executable).parent
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def test_the_installed_package_is_tested():
    assert SITE in pathlib.Path(preamar.__file__).parents


def test_the_extension_uses_the_libraries_of_the_wheel():
    code = "import preamar; preamar.generate('tissue', 64); print(open('/proc/self/maps').read())"
    maps = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True).stdout
    loaded = {line.split()[-1] for line in maps.splitlines() if "/" in line}
    for library in BUNDLED:
        files = [file for file in loaded if os.path.basename(file).startswith(library)]
        assert len(files) == LIBRARIES.is_dir(), (library, files)
        assert all(pathlib.Path(file).parent == LIBRARIES for file in files), (library, files)
    assert not any("jbig" in file for file in loaded)


def test_the_command_uses_the_libraries_of_the_wheel():
    listed = subprocess.run(["ldd", SITE / "preamar/bin/preamar"], capture_output=True, text=True, check=True).stdout
    for library in BUNDLED:
        lines = [line for line in listed.splitlines() if line.strip().startswith(library)]
        assert len(lines) == LIBRARIES.is_dir(), (library, lines)
        for line in lines:
            found = pathlib.Path(line.split("=>")[1].split("(")[0].strip()).resolve()
            assert found.parent == LIBRARIES.resolve(), line


def test_licences_are_inside():
    notices = {file.name for file in (SITE / "preamar/licences").iterdir()}
    if LIBRARIES.is_dir():
        assert {"libtbb-dev", "libtiff-dev", "libpng-dev", "libzstd-dev", "libdeflate-dev", "libhwy-dev"} <= notices
    else:
        assert {"onetbb", "tiff", "libpng1.6", "libzstd", "libdeflate", "highway", "libcxx"} <= notices
    assert {"nanobind", "libjs-leaflet"} <= notices


def test_the_viewer_has_its_page():
    for name in ("leaflet/leaflet.min.js", "leaflet/leaflet.css", "page/index.html", "page/view.js", "page/view.css"):
        assert (SITE / "preamar/view" / name).is_file()
    assert "usage: preamar view" in command("view", "--help").stdout


def test_the_command_says_its_version():
    done = command("--version")
    assert done.returncode == 0 and preamar.__version__ in done.stdout


def test_the_command_from_file_to_file(tmp_path):
    marker, mask = preamar.generate("tissue-50-h", 200)
    preamar.write_image(tmp_path / "marker.tif", marker)
    preamar.write_image(tmp_path / "mask.png", mask)
    done = command("reconstruct", tmp_path / "marker.tif", tmp_path / "mask.png", "-o", tmp_path / "out.tif")
    assert done.returncode == 0, done.stderr
    assert (preamar.read_image(tmp_path / "out.tif") == preamar.reconstruct(marker, mask)).all()


def test_the_command_says_what_is_wrong(tmp_path):
    done = command("reconstruct", tmp_path / "absent.tif", tmp_path / "absent.tif", "-o", tmp_path / "out.tif")
    assert done.returncode != 0 and "absent.tif" in done.stderr
    assert command("reconstuct").returncode == 2
