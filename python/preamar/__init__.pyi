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
def canny(
    image: ArrayLike,
    sigma: float,
    low: float,
    high: float,
    *,
    method: Literal["gradient", "differential"] = "gradient",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def clear_border(
    image: ArrayLike,
    *,
    kind: Literal["automatic", "binary", "grey", "labels"] = "automatic",
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def closing(
    image: ArrayLike,
    radius: int,
    *,
    shape: Literal["box", "disk", "ball"] = "ball",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def closing_by_reconstruction(
    image: ArrayLike,
    radius: int,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def compare_edges(
    found: ArrayLike,
    expected: ArrayLike,
    *,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[float, float, float]: ...
def dilate(
    image: ArrayLike,
    radius: int,
    *,
    shape: Literal["box", "disk", "ball"] = "ball",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def distance(
    image: ArrayLike,
    *,
    spacing: float | Sequence[float] = 1.0,
    squared: bool = False,
    indices: bool = False,
    method: Literal["exact", "nearest_seed"] = "exact",
    out: NDArray[Any] | tuple[NDArray[Any], NDArray[Any]] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
def erode(
    image: ArrayLike,
    radius: int,
    *,
    shape: Literal["box", "disk", "ball"] = "ball",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def expand_labels(
    labels: ArrayLike,
    *,
    distance: float = 1.0,
    spacing: float | Sequence[float] = 1.0,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def fill_depressions(
    elevation: ArrayLike,
    *,
    nodata: float | None = None,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def fill_holes(
    image: ArrayLike,
    *,
    connectivity: int = 1,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def gaussian(
    image: ArrayLike,
    sigma: float,
    *,
    spacing: float | Sequence[float] = 1.0,
    kernel: Literal["sampled", "discrete"] = "sampled",
    truncate: float = 4.0,
    error: float = 0.01,
    border: Literal["nearest", "reflect", "constant", "wrap"] = "nearest",
    dtype: Literal["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"] | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def geodesic_distance(
    marker: ArrayLike,
    mask: ArrayLike,
    *,
    connectivity: int | None = None,
    weights: Literal["steps", "quasi_euclidean"] = "steps",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def gradient(
    image: ArrayLike,
    sigma: float,
    *,
    spacing: float | Sequence[float] = 1.0,
    truncate: float = 4.0,
    border: Literal["nearest", "reflect", "constant", "wrap"] = "nearest",
    direction: bool = False,
    out: NDArray[Any] | tuple[NDArray[Any], NDArray[Any]] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
def h_maxima(
    image: ArrayLike,
    h: float,
    *,
    connectivity: int | None = None,
    extended: bool = False,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
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
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def histogram(
    image: ArrayLike,
    *,
    bins: int = 256,
    range: float | Sequence[float] | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def hysteresis(
    image: ArrayLike,
    low: float,
    high: float,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def label(
    image: ArrayLike,
    *,
    connectivity: int | None = None,
    background: int = 0,
    by_value: bool = False,
    dtype: Literal["uint32", "uint64"] = "uint32",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[NDArray[Any], int]: ...
def measure(
    labels: ArrayLike,
    intensity: ArrayLike | None = None,
    *,
    properties: str | Sequence[Literal["size", "box", "centroid", "covariance", "axes", "boundary", "sphericity", "elongation", "intensity_min", "intensity_max", "intensity_mean", "intensity_variance"]] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> dict[str, NDArray[Any]]: ...
def minmax(
    image: ArrayLike,
    *,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[float, float]: ...
def opening(
    image: ArrayLike,
    radius: int,
    *,
    shape: Literal["box", "disk", "ball"] = "ball",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def opening_by_reconstruction(
    image: ArrayLike,
    radius: int,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def otsu(
    image: ArrayLike,
    *,
    bins: int = 256,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> float: ...
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
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def regional_maxima(
    image: ArrayLike,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def regional_minima(
    image: ArrayLike,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def relabel(
    labels: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[NDArray[Any], int]: ...
def remove_small_holes(
    image: ArrayLike,
    size: int,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def remove_small_objects(
    image: ArrayLike,
    size: int,
    *,
    connectivity: int | None = None,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def sobel(
    image: ArrayLike,
    *,
    border: Literal["nearest", "reflect", "constant", "wrap"] = "nearest",
    direction: bool = False,
    out: NDArray[Any] | tuple[NDArray[Any], NDArray[Any]] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
def threshold(
    image: ArrayLike,
    value: float,
    *,
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def top_hat(
    image: ArrayLike,
    radius: int,
    *,
    shape: Literal["box", "disk", "ball"] = "ball",
    out: NDArray[Any] | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
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
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
