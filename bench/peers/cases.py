"""What is measured: images, pixel types, and the ratios aimed at."""

from dataclasses import dataclass

import numpy as np
import preamar


@dataclass(frozen=True)
class Case:
    """One instance of `preamar.generate` in one pixel type, fully connected."""

    instance: str
    dtype: str = "uint8"
    rank: int = 2
    aims: tuple[float, ...] = ()  # times as fast as the fastest peer, on one thread and on two

    @property
    def name(self):
        return self.instance if self.dtype == "uint8" else f"{self.instance}, {self.dtype}"

    def images(self, size):
        """Marker and mask. A volume has as many pixels as an image of `size` pixels a side."""
        side = size if self.rank == 2 else round(size ** (2 / 3))
        return [scaled(image, self.dtype) for image in preamar.generate(self.instance, side)]


def scaled(image, dtype):
    """The same image over the range of another type: 0 to 65535, or 0 to 1."""
    if dtype == "uint16":
        return image.astype(np.uint16) * np.uint16(257)
    return image / np.float32(255) if dtype == "float32" else image


TISSUE = [f"tissue-{percent}-{marker}" for percent in (25, 50, 75, 100) for marker in ("h", "border")]

RECONSTRUCT = [
    *(Case(name, aims=(12, 20)) for name in [*TISSUE, "random-pair"]),
    Case("spiral-pair", aims=(2, 2.5)),
    *(Case(name, rank=3, aims=(20, 20)) for name in ("tissue3d-h", "tissue3d-border")),
    *(Case(name, dtype) for dtype in ("uint16", "float32") for name in ("tissue-100-h", "random-pair")),
]
