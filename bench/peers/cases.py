"""The cases: images, pixel types, and the ratios to aim at."""

from dataclasses import dataclass

import numpy as np
import preamar
from operators import OPERATORS


@dataclass(frozen=True)
class Case:
    """One instance of `preamar.generate` in one pixel type."""

    operator: str
    instance: str
    dtype: str = "uint8"
    rank: int = 2
    aims: tuple[float, ...] = ()  # speed-up over the fastest peer to aim at, on one thread and on two
    side: int = 0  # pixels per side; 0: that of the run

    @property
    def name(self):
        size = f" {self.side}" if self.side else ""
        return self.instance + size + ("" if self.dtype == "uint8" else f", {self.dtype}")

    def images(self, size):
        """The operator's inputs. A volume has as many pixels as an image of `size` pixels per side."""
        side = size if self.rank == 2 else round(size ** (2 / 3))
        usual = 4096 if self.rank == 2 else round(4096 ** (2 / 3))  # the size for which `side` is given
        images = preamar.generate(self.instance, self.side * side // usual if self.side else side)
        images = list(images) if isinstance(images, tuple) else [images]
        return OPERATORS[self.operator].prepare([scaled(image, self.dtype) for image in images])


def scaled(image, dtype):
    """The image scaled to the range of another type: 0 to 65535, or 0 to 1."""
    if dtype == "uint16":
        return image.astype(np.uint16) * np.uint16(257)
    return image / np.float32(255) if dtype == "float32" else image


def cases(operator, names, aim=None, **rest):
    return [Case(operator, name, aims=(None, aim) if aim else (), **rest) for name in names]


TISSUE = [f"tissue-{percent}-{marker}" for percent in (25, 50, 75, 100) for marker in ("h", "border")]

CASES = [
    *(Case("reconstruct", name, aims=(12, 20)) for name in [*TISSUE, "random-pair"]),
    Case("reconstruct", "spiral-pair", aims=(2, 2.5)),
    *(Case("reconstruct", name, rank=3, aims=(20, 20)) for name in ("tissue3d-h", "tissue3d-border")),
    *(Case("reconstruct", name, dtype) for dtype in ("uint16", "float32") for name in ("tissue-100-h", "random-pair")),
    *cases("canny-gradient", ["photo"], 1.5, side=3848),
    *cases("canny-differential", ["photo"], 25, side=3848),
    *cases("canny-differential", ["tissue3d"], 25, rank=3),
    *cases("label", ["tissue-bin", "blobs"], 2.5),
    *cases("label", ["random-10", "random-50", "random-90"], 1.3),
    *cases("label", ["spiral"], 1),
    *cases("label", ["chess3d", "blocks3d", "spiral3d", "snake3d", "random3d-50", "blobs3d"], 4, rank=3, side=512),
    *cases("distance", ["circles16", "big-circle", "centre-circle", "corners", "diagonal", "cross", "random-bg1"], 3),
    *cases("distance", ["ball3d"], 3, rank=3),
    *cases("distance", ["ball3d"], 3, rank=3, side=512),
    *cases("fill_depressions", ["tissue"], dtype="float32", side=8192),
    *cases("fill_holes", ["tissue-bin", "blobs", "spiral"], 3),
    *cases("fill_holes", ["tissue3d-bin"], 3, rank=3),
    *cases("h_maxima", ["tissue", "random"], 10),
    *cases("h_maxima", ["tissue3d"], rank=3),
    *cases("regional_maxima", ["tissue", "random"], 6),
    *cases("regional_maxima", ["tissue3d"], rank=3),
    *cases("watershed", ["tissue-seeds"], 5),
    *cases("watershed", ["tissue3d-seeds"], 8, rank=3),
    *cases("measure", ["tissue-bin", "random-10"], 2),
    *cases("measure", ["blobs3d"], 2, rank=3),
    *cases("gaussian", ["photo"], 0.95, side=7680),
    *cases("sobel", ["photo"], 2, side=7680),
    *cases("threshold", ["photo"], 0.95, side=7680),
    *cases("minmax", ["photo"], 0.95, side=7680),
    *cases("histogram", ["photo"], 2, side=7680),
]
