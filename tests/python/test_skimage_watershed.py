"""preamar.skimage.watershed against scikit-image itself.

Labels differ where floods meet at equal levels. The figures of docs/operators/watershed.md are those that
`pytest -s -k real_images` prints.
"""

import numpy as np
import preamar.skimage as ours
import pytest

color = pytest.importorskip("skimage.color")
data = pytest.importorskip("skimage.data")
filters = pytest.importorskip("skimage.filters")
morphology = pytest.importorskip("skimage.morphology")
segmentation = pytest.importorskip("skimage.segmentation")
ndimage = pytest.importorskip("scipy.ndimage")

# Images in the wheel of scikit-image: they need no download. horse has two grey levels, hence ties everywhere.
IMAGES = ["astronaut", "brick", "camera", "cell", "chelsea", "clock", "coffee", "coins", "grass", "gravel", "horse",
          "immunohistochemistry", "moon", "page", "rocket", "text"]
CASES = [(per_marker, connectivity) for per_marker in (1000, 10000) for connectivity in (1, 2)]


def random_markers(shape, per_marker, seed=0):
    """Single pixels at random positions, one per `per_marker` pixels."""
    markers = np.zeros(shape, np.int32)
    count = max(2, markers.size // per_marker)
    positions = np.random.default_rng(seed).choice(markers.size, count, replace=False)
    markers.flat[positions] = np.arange(1, count + 1)
    return markers


def reliefs(name):
    """The Sobel magnitude of an image as floats and as 256 levels, and the image itself as 256 levels."""
    image = getattr(data, name)()
    image = color.rgb2gray(image[..., :3]) if image.ndim == 3 else image
    gradient = filters.sobel(image)
    return {"sobel": gradient, "sobel, 256 levels": np.uint8(gradient / gradient.max() * 255),
            "grey levels": image.astype(np.uint8) if image.dtype.kind in "bu" else np.uint8(image * 255)}


def differing(image, markers, **parameters):
    """The share of the pixels with another label than in scikit-image."""
    found, expected = (module.watershed(image, markers, **parameters) for module in (ours, segmentation))
    assert found.dtype == expected.dtype and found.shape == expected.shape
    return (found != expected).mean()


# The most that was measured for one image, and for the mean of all.
@pytest.mark.parametrize("kind, one, mean", [("sobel", 0.0115, 0.0012), ("sobel, 256 levels", 0.045, 0.006),
                                             ("grey levels", 0.13, 0.019)])
def test_real_images(kind, one, mean):
    shares = {}
    for name in IMAGES:
        relief = reliefs(name)[kind]
        for seed, (per_marker, connectivity) in enumerate(CASES):
            markers = random_markers(relief.shape, per_marker, seed // 2)
            shares[name, per_marker, connectivity] = differing(relief, markers, connectivity=connectivity)
    values = sorted(shares.values())
    print(f"{kind}: median {np.median(values):.3%}, mean {np.mean(values):.3%}, most",
          {case: f"{share:.2%}" for case, share in shares.items() if share >= values[-3]})
    assert values[-1] < one and np.mean(values) < mean


def test_masks_and_local_minima_of_a_real_image():
    relief, inside = reliefs("camera")["sobel"], data.camera() > 50
    markers = random_markers(relief.shape, 1000)
    for connectivity in (1, 2):
        assert differing(relief, markers, connectivity=connectivity, mask=inside) < 0.002
        assert differing(relief, None, connectivity=connectivity) < 0.012
        assert differing(relief, None, connectivity=connectivity, mask=inside) < 0.012


def test_lines_of_a_real_image():
    relief = reliefs("camera")["sobel"]
    markers = random_markers(relief.shape, 1000)
    found, expected = (module.watershed(relief, markers, watershed_line=True) for module in (ours, segmentation))
    both = (found != 0) & (expected != 0)
    assert (found != expected)[both].mean() < 0.0005
    assert (found == 0).mean() == pytest.approx((expected == 0).mean(), rel=0.1)
    np.testing.assert_array_equal(found[found != 0], ours.watershed(relief, markers)[found != 0])


@pytest.mark.parametrize("dtype", ["uint8", "int16", "uint16", "int32", "int64", "float16", "float32", "float64"])
@pytest.mark.parametrize("shape", [(400,), (60, 70), (20, 21, 22)])
def test_no_ties_no_difference(dtype, shape):
    """Distinct levels, which include the extremes of the dtype. Few pixels where a dtype has few levels."""
    shape = (12, 21) if dtype in ("uint8", "float16") else shape
    count = int(np.prod(shape))
    order = np.random.default_rng(2).permutation(count).reshape(shape)
    if np.dtype(dtype).kind == "f":
        image = (order / 8 - 20).astype(dtype)
        image[order == count - 1], image[order == 0] = np.inf, -np.inf
    else:
        image = order.astype(dtype)
        image[order == count - 1], image[order == 0] = np.iinfo(dtype).max, np.iinfo(dtype).min
    inside = np.random.default_rng(3).random(shape) < 0.9
    markers = random_markers(shape, 50)
    for connectivity in range(1, len(shape) + 1):
        for mask in (None, inside):
            assert differing(image, markers, connectivity=connectivity, mask=mask) == 0


def flood_level(image, source, inside, connectivity):
    """Per pixel, the level at which a flood from `source` arrives inside a mask, by scikit-image."""
    relief = np.where(inside, image.astype(float), np.inf)
    seed = np.where(source, relief, np.inf)
    footprint = ndimage.generate_binary_structure(image.ndim, connectivity)
    return morphology.reconstruction(seed, relief, "erosion", footprint)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "int8", "uint16", "int32", "float32"])
@pytest.mark.parametrize("connectivity", [1, 2])
def test_each_label_is_of_a_flood_that_arrives_first(dtype, connectivity):
    random = np.random.default_rng(4)
    for _ in range(5):
        if dtype == "bool":
            levels = [False, True]
        elif np.dtype(dtype).kind == "f":
            levels = [-np.inf, -1, 0, 2, np.finfo(dtype).max, np.inf]
        else:
            levels = [np.iinfo(dtype).min, 3, 5, np.iinfo(dtype).max - 1, np.iinfo(dtype).max]
        image = np.array(levels, dtype)[random.integers(0, len(levels), (20, 25))]
        inside = random.random(image.shape) < 0.8
        markers = np.where(random.random(image.shape) < 0.02, random.integers(-3, 4, image.shape), 0)
        labels = ours.watershed(image, markers, connectivity, mask=inside)
        first = flood_level(image, (markers != 0) & inside, inside, connectivity)
        expected = segmentation.watershed(image, markers, connectivity, mask=inside)
        np.testing.assert_array_equal(labels == 0, expected == 0)
        for label in np.unique(labels[labels != 0]):
            mine = flood_level(image, (markers == label) & inside, inside, connectivity)
            np.testing.assert_array_equal(mine[labels == label], first[labels == label])


def test_markers_that_are_nowhere():
    image, none = np.full((5, 6), 255, np.uint8), np.zeros((5, 6), np.int16)
    inside = np.zeros((5, 6), bool)
    inside[:, :3] = True
    outside = np.where(inside, none, 7).astype(np.int16)
    for markers, mask in ((none, None), (none, inside), (outside, inside), (outside, np.zeros((5, 6), bool))):
        found = ours.watershed(image, markers, mask=mask)
        assert found.dtype == np.int16 and not found.any()
        np.testing.assert_array_equal(found, segmentation.watershed(image, markers, mask=mask))
    np.testing.assert_array_equal(ours.watershed(image), segmentation.watershed(image))  # no local minimum


def test_minima_are_numbered_inside_the_mask():
    image = np.array([[1, 5, 2, 5, 3, 3, 3]])
    inside = np.array([[False, True, True, True, True, False, True]])
    for mask in (None, inside):
        np.testing.assert_array_equal(ours.watershed(image, mask=mask), segmentation.watershed(image, mask=mask))


def test_nan_only_outside_the_mask():
    image = filters.sobel(data.coins().astype(np.float32))
    markers, inside = random_markers(image.shape, 500), data.coins() > 60
    expected = ours.watershed(image, markers, mask=inside)
    image[~inside] = np.nan
    np.testing.assert_array_equal(ours.watershed(image, markers, mask=inside), expected)
    for parameters in ({"markers": markers}, {"mask": inside}, {}):
        with pytest.raises(ValueError, match="^watershed: image contains NaN; replace them, for example by "):
            ours.watershed(image, **parameters)


def test_arguments_stay_as_they_are():
    image, inside = reliefs("text")["sobel"], data.text() > 100
    markers = random_markers(image.shape, 500)
    copies = [array.copy() for array in (image, markers, inside)]
    labels = ours.watershed(image, markers, mask=inside)
    for array, copy in zip((image, markers, inside), copies, strict=True):
        np.testing.assert_array_equal(array, copy)
    np.testing.assert_array_equal(ours.watershed(image.T, markers.T, mask=inside.T).T != 0, labels != 0)
    swapped = ours.watershed(image.astype(">f8"), markers.astype(">i4"), mask=inside)
    np.testing.assert_array_equal(swapped, labels)
    lists = ours.watershed(image.tolist(), markers.tolist(), mask=inside.tolist())
    np.testing.assert_array_equal(lists, labels)


def test_what_is_refused():
    image = reliefs("text")["sobel"]
    for parameters in ({"markers": 5}, {"compactness": 1}, {"offset": (1, 1)}):
        with pytest.raises(ValueError, match="^watershed: .* preamar takes "):
            ours.watershed(image, **parameters)
    with pytest.raises(ValueError, match="^`markers` .* must have same shape as `image`"):
        ours.watershed(image, np.ones((3, 3), int))
    with pytest.raises(ValueError, match="^`mask` .* must have same shape as `image`"):
        ours.watershed(image, mask=np.ones((3, 3), bool))
    with pytest.raises(TypeError, match="^watershed: image has dtype complex128; convert it to integers or "):
        ours.watershed(image.astype(complex))
