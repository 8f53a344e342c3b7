"""watershed compared with a brute-force Kruskal, scikit-image and SimpleITK."""

from itertools import product

import numpy as np
import preamar
import pytest
import SimpleITK
from scipy.ndimage import gaussian_filter
from skimage.segmentation import watershed as flooding


def smooth(shape, levels, seed=0):
    """Smoothed noise stretched over a number of levels."""
    field = gaussian_filter(np.random.default_rng(seed).standard_normal(shape), 3, mode="wrap")
    field = (field - field.min()) / (field.max() - field.min())
    return np.round(field * (levels - 1)).astype(np.uint8 if levels <= 256 else np.uint16)


def strewn(shape, spacing, seed=0):
    """One marker per `spacing` pixels, numbered from 1."""
    markers = np.zeros(shape, np.int32)
    places = np.random.default_rng(seed + 1).choice(markers.size, markers.size // spacing, replace=False)
    markers.ravel()[places] = np.arange(1, len(places) + 1)
    return markers


def neighbours(shape, connectivity):
    steps = [s for s in product((-1, 0, 1), repeat=len(shape)) if 1 <= sum(map(abs, s)) <= connectivity]
    cells = list(np.ndindex(shape))
    inside = set(cells)
    return {p: [q for q in (tuple(map(sum, zip(p, s))) for s in steps) if q in inside] for p in cells}


def brute_force(image, markers, connectivity):
    near = neighbours(image.shape, connectivity)
    steps, front = {}, [p for p in near if markers[p] or any(image[q] < image[p] for q in near[p])]
    distance = 0
    while front:
        steps.update((p, distance) for p in front)
        front = {q for p in front for q in near[p] if q not in steps and image[q] == image[p]}
        distance += 1
    rank = {p: (int(image[p]), steps.get(p, image.size)) for p in near}
    edges = sorted((max(rank[p], rank[q]), min(rank[p], rank[q]), p, q) for p in near for q in near[p] if p < q)
    tree = {p: p for p in near}
    label = {p: int(markers[p]) for p in near}

    def root(p):
        while tree[p] != p:
            tree[p] = tree[tree[p]]
            p = tree[p]
        return p

    for _, _, p, q in edges:
        a, b = root(p), root(q)
        if a != b and not (label[a] and label[b]):
            tree[a] = b
            label[b] = label[b] or label[a]
    out = np.zeros_like(markers)
    for p in near:
        out[p] = label[root(p)]
    return out


@pytest.mark.parametrize("levels", [1, 3, 20, 256])
@pytest.mark.parametrize("shape", [(31, 40), (7, 9, 11)])
def test_brute_force(shape, levels):
    image, markers = smooth(shape, levels), strewn(shape, 60)
    for connectivity in range(1, len(shape) + 1):
        expected = brute_force(image, markers, connectivity)
        for device in ("cpu", "reference"):
            found = preamar.watershed(image, markers, connectivity=connectivity, device=device)
            np.testing.assert_array_equal(found, expected)
            assert found.dtype == markers.dtype


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("shape", [(600, 500), (60, 70, 80)])
def test_scikit_image_with_65535_levels(shape, seed):
    image, markers = smooth(shape, 65535, seed), strewn(shape, 1000, seed)
    for connectivity in range(1, len(shape) + 1):
        found = preamar.watershed(image, markers, connectivity=connectivity)
        assert np.mean(found != flooding(image, markers, connectivity=connectivity)) <= 0.001


@pytest.mark.parametrize("fully", [False, True])
def test_simpleitk_where_no_two_values_are_equal(fully):
    """Without ties every definition gives the same labels."""
    shape = (200, 150)
    order = np.argsort(smooth(shape, 65535).ravel(), kind="stable")
    image = np.empty(order.size, np.float32)
    image[order] = np.arange(order.size)
    image, markers = image.reshape(shape), strewn(shape, 1000)
    theirs = SimpleITK.MorphologicalWatershedFromMarkers(
        SimpleITK.GetImageFromArray(image), SimpleITK.GetImageFromArray(markers), False, fully)
    ours = preamar.watershed(image, markers, connectivity=2 if fully else 1)
    np.testing.assert_array_equal(ours, SimpleITK.GetArrayFromImage(theirs))
    np.testing.assert_array_equal(ours, flooding(image, markers, connectivity=2 if fully else 1))


def test_mask():
    image, markers = smooth((300, 200), 65535), strewn((300, 200), 500)
    mask = smooth((300, 200), 256, seed=5) > 120
    found = preamar.watershed(image, markers, mask)
    assert not found[~mask].any()
    assert np.mean(found != flooding(image, markers, mask=mask)) <= 0.001


def test_line_lies_between_regions():
    image, markers = smooth((200, 300), 256), strewn((200, 300), 800)
    whole, lined = preamar.watershed(image, markers), preamar.watershed(image, markers, line=True)
    np.testing.assert_array_equal(lined[lined != 0], whole[lined != 0])
    np.testing.assert_array_equal(lined[markers != 0], markers[markers != 0])
    for axis in (0, 1):
        a, b = (lined.take(range(k, lined.shape[axis] - 1 + k), axis) for k in (0, 1))
        touching = (a != b) & (a != 0) & (b != 0)
        # Regions touch only at a marker, because a marker never becomes part of the line.
        at, bt = (markers.take(range(k, lined.shape[axis] - 1 + k), axis) for k in (0, 1))
        assert not (touching & (at == 0) & (bt == 0)).any()
