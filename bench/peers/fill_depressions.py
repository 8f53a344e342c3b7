"""Depression filling of an elevation model."""

import numpy as np
from peer import Operator, Peer, ours, same_bytes


def relief(images):
    """An elevation model of 0 to 1000 m, with a pit every few pixels."""
    import preamar

    return [preamar.gaussian(images[0] * np.float32(1000), sigma=2)]


def by_topotoolbox(images, connectivity, threads):
    import topotoolbox

    grid = topotoolbox.GridObject()
    grid.z, grid.cellsize = images[0], 30.0
    return lambda: grid.fillsinks(hybrid=True).z


def by_pyflwdir(images, connectivity, threads):
    from pyflwdir import dem

    dem.fill_depressions(images[0][:64, :64], nodata=-9999.0)  # compiles
    return lambda: dem.fill_depressions(images[0], nodata=-9999.0)[0]


def by_richdem(images, connectivity, threads):
    import richdem

    grid = richdem.rdarray(images[0], no_data=-9999.0)
    return lambda: richdem.FillDepressions(grid, epsilon=False, in_place=False)


def by_scikit_image(images, connectivity, threads):
    from skimage.morphology import reconstruction

    def call():
        seed = np.full_like(images[0], images[0].max())
        for edge in ((0, ...), (-1, ...), (..., 0), (..., -1)):
            seed[edge] = images[0][edge]
        return reconstruction(seed, images[0], method="erosion")

    return call


OPERATOR = Operator(
    "fill_depressions",
    (
        *ours(lambda: OPERATOR),
        Peer("TopoToolbox", "topotoolbox", by_topotoolbox, ranks=(2,)),
        Peer("pyflwdir", "pyflwdir", by_pyflwdir, ranks=(2,)),
        Peer("RichDEM", "richdem", by_richdem, ranks=(2,)),
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("scikit-image", "TopoToolbox"),
    agrees=same_bytes,
    prepare=relief,
)
