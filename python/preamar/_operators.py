"""Python functions from the rows of the operator table."""

from __future__ import annotations

import operator
import re
from inspect import Parameter, Signature
from itertools import product

import numpy as np

from . import _ext

OUT = ("out", None, "numpy.ndarray, optional", "where the result is written; by default a new array")
OUTS = ("out", None, "numpy.ndarray or tuple, optional", "where the images are written; by default new arrays")
# What every operator takes besides its own options: name, default, type and help.
COMMON = (
    ("threads", None, "int, optional", "at most so many threads; by default one for each processor"),
    ("device", "cpu", "str, optional", 'a name of `preamar.devices()`; "reference" is plain serial loops'),
    ("scratch_memory", None, "int, optional", "bytes that the call may use beyond its images; by default no limit"),
    ("progress", None, "callable, optional", "called now and then with the part done, 0 to 1"),
)
OUTPUT_TYPES = {"image": "numpy.ndarray", "number": "int", "real": "float", "table": "dict of str to numpy.ndarray"}


def positional(row):
    """What may be given by place: inputs and options that must be, then inputs that need not be."""
    required = [part for part in row["inputs"] if not part["optional"]]
    required += [option for option in row["options"] if option["required"]]
    return required, [part for part in row["inputs"] if part["optional"]]


def common_to(row):
    """The parameters beside the operator's own; `out` only where there are images."""
    images = sum(output["kind"] == "image" for output in row["outputs"])
    return (*((), (OUT,), (OUTS,))[min(images, 2)], *COMMON)


def returns(row):
    """Each list of outputs that a call can give, the shortest first: flags ask for some of them."""
    flags = sorted({output["with"] for output in row["outputs"]} - {""})
    for chosen in product((False, True), repeat=len(flags)):
        given = {"", *(flag for flag, wanted in zip(flags, chosen) if wanted)}
        yield [output for output in row["outputs"] if output["with"] in given]


def signature_of(row):
    """The signature of an operator: what `positional` says, the rest by keyword."""
    required, optional = positional(row)
    parameters = [Parameter(part["name"], Parameter.POSITIONAL_OR_KEYWORD) for part in required]
    parameters += [Parameter(part["name"], Parameter.POSITIONAL_OR_KEYWORD, default=None) for part in optional]
    parameters += [
        Parameter(option["name"], Parameter.KEYWORD_ONLY, default=option["default"])
        for option in row["options"]
        if not option["required"]
    ]
    parameters += [Parameter(name, Parameter.KEYWORD_ONLY, default=default) for name, default, _, _ in common_to(row)]
    return Signature(parameters)


def option_type(option):
    """The type of an option in words, as numpydoc wants it."""
    kind = option["type"]
    if option["choices"]:  # "str", or the last word of "str or sequence of str"
        kind = kind[: -len("str")] + "{%s}" % ", ".join(map(repr, option["choices"]))
    return kind if option["required"] else f"{kind}, default {option['default_text']}"


def input_type(part):
    """The type of an input in words."""
    return "array_like, optional" if part["optional"] else "array_like"


def documentation_of(row):
    """A docstring in the manner of numpydoc."""
    parts = [(part["name"], input_type(part), part["help"]) for part in row["inputs"]]
    parts += [(option["name"], option_type(option), option["help"]) for option in row["options"]]
    parts += [(name, kind, text) for name, _, kind, text in common_to(row)]
    results = [(output["name"], OUTPUT_TYPES[output["kind"]], _output_help(output)) for output in row["outputs"]]
    return (
        f"{row['summary']}.\n\nParameters\n----------\n{_section(parts)}\n\nReturns\n-------\n{_section(results)}\n\n"
        f"Examples\n--------\n>>> result = preamar.{row['name']}({_example(row)})  # doctest: +SKIP\n\n"
        f"The same on the command line::\n\n    {row['example']}\n"
    )


def make_function(row):
    """The Python function of one row."""
    name = row["name"]
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
            tuple(_input(part, given[part["name"]]) for part in row["inputs"]),
            {option["name"]: _plain(given[option["name"]]) for option in row["options"]},
            given.get("out"),
            given["device"],
            given["threads"],
            given["scratch_memory"],
            given["progress"],
        )

    function.__name__ = function.__qualname__ = name
    function.__module__ = "preamar"
    function.__signature__ = signature
    function.__doc__ = documentation_of(row)
    return function


def _section(parts):
    return "\n".join(f"{name} : {kind}\n    {_sentence(text)}" for name, kind, text in parts)


def _sentence(text):
    return f"{text[0].upper()}{text[1:]}."


def _output_help(output):
    return f"{output['help']}; only with `{output['with']}`" if output["with"] else output["help"]


def _example(row):
    """The arguments of the row's command, as they stand in a call."""
    required, _ = positional(row)
    values = dict(re.findall(r"--(\w+)[ =](\S+)", row["example"]))
    names = [part["name"] for part in required]
    return ", ".join(f"{name}={values[name]}" if name in values else name for name in names)


def _check_common(name, given):
    """Types alone; the values are checked where they are used."""
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


def _input(part, value):
    if (value is None and part["optional"]) or isinstance(value, _ext.DeviceImage):
        return value
    return np.asarray(value)


def _plain(value):
    """NumPy's numbers as the Python ones they stand for."""
    return value.tolist() if isinstance(value, (np.generic, np.ndarray)) else value
