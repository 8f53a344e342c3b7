"""Prints the type stub of the package, made from the operator table:

python -P python/stubs.py > python/preamar/__init__.pyi
"""

from textwrap import indent

from preamar import _ext
from preamar._documentation import is_numeric
from preamar._operators import function_name, returns, signature_of
from preamar._steps import NAME

FIXED = '''\
# Made by python/stubs.py from the operator table; a test compares.
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple, Protocol, overload

from numpy.typing import ArrayLike, NDArray

__version__: str
__all__: list[str]

class Device(NamedTuple):
    name: str
    description: str

class Instance(NamedTuple):
    name: str
    rank: int
    images: int
    summary: str

class Axis(NamedTuple):
    name: str
    unit: str = ""
    scale: float = 1.0

class Quantity(NamedTuple):
    scale: float = 1.0
    offset: float = 0.0
    unit: str = ""
    description: str = ""

class Metadata(NamedTuple):
    axes: tuple[Axis, ...] = ()
    origin: tuple[float, ...] = ()
    direction: tuple[float, ...] = ()
    space: str = ""
    georeference: tuple[tuple[int, int, bytes], ...] = ()
    nodata: float | None = None
    quantity: Quantity = Quantity()

class FileInfo(NamedTuple):
    format: str
    dtype: str
    shape: tuple[int, ...]
    chunk: tuple[int, ...]
    compression: str
    shard: tuple[int, ...] = ()
    metadata: Metadata = Metadata()
    levels: tuple[tuple[int, ...], ...] = ()
    samples: int = 1
    refusal: str = ""
    decoder: str = ""
    channel: str = ""
    has_mask: bool = False

class _Source(Protocol):
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> Any: ...
    def __getitem__(self, key: Any, /) -> Any: ...

class _Sink(_Source, Protocol):
    def __setitem__(self, key: Any, value: Any, /) -> Any: ...

class PipelineStage(NamedTuple):
    steps: tuple[str, ...]
    block: tuple[int, ...]
    blocks: int
    passes: int
    reads_depend_on_pixels: bool
    peak_memory: int

class PipelineImage(NamedTuple):
    name: str
    reads: int
    writes: int
    blocks_read: int
    blocks_written: int
    temporary: bool
    bytes: int

class PipelinePlan(NamedTuple):
    stages: tuple[PipelineStage, ...]
    images: tuple[PipelineImage, ...]
    peak_memory: int
    temporary_bytes: int

class PipelineReport(NamedTuple):
    plan: PipelinePlan
    found: dict[str, dict[str, Any]]

class PipelineValue: ...

class PipelineStep(PipelineValue):
    def __getattr__(self, name: str) -> PipelineValue: ...

class DeviceImage:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def dtype(self) -> str: ...
    @property
    def device(self) -> str: ...
    def numpy(self) -> NDArray[Any]: ...
    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...

def devices() -> list[Device]: ...
def to_device(array: NDArray[Any], device: str) -> DeviceImage: ...
def from_dlpack(array: Any) -> DeviceImage: ...
def instances() -> list[Instance]: ...
def generate(name: str, size: int) -> NDArray[Any] | tuple[NDArray[Any], ...]: ...
def add_store(store: Any) -> str: ...
def describe(
    file: str | PathLike[str],
    *,
    level: int = 0,
    select: str = "",
    channel: str = "",
    stains: ArrayLike | None = None,
    channel_range: tuple[float, float] | None = None,
) -> FileInfo: ...
@overload
def read_image(
    file: str | PathLike[str],
    *,
    level: int = 0,
    select: str = "",
    channel: str = "",
    stains: ArrayLike | None = None,
    channel_range: tuple[float, float] | None = None,
    mask: bool = False,
    region: Sequence[tuple[int, int]] | None = None,
    metadata: Literal[False] = False,
) -> NDArray[Any]: ...
@overload
def read_image(
    file: str | PathLike[str],
    *,
    level: int = 0,
    select: str = "",
    channel: str = "",
    stains: ArrayLike | None = None,
    channel_range: tuple[float, float] | None = None,
    mask: bool = False,
    region: Sequence[tuple[int, int]] | None = None,
    metadata: Literal[True],
) -> tuple[NDArray[Any], Metadata]: ...
def volume(image: ArrayLike) -> NDArray[Any]: ...
def unmix_stains(rgb: NDArray[Any], stains: ArrayLike | None = None) -> NDArray[Any]: ...
def polygons(
    labels: ArrayLike,
    *,
    simplify: float = 0.0,
    image_name: str = "",
    metadata: Metadata | None = None,
    object_type: Literal["detection", "annotation", "cell", "tile"] = "detection",
    classification: str = "",
    measurements: str | PathLike[str] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> dict[str, Any]: ...
def run_in_blocks(
    operator: str,
    *inputs: str | PathLike[str] | _Source | None,
    output: str | PathLike[str] | _Sink | Sequence[str | PathLike[str] | _Sink] = (),
    memory: int | str | None = None,
    block: Sequence[int] | None = None,
    resume: bool = False,
    overwrite: bool = False,
    lock: bool = True,
    strict: bool = False,
    level: int = 0,
    select: str = "",
    channel: str = "",
    stains: ArrayLike | None = None,
    channel_range: tuple[float, float] | None = None,
    ignore_metadata: bool = False,
    nodata: float | None = None,
    mask: bool = False,
    valid: str | PathLike[str] | _Source | None = None,
    valid_out: str | PathLike[str] | _Sink | None = None,
    compression: str | None = None,
    tile: int = 256,
    chunk: Sequence[int] | None = None,
    shard: Sequence[int] | None = None,
    pyramid: str | None = None,
    cog: bool = False,
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[float], object] | bool | None = None,
    **options: Any,
) -> dict[str, Any]: ...
def write_image(
    file: str | PathLike[str],
    image: NDArray[Any],
    *,
    compression: str | None = None,
    tile: int = 256,
    overwrite: bool = False,
    lock: bool = True,
    metadata: Metadata | None = None,
    strict: bool = False,
    chunk: Sequence[int] | None = None,
    shard: Sequence[int] | None = None,
    pyramid: str | None = None,
    cog: bool = False,
) -> None: ...
'''

PIPELINE = '''\

class Pipeline:
    def read(
        self,
        file: str | PathLike[str],
        *,
        level: int = 0,
        select: str = "",
        channel: str = "",
        stains: ArrayLike | None = None,
        channel_range: tuple[float, float] | None = None,
        ignore_metadata: bool = False,
        nodata: float | None = None,
        mask: bool = False,
        valid: PipelineValue | None = None,
        name: str | None = None,
    ) -> PipelineValue: ...
    def write(
        self,
        result: PipelineValue,
        file: str | PathLike[str],
        *,
        image_name: str = "",
        object_type: Literal["detection", "annotation", "cell", "tile"] = "detection",
        classification: str = "",
        measurements: str | PathLike[str] | None = None,
    ) -> None: ...
    def plan(
        self,
        *,
SETTINGS
    ) -> PipelinePlan: ...
    def run(
        self,
        *,
SETTINGS
        progress: Callable[[float], object] | bool | None = None,
    ) -> PipelineReport: ...
'''
SETTINGS = '''\
        memory: int | str | None = None,
        block: Sequence[int] | None = None,
        resume: bool = False,
        overwrite: bool = False,
        lock: bool = True,
        strict: bool = False,
        compression: str | None = None,
        tile: int = 256,
        chunk: Sequence[int] | None = None,
        shard: Sequence[int] | None = None,
        pyramid: str | None = None,
        cog: bool = False,
        device: str = "cpu",
        threads: int | None = None,'''

COMMON_TYPES = {
    "valid": "ArrayLike | None",
    "threads": "int | None",
    "device": "str",
    "scratch_memory": "int | None",
    "progress": "Callable[[float], object] | None",
}
OUTPUT_TYPES = {"image": "NDArray[Any]", "number": "int", "real": "float", "table": "dict[str, NDArray[Any]]"}


def option_type(option):
    choices = f"Literal{list(option['choices'])}".replace("'", '"')
    kinds = {
        "float or sequence of float": "float | Sequence[float]",
        "sequence of (float, float)": "Sequence[tuple[float, float]]",
        "str or sequence of str": f"str | Sequence[{choices}]",
        "str": choices,
    }
    kind = kinds.get(option["type"], option["type"])
    return kind if option["default"] is not None or option["required"] else f"{kind} | None"


def union(types):
    return " | ".join(dict.fromkeys(types))


def out_type(row):
    counts = [sum(output["kind"] == "image" for output in outputs) for outputs in returns(row)]
    return union(OUTPUT_TYPES["image"] if count == 1 else tuple_of(["NDArray[Any]"] * count) for count in counts)


def tuple_of(types):
    return f"tuple[{', '.join(types)}]"


def return_type(row):
    lists = [[OUTPUT_TYPES[output["kind"]] for output in outputs] for outputs in returns(row)]
    return union(types[0] if len(types) == 1 else tuple_of(types) for types in lists)


def literal(value):
    return f'"{value}"' if isinstance(value, str) else repr(value)


def input_types(row, image):
    return {part["name"]: f"{image} | None" if part["optional"] else image for part in row["inputs"]}


def parameter_lines(signature, types):
    star_seen = False
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and not star_seen:
            yield "    *,"
            star_seen = True
        default = "" if parameter.default is parameter.empty else f" = {literal(parameter.default)}"
        yield f"    {name}: {types[name]}{default},"


def function_stub(row):
    types = input_types(row, "ArrayLike") | {option["name"]: option_type(option) for option in row["options"]}
    types |= COMMON_TYPES | {"out": f"{out_type(row)} | None"}
    lines = "\n".join(parameter_lines(signature_of(row), types))
    return f"def {function_name(row['name'])}(\n{lines}\n) -> {return_type(row)}: ...\n"


def method_stub(row):
    types = input_types(row, "PipelineValue") | {"name": "str | None"}
    types |= {option["name"]: option_type(option) + " | PipelineValue" * is_numeric(option) for option in row["options"]}
    lines = indent("\n".join(parameter_lines(signature_of(row, (NAME,)), types)), "    ")
    return f"    def {function_name(row['name'])}(\n        self,\n{lines}\n    ) -> PipelineStep: ...\n"


def stub():
    rows = _ext.operators()
    pipeline = PIPELINE.replace("SETTINGS", SETTINGS) + "".join(map(method_stub, rows))
    functions = [row for row in rows if f"def {row['name']}(" not in FIXED]
    return FIXED + "".join(map(function_stub, functions)) + pipeline


if __name__ == "__main__":
    print(stub(), end="")
