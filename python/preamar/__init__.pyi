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
def and_(
    image: ArrayLike,
    mask: ArrayLike,
    *,
    value: float = 0.0,
    distinct: bool = False,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def canny(
    image: ArrayLike,
    sigma: float,
    low: float,
    high: float,
    *,
    method: Literal["gradient", "differential"] = "gradient",
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def cast(
    image: ArrayLike,
    dtype: Literal["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"],
    *,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def compare_edges(
    found: ArrayLike,
    expected: ArrayLike,
    *,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def fill_depressions(
    elevation: ArrayLike,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def gaussian(
    image: ArrayLike,
    sigma: float,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def histogram(
    image: ArrayLike,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def invert(
    image: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
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
    intervals: Sequence[tuple[float, float]] | None = None,
    dtype: Literal["uint32", "uint64"] = "uint32",
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> tuple[NDArray[Any], int]: ...
def measure(
    labels: ArrayLike,
    intensity: ArrayLike | None = None,
    *,
    properties: str | Sequence[Literal["size", "box", "centroid", "covariance", "axes", "boundary", "sphericity", "elongation", "area", "equivalent_diameter_area", "extent", "orientation", "eccentricity", "euler_number", "perimeter_crofton", "surface_area", "perimeter", "area_convex", "solidity", "feret_diameter_max", "feret_diameter_min", "intensity_min", "intensity_max", "intensity_mean", "intensity_variance", "intensity_sum", "intensity_std", "intensity_median", "intensity_class"]] | None = None,
    spacing: float | Sequence[float] = 1.0,
    intervals: Sequence[tuple[float, float]] | None = None,
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> dict[str, NDArray[Any]]: ...
def minmax(
    image: ArrayLike,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def otsu(
    image: ArrayLike,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def relabel(
    labels: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any] | tuple[NDArray[Any], NDArray[Any]]: ...
def subtract(
    image: ArrayLike,
    other: ArrayLike,
    *,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def threshold(
    image: ArrayLike,
    value: float,
    *,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...
def valid(
    image: ArrayLike,
    *,
    nodata: float | None = None,
    out: NDArray[Any] | None = None,
    valid: ArrayLike | None = None,
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
    valid: ArrayLike | None = None,
    threads: int | None = None,
    device: str = "cpu",
    scratch_memory: int | None = None,
    progress: Callable[[float], object] | None = None,
) -> NDArray[Any]: ...

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
        threads: int | None = None,
    ) -> PipelinePlan: ...
    def run(
        self,
        *,
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
        threads: int | None = None,
        progress: Callable[[float], object] | bool | None = None,
    ) -> PipelineReport: ...
    def and_(
        self,
        image: PipelineValue,
        mask: PipelineValue,
        *,
        value: float | PipelineValue = 0.0,
        distinct: bool = False,
        name: str | None = None,
    ) -> PipelineStep: ...
    def canny(
        self,
        image: PipelineValue,
        sigma: float | PipelineValue,
        low: float | PipelineValue,
        high: float | PipelineValue,
        *,
        method: Literal["gradient", "differential"] = "gradient",
        name: str | None = None,
    ) -> PipelineStep: ...
    def cast(
        self,
        image: PipelineValue,
        dtype: Literal["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"],
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def clear_border(
        self,
        image: PipelineValue,
        *,
        kind: Literal["automatic", "binary", "grey", "labels"] = "automatic",
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def closing(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        shape: Literal["box", "disk", "ball"] = "ball",
        name: str | None = None,
    ) -> PipelineStep: ...
    def closing_by_reconstruction(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def compare_edges(
        self,
        found: PipelineValue,
        expected: PipelineValue,
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def dilate(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        shape: Literal["box", "disk", "ball"] = "ball",
        name: str | None = None,
    ) -> PipelineStep: ...
    def distance(
        self,
        image: PipelineValue,
        *,
        spacing: float | Sequence[float] = 1.0,
        squared: bool = False,
        indices: bool = False,
        method: Literal["exact", "nearest_seed"] = "exact",
        name: str | None = None,
    ) -> PipelineStep: ...
    def erode(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        shape: Literal["box", "disk", "ball"] = "ball",
        name: str | None = None,
    ) -> PipelineStep: ...
    def expand_labels(
        self,
        labels: PipelineValue,
        *,
        distance: float | PipelineValue = 1.0,
        spacing: float | Sequence[float] = 1.0,
        name: str | None = None,
    ) -> PipelineStep: ...
    def fill_depressions(
        self,
        elevation: PipelineValue,
        valid: PipelineValue | None = None,
        *,
        nodata: float | None | PipelineValue = None,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def fill_holes(
        self,
        image: PipelineValue,
        *,
        connectivity: int | PipelineValue = 1,
        name: str | None = None,
    ) -> PipelineStep: ...
    def gaussian(
        self,
        image: PipelineValue,
        sigma: float | PipelineValue,
        valid: PipelineValue | None = None,
        *,
        spacing: float | Sequence[float] = 1.0,
        kernel: Literal["sampled", "discrete"] = "sampled",
        truncate: float | PipelineValue = 4.0,
        error: float | PipelineValue = 0.01,
        border: Literal["nearest", "reflect", "constant", "wrap"] = "nearest",
        dtype: Literal["bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64"] | None = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def geodesic_distance(
        self,
        marker: PipelineValue,
        mask: PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        weights: Literal["steps", "quasi_euclidean"] = "steps",
        name: str | None = None,
    ) -> PipelineStep: ...
    def gradient(
        self,
        image: PipelineValue,
        sigma: float | PipelineValue,
        *,
        spacing: float | Sequence[float] = 1.0,
        truncate: float | PipelineValue = 4.0,
        border: Literal["nearest", "reflect", "constant", "wrap"] = "nearest",
        direction: bool = False,
        name: str | None = None,
    ) -> PipelineStep: ...
    def h_maxima(
        self,
        image: PipelineValue,
        h: float | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        extended: bool = False,
        name: str | None = None,
    ) -> PipelineStep: ...
    def h_minima(
        self,
        image: PipelineValue,
        h: float | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        extended: bool = False,
        name: str | None = None,
    ) -> PipelineStep: ...
    def histogram(
        self,
        image: PipelineValue,
        valid: PipelineValue | None = None,
        *,
        bins: int | PipelineValue = 256,
        range: float | Sequence[float] | None = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def hysteresis(
        self,
        image: PipelineValue,
        low: float | PipelineValue,
        high: float | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def invert(
        self,
        image: PipelineValue,
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def label(
        self,
        image: PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        background: int | PipelineValue = 0,
        by_value: bool = False,
        intervals: Sequence[tuple[float, float]] | None = None,
        dtype: Literal["uint32", "uint64"] = "uint32",
        name: str | None = None,
    ) -> PipelineStep: ...
    def measure(
        self,
        labels: PipelineValue,
        intensity: PipelineValue | None = None,
        *,
        properties: str | Sequence[Literal["size", "box", "centroid", "covariance", "axes", "boundary", "sphericity", "elongation", "area", "equivalent_diameter_area", "extent", "orientation", "eccentricity", "euler_number", "perimeter_crofton", "surface_area", "perimeter", "area_convex", "solidity", "feret_diameter_max", "feret_diameter_min", "intensity_min", "intensity_max", "intensity_mean", "intensity_variance", "intensity_sum", "intensity_std", "intensity_median", "intensity_class"]] | None = None,
        spacing: float | Sequence[float] = 1.0,
        intervals: Sequence[tuple[float, float]] | None = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def minmax(
        self,
        image: PipelineValue,
        valid: PipelineValue | None = None,
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def opening(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        shape: Literal["box", "disk", "ball"] = "ball",
        name: str | None = None,
    ) -> PipelineStep: ...
    def opening_by_reconstruction(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def otsu(
        self,
        image: PipelineValue,
        valid: PipelineValue | None = None,
        *,
        bins: int | PipelineValue = 256,
        name: str | None = None,
    ) -> PipelineStep: ...
    def polygons(
        self,
        labels: PipelineValue,
        *,
        simplify: float | PipelineValue = 0.0,
        name: str | None = None,
    ) -> PipelineStep: ...
    def reconstruct(
        self,
        marker: PipelineValue,
        mask: PipelineValue,
        *,
        method: Literal["dilation", "erosion"] = "dilation",
        connectivity: int | None | PipelineValue = None,
        nan: Literal["refuse", "ignore"] = "refuse",
        name: str | None = None,
    ) -> PipelineStep: ...
    def regional_maxima(
        self,
        image: PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def regional_minima(
        self,
        image: PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def relabel(
        self,
        labels: PipelineValue,
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def remove_small_holes(
        self,
        image: PipelineValue,
        size: int | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def remove_small_objects(
        self,
        image: PipelineValue,
        size: int | PipelineValue,
        *,
        connectivity: int | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def sobel(
        self,
        image: PipelineValue,
        *,
        border: Literal["nearest", "reflect", "constant", "wrap"] = "nearest",
        direction: bool = False,
        name: str | None = None,
    ) -> PipelineStep: ...
    def subtract(
        self,
        image: PipelineValue,
        other: PipelineValue,
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def threshold(
        self,
        image: PipelineValue,
        value: float | PipelineValue,
        *,
        name: str | None = None,
    ) -> PipelineStep: ...
    def top_hat(
        self,
        image: PipelineValue,
        radius: int | PipelineValue,
        *,
        shape: Literal["box", "disk", "ball"] = "ball",
        name: str | None = None,
    ) -> PipelineStep: ...
    def valid(
        self,
        image: PipelineValue,
        *,
        nodata: float | None | PipelineValue = None,
        name: str | None = None,
    ) -> PipelineStep: ...
    def watershed(
        self,
        image: PipelineValue,
        markers: PipelineValue,
        mask: PipelineValue | None = None,
        *,
        connectivity: int | PipelineValue = 1,
        line: bool = False,
        plateau: int | None | PipelineValue = None,
        nan: Literal["refuse", "ignore"] = "refuse",
        name: str | None = None,
    ) -> PipelineStep: ...
