"""Python functions from the rows of the operator table."""

from __future__ import annotations

import operator
from inspect import Parameter, Signature

import numpy as np

from . import _ext

# What every operator takes besides its own options: name, default, type and help.
COMMON = (
    ("out", None, "numpy.ndarray, optional", "where the result is written; it may be the first input"),
    ("threads", None, "int, optional", "at most so many threads; by default one for each processor"),
    ("device", "cpu", "str, optional", 'a name of `preamar.devices()`; "reference" is plain serial loops'),
    ("memory", None, "int, optional", "bytes that the call may use beyond its images; by default no limit"),
    ("progress", None, "callable, optional", "called now and then with the part done, 0 to 1"),
)


def is_required(option):
    """An option whose row gives no default in words must be given."""
    return option["fallback"] == ""


def signature_of(row):
    """The signature of an operator: inputs and required options first, the rest by keyword."""
    required = [option for option in row["options"] if is_required(option)]
    optional = [option for option in row["options"] if not is_required(option)]
    parameters = [Parameter(part["name"], Parameter.POSITIONAL_OR_KEYWORD) for part in [*row["inputs"], *required]]
    parameters += [Parameter(o["name"], Parameter.KEYWORD_ONLY, default=o["default"]) for o in optional]
    parameters += [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default, _, _ in COMMON]
    return Signature(parameters)


def option_type(option):
    """The type of an option in words, as numpydoc wants it."""
    kind = "{%s}" % ", ".join(map(repr, option["choices"])) if option["choices"] else option["type"]
    return kind if is_required(option) else f"{kind}, default {option['fallback']}"


def documentation_of(row):
    """A docstring in the manner of numpydoc."""
    parts = [(part["name"], "array_like", part["help"]) for part in row["inputs"]]
    parts += [(option["name"], option_type(option), option["help"]) for option in row["options"]]
    parts += [(name, kind, text) for name, _, kind, text in COMMON]
    parameters = "\n".join(f"{name} : {kind}\n    {_sentence(text)}" for name, kind, text in parts)
    inputs = ", ".join(part["name"] for part in row["inputs"])
    return (
        f"{row['summary']}.\n\nParameters\n----------\n{parameters}\n\n"
        "Returns\n-------\nnumpy.ndarray\n    `out`, or a new array.\n\n"
        f"Examples\n--------\n>>> result = preamar.{row['name']}({inputs})  # doctest: +SKIP\n\n"
        f"The same on the command line::\n\n    {row['example']}\n"
    )


def make_function(row):
    """The Python function of one row."""
    name = row["name"]
    input_names = [part["name"] for part in row["inputs"]]
    option_names = [option["name"] for option in row["options"]]
    signature = signature_of(row)

    def function(*args, **kwargs):
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        bound.apply_defaults()
        given = bound.arguments
        _check_common(name, given)
        return _ext.run(
            name,
            tuple(np.asarray(given[key]) for key in input_names),
            {key: _plain(given[key]) for key in option_names},
            given["out"],
            given["device"],
            given["threads"],
            given["memory"],
            given["progress"],
        )

    function.__name__ = function.__qualname__ = name
    function.__module__ = "preamar"
    function.__signature__ = signature
    function.__doc__ = documentation_of(row)
    return function


def _sentence(text):
    return f"{text[0].upper()}{text[1:]}."


def _check_common(name, given):
    """Types alone; the values are checked where they are used."""
    wrong = "{}: {} is {!r}; it must be {}".format
    for key in ("threads", "memory"):
        try:
            given[key] = given[key] if given[key] is None else operator.index(given[key])
        except TypeError:
            raise TypeError(wrong(name, key, given[key], "a whole number or None")) from None
    if not isinstance(given["device"], str):
        raise TypeError(wrong(name, "device", given["device"], "a name of preamar.devices()"))
    if given["progress"] is not None and not callable(given["progress"]):
        raise TypeError(wrong(name, "progress", given["progress"], "callable or None"))


def _plain(value):
    """A NumPy scalar as the Python number it stands for."""
    return value.item() if isinstance(value, np.generic) else value
