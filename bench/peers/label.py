"""Connected components of a mask."""

import ipp
import numpy as np
from peer import Operator, Peer, dip_lib, itk_image, open_cv, ours, read_itk, same_partition, simple_itk


def neighbours(rank, connectivity):
    return {(2, 1): 4, (2, 2): 8, (3, 1): 6, (3, 2): 18, (3, 3): 26}[rank, connectivity]


def by_open_cv(images, connectivity, threads):
    cv = open_cv(threads)
    out = np.zeros(images[0].shape, np.int32)  # reused, as Preamar's output is
    return lambda: cv.connectedComponents(images[0], out, neighbours(2, connectivity))[1]


def by_cc3d(images, connectivity, threads):
    import cc3d

    count = neighbours(images[0].ndim, connectivity)
    return lambda: cc3d.connected_components(images[0], connectivity=count, binary_image=True)


def by_scikit_image(images, connectivity, threads):
    from skimage.measure import label

    return lambda: label(images[0] != 0, connectivity=connectivity)


def by_scipy(images, connectivity, threads):
    from scipy.ndimage import generate_binary_structure, label

    structure = generate_binary_structure(images[0].ndim, connectivity)
    return lambda: label(images[0], structure)[0]


def by_itk(images, connectivity, threads):
    components = simple_itk(threads).ConnectedComponentImageFilter()
    components.SetFullyConnected(connectivity == images[0].ndim)
    image = itk_image(images[0])
    return lambda: components.Execute(image)


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    image = dip.Image(images[0] != 0)
    return lambda: dip.Label(image, connectivity)


OPERATOR = Operator(
    "label",
    (
        *ours(lambda: OPERATOR),
        Peer("IPP", "ipp", ipp.label, ranks=(2,)),
        Peer("OpenCV", "opencv-python-headless", by_open_cv, threaded=True, ranks=(2,)),
        Peer("cc3d", "connected-components-3d", by_cc3d),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("DIPlib", "diplib", by_dip_lib, ranks=(2,)),  # wrong on the far faces of volumes
        Peer("SciPy", "scipy", by_scipy),
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("SciPy", "scikit-image", "cc3d"),
    agrees=same_partition,
)
