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
def h_maxima(
    image: ArrayLike,
    h: float,
    *,
    connectivity: int | None = None,
    extended: bool = False,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def h_minima(
    image: ArrayLike,
    h: float,
    *,
    connectivity: int | None = None,
    extended: bool = False,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def measure(
    labels: ArrayLike,
    intensity: ArrayLike | None = None,
    *,
    properties: str = "all",
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> dict[str, NDArray[Any]]: ...
def reconstruct(
    marker: ArrayLike,
    mask: ArrayLike,
    *,
    method: Literal["dilation", "erosion"] = "dilation",
    connectivity: int | None = None,
    nan: Literal["refuse", "ignore"] = "refuse",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def regional_maxima(
    image: ArrayLike,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def regional_minima(
    image: ArrayLike,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def relabel(
    labels: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[NDArray[Any], int]: ...
def watershed(
    image: ArrayLike,
    markers: ArrayLike,
    mask: ArrayLike | None = None,
    *,
    connectivity: int = 1,
    line: bool = False,
    plateau: int | None = None,
    nan: Literal["refuse", "ignore"] = "refuse",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
