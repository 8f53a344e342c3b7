"""label compared with other libraries: the same components, and the same numbers where they use raster order."""

import cc3d
import cv2
import numpy as np
import pytest
import SimpleITK
from scipy import ndimage
from skimage import filters, measure, morphology

import preamar

SHAPES = [(1, 1), (65, 130), (300, 257), (2, 3, 4), (40, 33, 65)]
DENSITIES = [0.1, 0.35, 0.5, 0.62, 0.9]


def noise(shape, density, seed):
    return np.random.default_rng(seed).random(shape) < density


def partition(labels):
    """Labels renumbered in the order in which they are met, so that equal partitions are equal arrays."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    order = np.argsort(np.argsort(first))
    return order[inverse].reshape(labels.shape)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("density", DENSITIES)
def test_labels_have_the_numbers_of_scikit_image_and_scipy(shape, density):
    image = noise(shape, density, 1)
    for connectivity in range(1, len(shape) + 1):
        labels, count = preamar.label(image, connectivity=connectivity)
        expected, expected_count = measure.label(image, connectivity=connectivity, return_num=True)
        assert count == expected_count and labels.dtype == np.uint32
        np.testing.assert_array_equal(labels, expected)
        structure = ndimage.generate_binary_structure(len(shape), connectivity)
        np.testing.assert_array_equal(labels, ndimage.label(image, structure)[0])


@pytest.mark.parametrize("shape", SHAPES[1:])
def test_labels_by_value_have_the_numbers_of_scikit_image(shape):
    image = np.random.default_rng(2).integers(0, 4, shape, np.uint16)
    for connectivity in range(1, len(shape) + 1):
        labels, count = preamar.label(image, connectivity=connectivity, by_value=True)
        expected, expected_count = measure.label(image, connectivity=connectivity, return_num=True)
        assert count == expected_count
        np.testing.assert_array_equal(labels, expected)


@pytest.mark.parametrize("shape", [(200, 131), (40, 33, 65)])
def test_labels_by_value_are_the_partition_of_cc3d(shape):
    image = np.random.default_rng(3).integers(0, 3, shape, np.uint8)
    for connectivity, neighbours in zip((1, len(shape)), {2: (4, 8), 3: (6, 26)}[len(shape)]):
        labels, _ = preamar.label(image, connectivity=connectivity, by_value=True)
        others = cc3d.connected_components(image, connectivity=neighbours)
        np.testing.assert_array_equal(partition(labels), partition(others))


def test_labels_are_the_partition_of_opencv_and_itk():
    image = noise((513, 260), 0.55, 4).astype(np.uint8)
    labels, count = preamar.label(image)
    others_count, others = cv2.connectedComponents(image, connectivity=8)
    assert count == others_count - 1
    np.testing.assert_array_equal(partition(labels), partition(others))
    found = SimpleITK.ConnectedComponent(SimpleITK.GetImageFromArray(image), True)
    np.testing.assert_array_equal(partition(labels), partition(SimpleITK.GetArrayFromImage(found)))


@pytest.mark.parametrize("instance", ["tissue-bin", "spiral", "blobs", "random-50"])
def test_labels_of_instances(instance):
    image = preamar.generate(instance, 1000)
    labels, count = preamar.label(image, threads=2)
    np.testing.assert_array_equal(labels, measure.label(image != 0))
    assert count == labels.max()


def test_more_labels_on_request():
    labels, count = preamar.label(np.eye(5, dtype=bool), connectivity=1, dtype="uint64")
    assert labels.dtype == np.uint64 and count == 5


@pytest.mark.parametrize("shape", SHAPES)
def test_hysteresis_is_that_of_scikit_image(shape):
    image = np.random.default_rng(5).normal(size=shape)
    expected = filters.apply_hysteresis_threshold(image, 0.3, 1.5)
    np.testing.assert_array_equal(preamar.hysteresis(image, 0.3, 1.5, connectivity=1), expected)


@pytest.mark.parametrize("shape", SHAPES[1:])
@pytest.mark.parametrize("size", [1, 2, 7, 50])
def test_small_objects_and_holes_are_those_of_scikit_image(shape, size):
    image = noise(shape, 0.4, 6)
    for connectivity in range(1, len(shape) + 1):
        objects = morphology.remove_small_objects(image, max_size=size - 1, connectivity=connectivity)
        np.testing.assert_array_equal(preamar.remove_small_objects(image, size, connectivity=connectivity), objects)
        holes = morphology.remove_small_holes(image, max_size=size - 1, connectivity=connectivity)
        np.testing.assert_array_equal(preamar.remove_small_holes(image, size, connectivity=connectivity), holes)
