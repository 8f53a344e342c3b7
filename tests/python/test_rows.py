"""Functions, documentation and stubs of operators of every kind, from rows made up for it."""

import importlib.util
import pathlib

import pytest
from preamar import _operators

ROOT = pathlib.Path(__file__).parents[2]


def documentation(made):
    return _operators.documentation_of(made, _operators.common_to(made))


def load_stubs():
    spec = importlib.util.spec_from_file_location("stubs", ROOT / "python/stubs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def option(name, kind, default_text, default=None, choices=()):
    row = {"name": name, "type": kind, "default": default, "default_text": default_text, "help": f"a {name}"}
    return row | {"required": default_text == "", "choices": choices}


def made_up_input(name, *, optional=False):
    return {"name": name, "help": f"an {name}", "optional": optional}


def output(name, kind="image", flag=""):
    return {"name": name, "help": f"the {name}", "kind": kind, "with": flag}


def row(**parts):
    made = {"name": "op", "summary": "Do it", "inputs": [made_up_input("image")], "options": [], "outputs": []}
    return made | {"example": "preamar op image.tif --h 10 -o out.tif"} | parts


COMMON = "valid=None, threads=None, device='cpu', scratch_memory=None, progress=None"


def test_required_options_come_by_place_and_optional_inputs_after_them():
    made = row(
        inputs=[made_up_input("image"), made_up_input("mask", optional=True)],
        options=[option("flat", "bool", "false", False), option("h", "float", "")],
        outputs=[output("image")],
    )
    assert str(_operators.signature_of(made)) == f"(image, h, mask=None, *, flat=False, out=None, {COMMON})"
    text = documentation(made)
    assert "\nmask : array_like, optional\n    An mask.\n" in text
    assert "\nh : float\n    A h.\n" in text
    assert "preamar op image.tif --h 10 -o out.tif" in text
    function = _operators.make_function(made)
    with pytest.raises(TypeError, match=r"^op\(\) missing a required argument: 'h'$"):
        function([[1]])


def test_a_table_has_no_out():
    made = row(outputs=[output("table", "table")])
    assert str(_operators.signature_of(made)) == f"(image, *, {COMMON})"
    assert "\nReturns\n-------\ntable : dict of str to numpy.ndarray\n    The table.\n" in documentation(made)
    assert load_stubs().function_stub(made).endswith(") -> dict[str, NDArray[Any]]: ...\n")


def test_several_outputs_are_a_tuple():
    made = row(outputs=[output("labels"), output("count", "number")])
    stub = load_stubs().function_stub(made)
    assert "    out: NDArray[Any] | None = None,\n" in stub
    assert stub.endswith(") -> tuple[NDArray[Any], int]: ...\n")


def test_a_flag_asks_for_an_output():
    made = row(
        options=[option("indices", "bool", "false", False), option("spacing", "float or sequence of float", "1", 1.0)],
        outputs=[output("image"), output("nearest", flag="indices")],
    )
    stub = load_stubs().function_stub(made)
    assert "    out: NDArray[Any] | tuple[NDArray[Any], NDArray[Any]] | None = None,\n" in stub
    assert "    spacing: float | Sequence[float] = 1.0,\n" in stub
    assert stub.endswith(") -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...\n")
    assert "\nnearest : numpy.ndarray\n    The nearest; returned only if `indices` is true.\n" in documentation(made)
