"""measure against scikit-image and NumPy."""

import numpy as np
import preamar
import pytest
from images import DTYPES

PAIRS = [
    ("size", "area"),
    ("centroid-0", "centroid-0"),
    ("centroid-1", "centroid-1"),
    ("box-0", "bbox-0"),
    ("box-1", "bbox-1"),
    ("box-2", "bbox-2"),
    ("box-3", "bbox-3"),
]


def random_labels(shape, dtype="int32", seed=0):
    """Blocks of a few pixels with about 20 labels, on a background."""
    random = np.random.default_rng(seed)
    coarse = random.integers(0, 21, [-(-extent // 3) for extent in shape])
    labels = coarse
    for axis in range(len(shape)):
        labels = np.repeat(labels, 3, axis)
    labels = labels[tuple(slice(extent) for extent in shape)].copy()
    labels[random.random(shape) < 0.1] = 0
    return labels.astype(dtype)


def theirs(labels, intensity=None, properties=()):
    measure = pytest.importorskip("skimage.measure")
    return measure.regionprops_table(labels, intensity, properties=("label", *properties))


@pytest.mark.parametrize("shape", [(40, 50), (9, 20, 21)])
def test_against_scikit_image(shape):
    labels = random_labels(shape)
    ours = preamar.measure(labels)
    truth = theirs(labels, properties=("area", "centroid", "bbox", "axis_major_length"))
    assert list(ours)[:2] == ["label", "size"]
    np.testing.assert_array_equal(ours["label"], truth["label"])
    for name, their_name in PAIRS:
        np.testing.assert_array_equal(ours[name], truth[their_name], err_msg=name)
    np.testing.assert_allclose(ours["axis_length-0"], truth["axis_major_length"], rtol=1e-10, atol=1e-6)


def test_minor_axis_of_scikit_image():
    labels = random_labels((40, 50))
    truth = theirs(labels, properties=("axis_minor_length",))
    np.testing.assert_allclose(preamar.measure(labels)["axis_length-1"], truth["axis_minor_length"], atol=1e-6)


@pytest.mark.parametrize("dtype", DTYPES)
def test_intensity(dtype):
    random = np.random.default_rng(3)
    labels = random_labels((60, 70))
    if dtype == "bool":
        image = random.random(labels.shape) < 0.3
    elif np.dtype(dtype).kind == "f":
        image = (random.standard_normal(labels.shape) + 1000).astype(dtype)
    else:
        info = np.iinfo(dtype)
        image = random.integers(info.min, info.max, labels.shape, dtype, endpoint=True)
    table = preamar.measure(labels, image)
    assert table["intensity_min"].dtype == table["intensity_max"].dtype == (np.uint8 if dtype == "bool" else dtype)
    for i, label in enumerate(table["label"]):
        values = image[labels == label]
        assert table["intensity_min"][i] == values.min() and table["intensity_max"][i] == values.max()
        exact = [int(value) if values.dtype.kind in "iub" else float(value) for value in values.tolist()]
        mean = sum(exact) / len(exact)
        assert table["intensity_mean"][i] == pytest.approx(mean, rel=1e-14)
        deviations = [(value - mean) ** 2 for value in exact]
        assert table["intensity_variance"][i] == pytest.approx(sum(deviations) / len(exact), rel=1e-9)


def faces(labels):
    """Boundary of each label, by NumPy."""
    padded = np.pad(labels.astype(np.int64), 1)
    counts = dict.fromkeys(np.unique(labels[labels != 0]).tolist(), 0)
    for axis in range(labels.ndim):
        for shift in (-1, 1):
            other = np.roll(padded, shift, axis)
            for label in counts:
                counts[label] += int(((padded == label) & (other != label)).sum())
    return list(counts.values())


@pytest.mark.parametrize("shape", [(40, 50), (1, 30), (7, 12, 13)])
@pytest.mark.parametrize("dtype", [dtype for dtype in DTYPES if not dtype.startswith("float")])
def test_boundary_covariance_and_label_types(shape, dtype):
    labels = random_labels(shape, dtype)
    table = preamar.measure(labels, properties=["boundary", "covariance"])
    assert table["label"].dtype == (np.uint8 if dtype == "bool" else dtype)
    np.testing.assert_array_equal(table["boundary"], faces(labels))
    for i, label in enumerate(table["label"]):
        cells = np.argwhere(labels == label)
        expected = np.atleast_2d(np.cov(cells.T, bias=True))
        for a in range(len(shape)):
            for b in range(a, len(shape)):
                assert table[f"covariance-{a}-{b}"][i] == pytest.approx(expected[a, b], abs=1e-9)


def test_shape_numbers_of_a_square_and_a_line():
    labels = np.zeros((10, 10), np.uint8)
    labels[1:3, 1:3], labels[5, 1:9], labels[8, 8] = 1, 2, 3
    table = preamar.measure(labels)
    assert table["boundary"].tolist() == [8, 18, 4]
    assert table["elongation"].tolist() == [0, 1, 0]


def test_sparse_and_negative_labels():
    labels = np.array([[-5, 0, 2**62], [-5, 2**62, -(2**62)]])
    table = preamar.measure(labels, properties="size")
    assert list(table) == ["label", "size"]
    assert table["label"].tolist() == [-(2**62), -5, 2**62] and table["size"].tolist() == [1, 2, 2]


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_same_bytes_for_any_threads(threads, dtype):
    random = np.random.default_rng(1)
    labels = random.integers(0, 5, (700, 1000))  # three bands
    image = (random.standard_normal(labels.shape) * 1e6).astype(dtype)
    truth = preamar.measure(labels, image, device="reference")
    found = preamar.measure(labels, image, threads=threads)
    assert list(truth) == list(found)
    for name in truth:
        assert truth[name].tobytes() == found[name].tobytes(), name


def test_an_offset_costs_no_digits():
    labels = np.ones((50, 50), np.uint8)
    wave = np.arange(2500.0).reshape(50, 50) % 7
    for offset in (0, 2.0**40):
        table = preamar.measure(labels, wave + offset)
        assert table["intensity_variance"][0] == pytest.approx(wave.var(), rel=1e-14)


def test_refusals():
    labels = random_labels((5, 6))
    with pytest.raises(ValueError, match="^measure: labels has dtype float32; it must be of an integer dtype or bool$"):
        preamar.measure(labels.astype(np.float32))
    with pytest.raises(ValueError, match="^measure: intensity has shape 6x5 and labels 5x6; "):
        preamar.measure(labels, labels.T)
    with pytest.raises(ValueError, match="^measure: intensity_min needs the image intensity$"):
        preamar.measure(labels, properties="size,intensity_min")
    with pytest.raises(ValueError, match="^measure: properties is 'moments'; it must be one or more of size, box, "):
        preamar.measure(labels, properties="moments")
    with pytest.raises(TypeError, match=r"^measure: properties is \[1\]; it must be one or more of size, box, "):
        preamar.measure(labels, properties=[1])
    with pytest.raises(ValueError, match="^measure: intensity holds 1 NaN; replace them$"):
        preamar.measure(labels, np.where(np.arange(30).reshape(5, 6) == 7, np.nan, 1.0))
    with pytest.raises(ValueError, match="^measure: intensity has rank 0; images of rank 2 to 3 are taken$"):
        preamar.measure(labels, 3)
    assert all(column.size == 0 for column in preamar.measure(labels * 0).values())
    assert all(column.size == 0 for column in preamar.measure(np.zeros((0, 5), int)).values())
