"""The recipes of examples/real with scikit-image and SciPy, and how well labels agree with a truth."""
import numpy as np
from scipy import ndimage
from skimage import color, filters, measure, morphology, segmentation


def _split(mask, h):
    """Labels of a mask, cut where the distance has a waist, and the markers."""
    depth = ndimage.distance_transform_edt(mask)
    markers = measure.label(morphology.h_maxima(depth, h))
    return segmentation.watershed(-depth, markers, mask=mask), markers


def find_nuclei(image):
    """Labels, markers and mask, as nuclei.py finds them."""
    light = np.log1p(image.astype(np.float32))
    above = morphology.white_tophat(filters.gaussian(light, 1), morphology.disk(20))
    mask = ndimage.binary_fill_holes(above > filters.threshold_otsu(above))
    mask = morphology.remove_small_objects(mask, max_size=29, connectivity=2)
    return *_split(mask, 0.5), mask


def find_coins(image, markers):
    """Labels, as coins.py finds them from its markers."""
    coins = segmentation.watershed(filters.sobel(image.astype(np.float32)), markers.astype(np.int32)) == 2
    coins = ndimage.binary_fill_holes(coins)
    return measure.label(morphology.remove_small_objects(coins, max_size=99, connectivity=2))


def find_stained_nuclei(rgb):
    """Labels and mask, as stained.py finds them."""
    stain = filters.gaussian(color.rgb2hed(rgb)[..., 0].astype(np.float32), 1)
    opened = morphology.opening(stain, morphology.disk(3))
    stain = morphology.reconstruction(opened, stain, footprint=np.ones((3, 3))).astype(np.float32)
    mask = ndimage.binary_fill_holes(stain > filters.threshold_otsu(stain))
    mask = morphology.remove_small_objects(morphology.opening(mask, morphology.disk(2)), max_size=29, connectivity=2)
    return _split(mask, 0.75)[0], mask


def fill(elevation):
    """Fills the depressions of a masked elevation model; cells without data and at the border are outlets."""
    heights = elevation.filled(-32768)
    inner = np.pad(np.ones(np.subtract(heights.shape, 2), bool), 1) & ~np.ma.getmaskarray(elevation)
    seed = np.where(inner, heights.max(), heights)
    filled = morphology.reconstruction(seed, heights, method="erosion", footprint=np.ones((3, 3)))
    return np.ma.masked_array(filled.astype(elevation.dtype), elevation.mask)


def scores(labels, truth):
    """True positives, found, true ones, and average precision: matches over all objects, at an IoU above 0.5."""
    shared = np.zeros((labels.max() + 1, truth.max() + 1), np.int64)
    np.add.at(shared, (labels.ravel(), truth.ravel()), 1)
    found, true = shared.sum(1), shared.sum(0)
    either = found[1:, None] + true[None, 1:] - shared[1:, 1:]
    right = np.count_nonzero(2 * shared[1:, 1:] > either)
    counts = np.count_nonzero(found[1:]), np.count_nonzero(true[1:])
    return right, *counts, right / (sum(counts) - right)
