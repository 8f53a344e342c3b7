"""preamar.skimage against scikit-image itself: objects, labels and their measures."""

import numpy as np
import preamar.skimage as ours
import pytest

theirs_measure = pytest.importorskip("skimage.measure")
theirs_morphology = pytest.importorskip("skimage.morphology")
theirs_segmentation = pytest.importorskip("skimage.segmentation")
filters = pytest.importorskip("skimage.filters")

SHAPES = [(50,), (40, 50), (9, 20, 21)]
INTEGERS = ["uint8", "uint16", "int32", "int64"]


def blocks(shape, dtype="int64", count=9, seed=0):
    """Random labels in blocks of a few pixels."""
    random = np.random.default_rng(seed)
    image = random.integers(0, count, [-(-extent // 3) for extent in shape])
    for axis in range(len(shape)):
        image = np.repeat(image, 3, axis)
    image = image[tuple(slice(extent) for extent in shape)]
    return np.where(random.random(shape) < 0.1, 0, image).astype(dtype)


def mask(shape, part=0.6, seed=0):
    return np.random.default_rng(seed).random(shape) < part


def same(found, expected):
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["bool", *INTEGERS])
@pytest.mark.parametrize("connectivity", [None, 1, 2])
def test_label(shape, dtype, connectivity):
    if connectivity is not None and connectivity > len(shape):
        return
    image = mask(shape) if dtype == "bool" else blocks(shape, dtype)
    same(ours.label(image, connectivity=connectivity), theirs_measure.label(image, connectivity=connectivity))
    found, count = ours.label(image, return_num=True)
    expected, their_count = theirs_measure.label(image, return_num=True)
    same(found, expected)
    assert count == their_count


@pytest.mark.parametrize("background", [0, 1, 3, -1, 300, 1.5])
@pytest.mark.parametrize("dtype", ["bool", *INTEGERS, "uint64", "float32"])
def test_background_of_label(background, dtype):
    image = mask((30, 40)) if dtype == "bool" else blocks((30, 40), dtype)
    same(ours.label(image, background=background), theirs_measure.label(image, background=background))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64", "longdouble"])
def test_labels_of_floats_are_those_of_their_integer_parts(dtype):
    for image in (
        np.array([[0.3, 1.2, 1.9, -0.5, 2.5, -1.5, -1.2]]),
        np.random.default_rng(3).normal(0, 2, (30, 40)),
        np.random.default_rng(3).normal(0, 2, (9, 10, 11)),
        np.array([[60000.0, 60000.0, -60000.0]]),
        np.zeros((0, 3)),
    ):
        image = image.astype(dtype)
        same(ours.label(image), theirs_measure.label(image))
        same(ours.label(image, connectivity=1), theirs_measure.label(image, connectivity=1))


def test_floats_without_an_integer_part_are_refused():
    for value in (np.nan, np.inf, -np.inf, 2.0**63):
        with pytest.raises(ValueError, match="^label: image contains NaN, infinity or values beyond int64; replace them"):
            ours.label(np.array([[0, value]]))
    low = np.array([[0, -(2.0**63)]])
    same(ours.label(low), theirs_measure.label(low))
    with pytest.raises(TypeError, match="^label: label_image has dtype complex128; convert it to integers or bool$"):
        ours.label(np.ones((3, 3), complex))


PLANAR = ("area_convex", "eccentricity", "feret_diameter_max", "orientation", "perimeter", "perimeter_crofton", "solidity")


@pytest.mark.parametrize("shape", SHAPES[1:])
@pytest.mark.parametrize("spacing", [None, 0.5, "each"])
def test_regionprops_table(shape, spacing):
    if spacing == "each":
        spacing = (2, 0.75, 1.5)[: len(shape)]
    labels = blocks(shape, "int32", 20)
    image = np.random.default_rng(1).integers(0, 1000, shape)
    names = [name for name in ours.measure.PROPERTIES if len(shape) == 2 or name not in PLANAR]
    if np.ndim(spacing):
        names = [name for name in names if not name.startswith("perimeter")]
    found = ours.regionprops_table(labels, image, names, spacing=spacing)
    expected = theirs_measure.regionprops_table(labels, image, names, spacing=spacing)
    assert list(found) == list(expected)
    for name in expected:
        assert found[name].dtype == expected[name].dtype, name
        np.testing.assert_allclose(found[name], expected[name], rtol=1e-9, atol=1e-6, err_msg=name)
    assert list(ours.regionprops_table(labels)) == list(theirs_measure.regionprops_table(labels))
    short = {"properties": ("bbox",), "separator": "_"}
    assert list(ours.regionprops_table(labels, **short)) == list(theirs_measure.regionprops_table(labels, **short))


def test_regionprops_table_refuses_what_it_does_not_have():
    for parameters in ({"properties": ("moments",)}, {"extra_properties": (len,)}):
        with pytest.raises(ValueError, match="^regionprops_table: .*; preamar takes "):
            ours.regionprops_table(blocks((9, 9)), **parameters)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("parameters", [{}, {"max_size": 5}, {"max_size": 0}, {"max_size": 3, "connectivity": "rank"}])
def test_small_objects_and_holes(shape, parameters):
    if "connectivity" in parameters:
        parameters = parameters | {"connectivity": len(shape)}
    image = mask(shape, 0.45)
    same(ours.remove_small_objects(image, **parameters), theirs_morphology.remove_small_objects(image, **parameters))
    same(ours.remove_small_holes(~image, **parameters), theirs_morphology.remove_small_holes(~image, **parameters))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_small_labels(dtype):
    labels = blocks((30, 40), dtype, 40)
    same(ours.remove_small_objects(labels, max_size=25), theirs_morphology.remove_small_objects(labels, max_size=25))
    out = np.empty_like(labels)
    assert ours.remove_small_objects(labels, max_size=25, out=out) is out
    same(out, theirs_morphology.remove_small_objects(labels, max_size=25))


def test_the_older_names_of_sizes():
    # As documented: fewer than this number. scikit-image 0.26 itself passes them on as the newer parameters.
    image = mask((30, 40), 0.45)
    same(ours.remove_small_objects(image, 5), theirs_morphology.remove_small_objects(image, max_size=4))
    same(ours.remove_small_holes(image, 5), theirs_morphology.remove_small_holes(image, max_size=4))


def test_what_is_no_object():
    with pytest.raises(TypeError):
        ours.remove_small_objects(np.ones((3, 3)))
    with pytest.raises(ValueError, match="^Negative value labels"):
        ours.remove_small_objects(-np.ones((3, 3), int))
    with pytest.raises(TypeError, match="^out dtype must be bool$"):
        ours.remove_small_holes(mask((3, 3)), out=np.empty((3, 3), int))
    with pytest.warns(UserWarning, match="Only one label"):
        ours.remove_small_objects(np.ones((3, 3), int))
    with pytest.warns(UserWarning, match="boolean array"):
        ours.remove_small_holes(np.ones((3, 3), int))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("parameters", [{}, {"buffer_size": 2}, {"bgval": 3}])
def test_clear_border(shape, parameters):
    for image in (blocks(shape, count=3), mask(shape, 0.3), blocks(shape, "uint8")):
        same(ours.clear_border(image, **parameters), theirs_segmentation.clear_border(image, **parameters))


def test_clear_border_of_a_mask():
    image, inside = blocks((30, 40)), np.zeros((30, 40), bool)
    inside[4:25, 5:33] = True
    same(ours.clear_border(image, mask=inside), theirs_segmentation.clear_border(image, mask=inside))
    with pytest.raises(ValueError, match="^buffer size may not be greater"):
        ours.clear_border(image, 30)
    out = np.empty_like(image)
    assert ours.clear_border(image, out=out) is out
    same(out, theirs_segmentation.clear_border(image))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("distance, spacing", [(1, 1), (3.5, 1), (4, "axes")])
def test_expand_labels(shape, distance, spacing):
    spacing = [1.0, 2.0, 1.5][: len(shape)] if spacing == "axes" else spacing
    labels = np.where(np.random.default_rng(5).random(shape) < 0.01, blocks(shape), 0)
    found = ours.expand_labels(labels, distance, spacing)
    expected = theirs_segmentation.expand_labels(labels, distance, spacing)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found != 0, expected != 0)
    # If two labels are equally near, either is correct.
    ndimage = pytest.importorskip("scipy.ndimage")
    for label in np.unique(labels[labels != 0]):
        mine = ndimage.distance_transform_edt(labels != label, sampling=spacing)
        any_label = ndimage.distance_transform_edt(labels == 0, sampling=spacing)
        np.testing.assert_allclose(mine[found == label], any_label[found == label])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", INTEGERS)
@pytest.mark.parametrize("offset", [1, 5, 300])
def test_relabel_sequential(shape, dtype, offset):
    for labels in (blocks(shape, dtype, 30) * np.array(3, dtype), np.full(shape, 7, dtype), np.zeros(shape, dtype)):
        found, expected = (module.relabel_sequential(labels, offset) for module in (ours, theirs_segmentation))
        same(found[0], expected[0])
        for our_map, their_map in zip(found[1:], expected[1:]):
            same(np.asarray(our_map), np.asarray(their_map))
            np.testing.assert_array_equal(our_map.in_values, their_map.in_values)
        np.testing.assert_array_equal(found[1][labels], found[0])
        np.testing.assert_array_equal(found[2][found[0]], labels)


def test_relabel_sequential_refuses():
    with pytest.raises(ValueError, match="^Offset must be strictly positive.$"):
        ours.relabel_sequential(blocks((3, 3)), 0)
    with pytest.raises(ValueError, match="^Cannot relabel array that contains negative values.$"):
        ours.relabel_sequential(-np.ones((3, 3), int))
    with pytest.raises(TypeError, match="^label_field must have an integer dtype$"):
        ours.relabel_sequential(np.ones((3, 3)))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", ["uint8", "int16", "float32", "float64"])
def test_apply_hysteresis_threshold(shape, dtype):
    image = (np.random.default_rng(2).random(shape) * 100).astype(dtype)
    for low, high in ((20, 90), (50.5, 97.25), (99, 30)):
        same(ours.apply_hysteresis_threshold(image, low, high), filters.apply_hysteresis_threshold(image, low, high))
