"""Python functions from the rows of the operator table."""

from __future__ import annotations

import operator
from inspect import Parameter, Signature
from itertools import product
from keyword import iskeyword

import numpy as np

from . import _ext
from ._documentation import documentation_of
from ._valid import VALID, has_own_valid, masked, valid_pixels
from ._volumes import require_meaning

OUT = ("out", None, "numpy.ndarray, optional", "array that receives the result; by default a new array is returned")
OUTS = ("out", None, "numpy.ndarray or tuple, optional", "arrays that receive the result images; by default new arrays")
# The parameters of every operator: name, default, type and help.
COMMON = (
    ("threads", None, "int, default: one per processor", "maximum number of threads"),
    ("device", "cpu", "str, default: 'cpu'", 'a name of `preamar.devices()`, such as "opencl:0"; "hybrid" for all'),
    ("scratch_memory", None, "int, default: no limit", "maximum memory beyond the images, in bytes"),
    ("progress", None, "callable, optional", "called repeatedly with the fraction done, 0 to 1"),
)


def function_name(name):
    """The name of an operator's function in Python and C++: ``and_`` for "and", a keyword of both, as in `operator`."""
    return f"{name}_" if iskeyword(name) else name


def positional(row):
    """What may be passed by position: required inputs and options, then optional inputs."""
    required = [part for part in row["inputs"] if not part["optional"]]
    required += [option for option in row["options"] if option["required"]]
    return required, [part for part in row["inputs"] if part["optional"]]


def common_to(row):
    """The parameters of every operator; `out` only if the operator returns images."""
    images = sum(output["kind"] == "image" for output in row["outputs"])
    valid = () if has_own_valid(row) else (VALID,)
    return (*((), (OUT,), (OUTS,))[min(images, 2)], *valid, *COMMON)


def returns(row):
    """Each list of outputs that a call can return, the shortest first: flags add outputs."""
    flags = sorted({output["with"] for output in row["outputs"]} - {""})
    for chosen in product((False, True), repeat=len(flags)):
        given = {"", *(flag for flag, wanted in zip(flags, chosen) if wanted)}
        yield [output for output in row["outputs"] if output["with"] in given]


def signature_of(row, common=None):
    """The signature of an operator: `positional` first, all other parameters by keyword, the last of them `common`."""
    required, optional = positional(row)
    parameters = [Parameter(part["name"], Parameter.POSITIONAL_OR_KEYWORD) for part in required]
    parameters += [Parameter(part["name"], Parameter.POSITIONAL_OR_KEYWORD, default=None) for part in optional]
    parameters += [
        Parameter(option["name"], Parameter.KEYWORD_ONLY, default=option["default"])
        for option in row["options"]
        if not option["required"]
    ]
    parameters += [Parameter(name, Parameter.KEYWORD_ONLY, default=default)
                   for name, default, _, _ in (common_to(row) if common is None else common)]
    return Signature(parameters)


def arguments(name, signature, args, kwargs):
    """The arguments of a call by name, with the defaults. The message of a TypeError begins with `name`."""
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        raise TypeError(f"{name}() {error}") from None
    bound.apply_defaults()
    return bound.arguments


def make_function(row):
    """Returns the Python function of one row."""
    name = row["name"]
    signature = signature_of(row)

    def function(*args, **kwargs):
        given = arguments(function_name(name), signature, args, kwargs)
        _check_common(name, given)
        valid = valid_pixels(name, [given[part["name"]] for part in row["inputs"]], given["valid"])
        images = [_input(name, part, given[part["name"]]) for part in row["inputs"] if part["name"] != "valid"]
        results = _ext.run(
            name,
            tuple(images),
            {option["name"]: plain(given[option["name"]]) for option in row["options"]},
            given.get("out"),
            valid,
            given["device"],
            given["threads"],
            given["scratch_memory"],
            given["progress"],
        )
        return results if valid is None else masked(*results)

    function.__name__ = function.__qualname__ = function_name(name)
    function.__module__ = "preamar"
    function.__signature__ = signature
    function.__doc__ = documentation_of(row, common_to(row))
    return function


def _check_common(name, given):
    """Checks types only; the values are checked where they are used."""
    wrong = "{}: {} is {!r}; it must be {}".format
    for key in ("threads", "scratch_memory"):
        try:
            given[key] = given[key] if given[key] is None else operator.index(given[key])
        except TypeError:
            raise TypeError(wrong(name, key, given[key], "an integer or None")) from None
    if not isinstance(given["device"], str):
        raise TypeError(wrong(name, "device", given["device"], "a name of preamar.devices()"))
    if given["progress"] is not None and not callable(given["progress"]):
        raise TypeError(wrong(name, "progress", given["progress"], "callable or None"))


def _input(name, part, value):
    if (value is None and part["optional"]) or isinstance(value, _ext.DeviceImage):
        return value
    image = np.asarray(value)
    require_meaning(f"{name}: {part['name']}", value, image.shape, image.dtype.name)
    return image


def plain(value):
    """Converts NumPy numbers and arrays to Python numbers and lists."""
    return value.tolist() if isinstance(value, (np.generic, np.ndarray)) else value
