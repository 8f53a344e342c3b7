"""Prints the type stub of the package, made from the operator table:

python -P python/stubs.py > python/preamar/__init__.pyi
"""

from preamar import _ext
from preamar._operators import returns, signature_of

FIXED = '''\
# Made by python/stubs.py from the operator table; a test compares.
from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, NamedTuple

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

class FileInfo(NamedTuple):
    format: str
    dtype: str
    shape: tuple[int, ...]
    chunk: tuple[int, ...]
    compression: str
    shard: tuple[int, ...] = ()
    axes: tuple[Axis, ...] = ()
    levels: tuple[tuple[int, ...], ...] = ()
    samples: int = 1
    refusal: str = ""

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
def describe(file: str | PathLike[str], *, level: int = 0, select: str = "") -> FileInfo: ...
def read_image(file: str | PathLike[str], *, level: int = 0, select: str = "") -> NDArray[Any]: ...
def run_in_blocks(
    operator: str,
    *inputs: str | PathLike[str] | None,
    output: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
    memory: int | None = None,
    block: Sequence[int] | None = None,
    resume: bool = False,
    overwrite: bool = False,
    lock: bool = True,
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[float], object] | None = None,
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
    axes: Sequence[Axis | tuple[str, str, float]] = (),
    chunk: Sequence[int] | None = None,
    shard: Sequence[int] | None = None,
    pyramid: str | None = None,
) -> None: ...
'''

COMMON_TYPES = {
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


def parameter_lines(row):
    types = {part["name"]: "ArrayLike | None" if part["optional"] else "ArrayLike" for part in row["inputs"]}
    types |= {option["name"]: option_type(option) for option in row["options"]} | COMMON_TYPES
    types["out"] = f"{out_type(row)} | None"
    star_seen = False
    for name, parameter in signature_of(row).parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY and not star_seen:
            yield "    *,"
            star_seen = True
        default = "" if parameter.default is parameter.empty else f" = {literal(parameter.default)}"
        yield f"    {name}: {types[name]}{default},"


def function_stub(row):
    lines = "\n".join(parameter_lines(row))
    return f"def {row['name']}(\n{lines}\n) -> {return_type(row)}: ...\n"


def stub():
    return FIXED + "".join(map(function_stub, _ext.operators()))


if __name__ == "__main__":
    print(stub(), end="")
