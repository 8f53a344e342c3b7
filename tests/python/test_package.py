"""The package: what it offers, its documentation and stubs, files and test images."""

import ast
import inspect
import keyword
import pathlib
import re
import subprocess
import sys

import numpy as np
import preamar
import pytest
from images import DTYPES, random_pair
from preamar._operators import function_name

ROOT = pathlib.Path(__file__).parents[2]


def test_version():
    header = (ROOT / "include/preamar/version.h").read_text()
    assert preamar.__version__ == ".".join(re.findall(r"version_(?:major|minor|patch) = (\d+)", header))


def test_every_operator_of_the_table_is_a_function():
    rows = preamar._ext.operators()
    assert "reconstruct" in [row["name"] for row in rows]
    for row in rows:
        name = function_name(row["name"])
        function = getattr(preamar, name)
        assert name in preamar.__all__ and name.isidentifier() and not keyword.iskeyword(name)
        assert function.__name__ == function.__qualname__ == name and function.__module__ == "preamar"
        parameters = inspect.signature(function).parameters
        for part in [*row["inputs"], *row["options"]]:
            assert part["name"] in parameters
            assert f"\n{part['name']} : " in function.__doc__
        assert row["example"] in function.__doc__


def test_signature():
    assert str(inspect.signature(preamar.reconstruct)) == (
        "(marker, mask, *, method='dilation', connectivity=None, nan='refuse', "
        "out=None, valid=None, threads=None, device='cpu', scratch_memory=None, progress=None)"
    )


def test_stubs_are_up_to_date():
    made = subprocess.run([sys.executable, "-P", ROOT / "python/stubs.py"], capture_output=True, text=True, check=True)
    assert made.stdout == (ROOT / "python/preamar/__init__.pyi").read_text(), (
        "python -P python/stubs.py > python/preamar/__init__.pyi makes them anew"
    )


def test_stubs_have_the_parameters_of_the_functions():
    def parameters(function):
        given = function.args
        return [a.arg for a in [*given.posonlyargs, *given.args, *filter(None, [given.vararg]), *given.kwonlyargs,
                                *filter(None, [given.kwarg])]]

    tree = ast.parse((ROOT / "python/preamar/__init__.pyi").read_text())
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            assert parameters(node) == list(inspect.signature(getattr(preamar, node.name)).parameters), node.name
        if not isinstance(node, ast.ClassDef) or node.name.startswith("_"):
            continue
        known = getattr(preamar, node.name)
        fields = [part.target.id for part in node.body if isinstance(part, ast.AnnAssign)]
        assert fields == list(getattr(known, "_fields", [])), node.name
        if node.name != "Pipeline":
            continue
        for method in (part for part in node.body if isinstance(part, ast.FunctionDef)):
            assert parameters(method) == list(inspect.signature(getattr(known, method.name)).parameters), method.name


def test_the_package_is_typed():
    package = pathlib.Path(preamar.__file__).parent
    assert (package / "py.typed").exists() and (package / "__init__.pyi").exists()


def test_devices():
    assert {"cpu", "reference"} <= {device.name for device in preamar.devices()}
    assert all(device.description for device in preamar.devices())


def test_instances():
    instances = preamar.instances()
    assert [instance.name for instance in instances] == sorted(instance.name for instance in instances)
    for instance in instances:
        images = preamar.generate(instance.name, 16)
        images = images if isinstance(images, tuple) else (images,)
        assert len(images) == instance.images and all(image.shape == (16,) * instance.rank for image in images)
    np.testing.assert_array_equal(preamar.generate("tissue", np.int64(16)), preamar.generate("tissue", 16))
    for name, size in (("tisue", 16), ("tissue", 7), ("tissue", -(2**62))):
        with pytest.raises(ValueError, match=name):
            preamar.generate(name, size)


@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if dtype != "bool"])
@pytest.mark.parametrize("shape", [(20, 30), (4, 20, 30)])
def test_files(tmp_path, shape, dtype):
    image = random_pair(shape, dtype)[1]
    file = tmp_path / "image.tif"
    preamar.write_image(file, image[..., ::-1])
    np.testing.assert_array_equal(preamar.read_image(str(file)), image[..., ::-1])
    info = preamar.describe(file)
    assert (info.dtype, info.shape, info.compression) == (dtype, shape, "deflate")
    with pytest.raises(OSError, match=re.escape(str(file))):
        preamar.write_image(file, image)
    preamar.write_image(file, image, compression="none", tile=0, overwrite=True)
    assert preamar.describe(file).compression == "none"
    np.testing.assert_array_equal(preamar.read_image(file), image)


def test_a_tiff_of_another_library(tmp_path):
    tifffile = pytest.importorskip("tifffile")
    image = random_pair((33, 44), "uint16")[1]
    tifffile.imwrite(tmp_path / "theirs.tif", image)
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "theirs.tif"), image)
    preamar.write_image(tmp_path / "ours.tif", image, compression="none")
    np.testing.assert_array_equal(tifffile.imread(tmp_path / "ours.tif"), image)
