"""The steps of a pipeline, and the methods of `Pipeline` from the rows of the operator table."""

from inspect import Parameter

from . import _ext
from ._documentation import is_numeric, method_documentation_of, value_kind
from ._operators import arguments, function_name, plain, signature_of

NAME = ("name", None, "str, default: the name of the operator",
        "name of the step in plans, reports and messages; a repeated default gets a number")


class PipelineValue:
    """An image, a number or a table of a pipeline, which `Pipeline.run` computes.

    Pass an image to the methods of the `Pipeline` as an input, and a number as the value of an option.
    """

    __slots__ = ("_kind", "_pipeline", "_reference")

    def __init__(self, pipeline, reference, kind):
        self._pipeline, self._reference, self._kind = pipeline, reference, kind

    def __repr__(self):
        return f"<{self._kind} {self._reference!r} of a pipeline>"


class PipelineStep(PipelineValue):
    """A step of a pipeline: stands for its first image or its table.

    All results are attributes, by the names of the operator's outputs: ``step.count``. If a step finds one number,
    ``step.value`` is that number.
    """

    __slots__ = ("_flags", "_results")

    def __init__(self, pipeline, name, outputs, flags):
        """`flags` is a dict of bool: the outputs that need one that is False are absent."""
        kinds = {output["name"]: value_kind(output) for output in outputs if flags.get(output["with"], True)}
        self._results = {output: PipelineValue(pipeline, f"{name}.{output}", kind) for output, kind in kinds.items()}
        first = next((output for output, kind in kinds.items() if kind != "number"), None)
        super().__init__(pipeline, name, "step" if first is None else kinds[first])
        if first is not None:
            self._results[first] = PipelineValue(pipeline, name, kinds[first])
        numbers = [value for value in self._results.values() if value._kind == "number"]
        if len(numbers) == 1:
            self._results.setdefault("value", numbers[0])
        self._flags = {output["name"]: output["with"] for output in outputs if output["name"] not in kinds}

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._flags:
            raise AttributeError(f"{self._reference}: result {name!r} needs {self._flags[name]}=True")
        if name not in self._results:
            raise AttributeError(f"{self._reference}: result {name!r} is unknown; it has {', '.join(self._results)}")
        return self._results[name]

    def __dir__(self):
        return [*super().__dir__(), *self._results]


def value_of(pipeline, argument, kinds, value):
    """The reference of a value of that pipeline: "step" or "step.output". `argument` begins messages."""
    expected = "it must be " + " or ".join("an image" if kind == "image" else f"a {kind}" for kind in kinds)
    if not isinstance(value, PipelineValue):
        hint = ", such as pipeline.read(file)" if "image" in kinds else ""
        raise TypeError(f"{argument} is {value!r}; {expected} of the pipeline{hint}")
    if value._pipeline is not pipeline:
        raise ValueError(f"{argument} is {value._reference!r} of another pipeline; {expected} of this one")
    if value._kind not in kinds:
        others = [other._reference for other in getattr(value, "_results", {}).values() if other._kind in kinds]
        hint = f": pass {others[0]}" if others else ""
        raise TypeError(f"{argument} is the {value._kind} {value._reference!r}; {expected}{hint}")
    return value._reference


def make_method(row):
    """Returns the method of one row, which adds a step."""
    name = function_name(row["name"])
    unbound = signature_of(row, (NAME,))
    signature = unbound.replace(parameters=[Parameter("self", Parameter.POSITIONAL_ONLY), *unbound.parameters.values()])

    def method(self, *args, **kwargs):
        given = arguments(f"Pipeline.{name}", unbound, args, kwargs)
        inputs = [
            value_of(self, f"{row['name']}: {part['name']}", ["image"], given[part["name"]])
            for part in row["inputs"]
            if not (part["optional"] and given[part["name"]] is None)
        ]
        numbers, options = {}, {}
        for option in row["options"]:
            value = given[option["name"]]
            if isinstance(value, PipelineValue) and is_numeric(option):
                numbers[option["name"]] = value_of(self, f"{row['name']}: {option['name']}", ["number"], value)
            else:
                options[option["name"]] = plain(value)
        _ext.check_options(row["name"], options)
        step = self._new_name(given["name"], row["name"])
        self._steps.append((step, row["name"], inputs, options, numbers))
        return PipelineStep(self, step, row["outputs"], {name: bool(value) for name, value in options.items()})

    method.__name__, method.__qualname__, method.__module__ = name, f"Pipeline.{name}", "preamar"
    method.__signature__ = signature
    method.__doc__ = method_documentation_of(row, name, (NAME,))
    return method
