"""Regional maxima: plateaus without a higher neighbour."""

from peer import Operator, Peer, dip_lib, itk_image, ours, read_itk, same_truth, simple_itk


def by_scikit_image(images, connectivity, threads):
    from skimage.morphology import local_maxima

    return lambda: local_maxima(images[0], connectivity=connectivity)


def by_dip_lib(images, connectivity, threads):
    dip = dip_lib(threads)
    image = dip.Image(images[0])
    return lambda: dip.Maxima(image, connectivity)


def by_itk(images, connectivity, threads):
    maxima = simple_itk(threads).RegionalMaximaImageFilter()
    maxima.SetFullyConnected(connectivity == images[0].ndim)
    maxima.SetForegroundValue(1)
    maxima.SetBackgroundValue(0)
    image = itk_image(images[0])
    return lambda: maxima.Execute(image)


OPERATOR = Operator(
    "regional_maxima",
    (
        *ours(lambda: OPERATOR),
        Peer("DIPlib", "diplib", by_dip_lib, threaded=True),
        Peer("SimpleITK", "SimpleITK", by_itk, read_itk, threaded=True),
        Peer("scikit-image", "scikit-image", by_scikit_image),
    ),
    trusted=("scikit-image",),
    agrees=same_truth,
)
