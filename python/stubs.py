"""Prints the type stub of the package, made from the operator table:

python -P python/stubs.py > python/preamar/__init__.pyi
"""

import preamar
from preamar import _ext
from preamar._operators import is_required

FIXED = '''\
# Made by python/stubs.py from the operator table; a test compares.
from collections.abc import Callable
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

class FileInfo(NamedTuple):
    format: str
    dtype: str
    shape: tuple[int, ...]
    chunk: tuple[int, ...]
    compression: str

def devices() -> list[Device]: ...
def instances() -> list[Instance]: ...
def generate(name: str, size: int) -> NDArray[Any] | tuple[NDArray[Any], ...]: ...
def describe(file: str | PathLike[str]) -> FileInfo: ...
def read_image(file: str | PathLike[str]) -> NDArray[Any]: ...
def write_image(
    file: str | PathLike[str],
    image: NDArray[Any],
    *,
    compression: str | None = None,
    tile: int = 256,
    overwrite: bool = False,
) -> None: ...
'''

COMMON_TYPES = {
    "out": "NDArray[Any] | None",
    "threads": "int | None",
    "device": "str",
    "memory": "int | None",
    "progress": "Callable[[float], object] | None",
}


def option_type(option):
    kind = f"Literal{list(option['choices'])}".replace("'", '"') if option["choices"] else option["type"]
    return kind if option["default"] is not None or is_required(option) else f"{kind} | None"


def literal(value):
    return f'"{value}"' if isinstance(value, str) else repr(value)


def parameter_lines(row):
    types = dict.fromkeys((part["name"] for part in row["inputs"]), "ArrayLike")
    types |= {option["name"]: option_type(option) for option in row["options"]} | COMMON_TYPES
    star_seen = False
    for name, parameter in getattr(preamar, row["name"]).__signature__.parameters.items():
        by_keyword = parameter.kind is parameter.KEYWORD_ONLY
        if by_keyword and not star_seen:
            yield "    *,"
            star_seen = True
        default = f" = {literal(parameter.default)}" if by_keyword else ""
        yield f"    {name}: {types[name]}{default},"


def function_stub(row):
    lines = "\n".join(parameter_lines(row))
    return f"def {row['name']}(\n{lines}\n) -> NDArray[Any]: ...\n"


def stub():
    return FIXED + "".join(map(function_stub, _ext.operators()))


if __name__ == "__main__":
    print(stub(), end="")
