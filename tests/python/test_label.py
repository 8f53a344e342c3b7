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


@pytest.mark.parametrize("dtype", ["uint8", "int64", "float32"])
@pytest.mark.parametrize("shape", SHAPES)
def test_objects_of_intervals_are_those_of_scipy_per_interval(shape, dtype):
    image = np.random.default_rng(7).integers(0, 60, shape).astype(dtype)
    intervals = [(40, 59), (5, 12.5), (13, 30)]
    labels, count = preamar.label(image, intervals=intervals)
    table = preamar.measure(labels, image, properties="size", intervals=intervals)
    assert table["intensity_class"].dtype == np.uint8 and len(table["label"]) == count
    total = 0
    for number, (low, high) in enumerate(intervals, 1):
        expected, of_interval = ndimage.label((image >= low) & (image <= high), np.ones((3,) * len(shape)))
        np.testing.assert_array_equal(partition(np.where(expected > 0, labels, 0)), partition(expected))
        assert np.count_nonzero(table["intensity_class"] == number) == of_interval
        total += of_interval
    assert count == total
    assert not labels[(image < 5) | ((image > 30) & (image < 40))].any()


def test_intervals_that_are_wrong():
    image = np.zeros((3, 4), np.uint8)
    for given in (3, [1, 2], [(1, 2, 3)], "1:2", [("a", 1)], [(True, 2)]):
        with pytest.raises(TypeError, match="label: intervals is .*; it must be one or more pairs of bounds"):
            preamar.label(image, intervals=given)
    with pytest.raises(ValueError, match="it must be one or more pairs"):
        preamar.label(image, intervals=[])
    with pytest.raises(ValueError, match="intervals 1:2 and 2:3 share values"):
        preamar.label(image, intervals=[(2, 3), (1, 2)])
    with pytest.raises(ValueError, match="by_value is true and intervals is given"):
        preamar.label(image, intervals=[(1, 2)], by_value=True)
    with pytest.raises(MemoryError):
        preamar.label(image, intervals=[(1, 2)], scratch_memory=5)


def test_intervals_of_an_image_with_invalid_pixels():
    image = np.array([[7, 0, 7], [0, 0, 0], [9, 9, 9]], np.uint8)
    valid = np.array([[1, 1, 1], [1, 0, 1], [1, 0, 1]], bool)
    labels, count = preamar.label(image, valid=valid, intervals=[(0, 0), (1, 9)], connectivity=1)
    np.testing.assert_array_equal(labels.filled(99), [[1, 2, 3], [4, 99, 5], [6, 99, 7]])
    assert count == 7
    with pytest.raises(ValueError, match="intervals hold all values"):
        preamar.label(image, valid=valid, intervals=[(0, 255)])


def test_intervals_of_a_pipeline_in_blocks(tmp_path):
    image = np.random.default_rng(8).integers(0, 9, (70, 90)).astype(np.uint8)
    intervals = [(1, 3), (4, 8)]
    labels, _ = preamar.label(image, intervals=intervals)
    table = preamar.measure(labels, image, intervals=intervals)
    preamar.write_image(tmp_path / "scan.tif", image)
    pipeline = preamar.Pipeline()
    scan = pipeline.read(tmp_path / "scan.tif")
    cells = pipeline.label(scan, intervals=intervals)
    pipeline.write(cells, tmp_path / "cells.tif")
    pipeline.write(pipeline.measure(cells, scan, intervals=intervals), tmp_path / "objects.csv")
    pipeline.run(block=(16, 16))
    np.testing.assert_array_equal(preamar.read_image(tmp_path / "cells.tif"), labels)
    written = np.genfromtxt(tmp_path / "objects.csv", delimiter=",", names=True)
    np.testing.assert_array_equal(written["intensity_class"], table["intensity_class"])
