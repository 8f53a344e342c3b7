"""The docstring of an operator, in NumPy's sections, from its row of the operator table."""

from __future__ import annotations

from ._examples import EXAMPLES

OUTPUT_TYPES = {"image": "numpy.ndarray", "number": "int", "real": "float", "table": "dict of str to numpy.ndarray"}

RAISES = (
    ("TypeError", "an argument has the wrong type, or the dtype of an array is none of Preamar's, such as complex64"),
    ("ValueError", "a value is out of range, shapes differ, or the operator does not take the dtype or NaN"),
    ("MemoryError", "memory, or the limit `scratch_memory`, is not enough"),
    ("RuntimeError", "the device is not available, or does not take the operator or the dtype"),
    ("KeyboardInterrupt", "the call was stopped by Ctrl-C"),
)

METHOD_RAISES = (
    ("TypeError", "an argument has the wrong type, such as a number where an image is needed"),
    ("ValueError", "a value is out of range, `name` is in use, or an image belongs to another pipeline"),
)

SEE_ALSO = {
    "and": ("threshold", "valid", "invert", "subtract"),
    "canny": ("gradient", "sobel", "hysteresis"),
    "cast": ("threshold", "gaussian"),
    "clear_border": ("label", "remove_small_objects", "reconstruct"),
    "closing": ("opening", "dilate", "erode", "closing_by_reconstruction"),
    "closing_by_reconstruction": ("opening_by_reconstruction", "closing", "reconstruct"),
    "compare_edges": ("canny",),
    "dilate": ("erode", "opening", "closing"),
    "distance": ("geodesic_distance", "expand_labels", "watershed"),
    "erode": ("dilate", "opening", "closing"),
    "expand_labels": ("label", "distance", "watershed"),
    "fill_depressions": ("fill_holes", "reconstruct", "valid"),
    "fill_holes": ("remove_small_holes", "fill_depressions", "reconstruct"),
    "gaussian": ("gradient", "canny", "valid"),
    "geodesic_distance": ("distance", "reconstruct"),
    "gradient": ("sobel", "gaussian", "canny"),
    "h_maxima": ("h_minima", "regional_maxima", "reconstruct"),
    "h_minima": ("h_maxima", "regional_minima", "reconstruct"),
    "histogram": ("otsu", "minmax"),
    "hysteresis": ("threshold", "canny"),
    "invert": ("subtract", "and_"),
    "label": ("relabel", "measure", "remove_small_objects"),
    "measure": ("label", "polygons", "relabel"),
    "minmax": ("histogram", "valid"),
    "opening": ("closing", "top_hat", "opening_by_reconstruction"),
    "opening_by_reconstruction": ("closing_by_reconstruction", "opening", "reconstruct"),
    "otsu": ("threshold", "histogram"),
    "polygons": ("label", "measure", "relabel"),
    "reconstruct": ("fill_holes", "h_maxima", "opening_by_reconstruction"),
    "regional_maxima": ("regional_minima", "h_maxima"),
    "regional_minima": ("regional_maxima", "h_minima"),
    "relabel": ("label", "measure"),
    "remove_small_holes": ("remove_small_objects", "fill_holes"),
    "remove_small_objects": ("remove_small_holes", "clear_border", "label"),
    "sobel": ("gradient", "canny"),
    "subtract": ("invert", "and_", "top_hat"),
    "threshold": ("otsu", "hysteresis"),
    "top_hat": ("opening",),
    "valid": ("and_", "minmax", "gaussian", "fill_depressions"),
    "watershed": ("label", "distance", "h_minima"),
}

DETERMINISTIC = "The result is deterministic: it is bit-identical on every device and for every number of threads."
EXCEPT_NEAREST_SEED = 'Exception: ``method="nearest_seed"`` is an approximation that depends on the order of visits.'


def documentation_of(row, common):
    """The docstring; `common` are the parameters of every operator: name, default, type and help."""
    parts = [(part["name"], input_type(part), part["help"]) for part in row["inputs"]]
    parts += [(option["name"], option_type(option), option["help"]) for option in row["options"]]
    parts += [(name, kind, text) for name, _, kind, text in common]
    results = [(output["name"], OUTPUT_TYPES[output["kind"]], _output_help(output)) for output in row["outputs"]]
    sections = {
        "Parameters": _fields(parts),
        "Returns": _fields(results),
        "Raises": "\n".join(f"{kind}\n    {_sentence(text)}" for kind, text in RAISES),
        "See Also": ", ".join(SEE_ALSO.get(row["name"], ())),
        "Notes": _notes(row),
        "Examples": _examples(row),
    }
    texts = [f"{title}\n{'-' * len(title)}\n{text}\n" for title, text in sections.items() if text]
    return "\n".join([f"{row['summary']}.\n", *texts])


def method_documentation_of(row, function, common):
    """The docstring of the method of `Pipeline` that does what `function` does; `common` as in `documentation_of`."""
    parts = [(part["name"], f"PipelineValue{', optional' * part['optional']}", part["help"]) for part in row["inputs"]]
    parts += [(option["name"], method_option_type(option), option["help"]) for option in row["options"]]
    parts += [(name, kind, text) for name, _, kind, text in common]
    results = [f"- ``{output['name']}`` ({value_kind(output)}): {_output_help(output)}" for output in row["outputs"]]
    sections = {
        "Parameters": _fields(parts),
        "Returns": "PipelineStep\n    Its results, by name:\n\n" + "\n".join(f"    {result}." for result in results),
        "Raises": "\n".join(f"{kind}\n    {_sentence(text)}" for kind, text in METHOD_RAISES),
        "See Also": function,
    }
    texts = [f"{title}\n{'-' * len(title)}\n{text}\n" for title, text in sections.items()]
    return "\n".join([f"{row['summary']}, as a step of the pipeline.\n", *texts])


def method_option_type(option):
    """As `option_type`: a number may also be that of another step."""
    kind, *default = option_type(option).split(", default: ")
    return ", default: ".join([f"{kind} or PipelineValue" if is_numeric(option) else kind, *default])


def is_numeric(option):
    """Whether the option may be a number that another step finds."""
    return option["type"] in ("int", "float")


def value_kind(output):
    """The kind of a result in words: a real is a number."""
    return "number" if output["kind"] == "real" else output["kind"]


def option_type(option):
    """The type of an option in words, as numpydoc wants it."""
    kind = option["type"]
    if option["choices"]:  # "str", or the last word of "str or sequence of str"
        kind = kind[: -len("str")] + "{%s}" % ", ".join(map(repr, option["choices"]))
    if option["required"]:
        return kind
    default = option["default_text"] if option["default"] is None else repr(option["default"])
    return f"{kind}, default: {default}"


def input_type(part):
    """The type of an input in words."""
    return "array_like, optional" if part["optional"] else "array_like"


def _fields(parts):
    return "\n".join(f"{name} : {kind}\n    {_sentence(text)}" for name, kind, text in parts)


def _sentence(text):
    return f"{text[0].upper()}{text[1:]}."


def _output_help(output):
    return f"{output['help']}; returned only if `{output['with']}` is true" if output["with"] else output["help"]


def _notes(row):
    by_danielsson = any("nearest_seed" in option["choices"] for option in row["options"])
    return "\n".join([DETERMINISTIC, *([EXCEPT_NEAREST_SEED] if by_danielsson else [])])


def _examples(row):
    imports = ">>> import numpy as np\n>>> import preamar\n"
    shown = EXAMPLES.get(row["name"], "").strip()
    return f"{imports}{shown}\n\nOn the command line::\n\n    {row['example']}"
