"""Shapes that measure gives, against scikit-image and known bodies."""

import re

import numpy as np
import preamar
import pytest

skimage_measure = pytest.importorskip("skimage.measure")
ndimage = pytest.importorskip("scipy.ndimage")

# Sums and square roots of few terms: scikit-image adds them in another order.
CLOSE = {"rtol": 1e-12, "atol": 1e-12}
ONLY_PLANAR = ["orientation", "eccentricity", "perimeter", "perimeter_crofton"]


def blobs(shape, seed):
    """Blobs with holes, pixels of noise and diagonal contacts; objects touch the image border."""
    random = np.random.default_rng(seed)
    mask = ndimage.gaussian_filter(random.standard_normal(shape), 1.5) > 0.1
    mask ^= random.random(shape) < 0.03
    return skimage_measure.label(mask, connectivity=len(shape))


def drawn():
    """Single pixels, lines, diagonals, rings and parts that are not connected."""
    labels = np.zeros((24, 40), np.int32)
    labels[0, 0], labels[23, 39] = 1, 2
    labels[3, 2:12], labels[5:15, 3] = 3, 4
    labels[range(5, 15), range(8, 18)], labels[range(5, 15), range(30, 20, -1)] = 5, 6
    labels[16:22, 5:12], labels[18:20, 7:9], labels[17, 10] = 7, 0, 0
    labels[1:4, 20:23], labels[8:10, 33:38] = 8, 8
    labels[18:20, 20:22], labels[20:22, 22:24] = 9, 9
    return labels


def same_direction(ours, theirs):
    """Angles are equal up to pi; scikit-image's sign of pi/2 depends on the sign of a rounded 0."""
    difference = np.abs(ours - theirs)
    np.testing.assert_allclose(np.minimum(difference, np.abs(difference - np.pi)), 0, atol=1e-9)


@pytest.mark.parametrize("labels", [*(blobs((90, 110), seed) for seed in range(4)), drawn()])
@pytest.mark.parametrize("spacing", [1, 0.25, (3, 0.5)])
def test_planar_shapes(labels, spacing):
    names = ["area", "equivalent_diameter_area", "extent", "euler_number", *ONLY_PLANAR]
    if np.ndim(spacing):
        names = [name for name in names if not name.startswith("perimeter")]
    table = preamar.measure(labels, properties=["covariance", *names], spacing=spacing)
    truth = skimage_measure.regionprops_table(labels, properties=names, spacing=spacing)
    np.testing.assert_array_equal(table["euler_number"], truth["euler_number"])
    for name in set(names) - {"orientation"}:
        np.testing.assert_allclose(table[name], truth[name], err_msg=name, **CLOSE)
    # If both variances are the same, the direction is that of rounding errors in scikit-image.
    spread = table["covariance-0-0"] + table["covariance-1-1"]
    clear = np.abs(table["covariance-0-0"] - table["covariance-1-1"]) > 1e-9 * spread
    same_direction(table["orientation"][clear], truth["orientation"][clear])


# scikit-image takes the hull from Qhull, in floating point; on these images no pixel is counted differently.
@pytest.mark.parametrize("labels", [*(blobs((90, 110), seed) for seed in range(3)), drawn()])
@pytest.mark.parametrize("spacing", [1, 0.25, (3, 0.5)])
def test_hulls(labels, spacing):
    names = ["area_convex", "solidity", "feret_diameter_max"]
    table = preamar.measure(labels, properties=[*names, "feret_diameter_min"], spacing=spacing)
    truth = skimage_measure.regionprops_table(labels, properties=names, spacing=spacing)
    for name in names:
        np.testing.assert_allclose(table[name], truth[name], err_msg=name, **CLOSE)
    assert (table["feret_diameter_min"] <= table["feret_diameter_max"]).all()


def test_feret_diameters_of_known_shapes():
    line = np.zeros((3, 12), int)
    line[1, 1:11] = 1
    table = preamar.measure(line, properties="feret_diameter_max,feret_diameter_min", spacing=(2, 0.5))
    assert table["feret_diameter_max"][0] == 5 and table["feret_diameter_min"][0] == 2
    table = preamar.measure(ball(50, (1, 1)), properties="feret_diameter_max,feret_diameter_min")
    assert table["feret_diameter_max"][0] == pytest.approx(101, abs=1)
    assert table["feret_diameter_min"][0] == pytest.approx(101, abs=2)


def test_orientation_of_equal_variances():
    for turned, sign in ((np.eye(5, dtype=int), 1), (np.eye(5, dtype=int)[::-1], -1)):
        assert preamar.measure(turned, properties="orientation")["orientation"][0] == sign * np.pi / 4


def test_hulls_are_planar():
    with pytest.raises(ValueError, match="^measure: solidity is a property of images of rank 2; labels has rank 3$"):
        preamar.measure(np.ones((2, 2, 2), int), properties="solidity")


def run_with_little_memory(*inputs, **options):
    """Run measure in blocks with the memory that the errors of lower limits ask for; rows then wait in a file."""
    memory = 1 << 20
    for _ in range(4):
        try:
            return preamar.run_in_blocks("measure", *inputs, memory=memory, block=(128, 128), **options)
        except MemoryError as error:
            memory = int(re.search(r"give memory=(\d+) << 20", str(error)).group(1)) << 20
    raise AssertionError(f"{memory} bytes were asked for, and are too few")


def test_all_shapes_in_blocks(tmp_path):
    labels = blobs((700, 900), 11).astype(np.uint32)
    properties = ",".join(["size,box,centroid,axes,euler_number,area_convex,feret_diameter_min", *ONLY_PLANAR])
    np.save(tmp_path / "labels.npy", labels)
    options = {"properties": properties, "spacing": 0.5}
    report = run_with_little_memory(tmp_path / "labels.npy", output=tmp_path / "t.csv", **options)
    truth = preamar.measure(labels, **options)
    assert report["rows"] == truth["label"].size
    lines = (tmp_path / "t.csv").read_text().splitlines()
    assert lines[0].split(",") == list(truth)
    rows = np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]])
    for name, column in zip(truth, rows.T, strict=True):
        np.testing.assert_array_equal(column, truth[name], err_msg=name)


@pytest.mark.parametrize("seed", range(3))
def test_euler_number_of_volumes(seed):
    labels = blobs((20, 30, 25), seed)
    names = ["area", "equivalent_diameter_area", "extent", "euler_number"]
    table = preamar.measure(labels, properties=names, spacing=(2, 1, 0.5))
    truth = skimage_measure.regionprops_table(labels, properties=names, spacing=(2, 1, 0.5))
    np.testing.assert_array_equal(table["euler_number"], truth["euler_number"])
    for name in names:
        np.testing.assert_allclose(table[name], truth[name], err_msg=name, **CLOSE)


def test_euler_number_of_a_torus_and_a_shell():
    z, y, x = np.ogrid[-12:13, -25:26, -25:26]
    torus = (np.sqrt(y**2 + x**2) - 15) ** 2 + z**2 <= 36
    square = y**2 + x**2 + z**2
    shell = (square <= 121) & (square >= 36)
    for body, euler in ((torus, 0), (shell, 2), (square <= 121, 1)):
        assert preamar.measure(body, properties="euler_number")["euler_number"] == euler


def ball(radius, spacing):
    """The pixels whose centre is in a disk or ball."""
    axes = [np.arange(-int(radius / step) - 2, int(radius / step) + 3) * step for step in spacing]
    return sum(axis**2 for axis in np.meshgrid(*axes, indexing="ij", sparse=True)) <= radius**2


# Crofton's formula is exact for random lines. Lines of 4 directions miss 0.3 % of a disk of 1:1 pixels, and 13
# directions 0.2 % of a ball; uneven pixels have less even directions.
@pytest.mark.parametrize(("spacing", "error"), [((1, 1), 0.005), ((2, 1), 0.005), ((1, 4), 0.015)])
def test_perimeter_of_disks(spacing, error):
    table = preamar.measure(ball(100, spacing), spacing=spacing)
    assert table["perimeter_crofton"][0] == pytest.approx(2 * np.pi * 100, rel=error)
    assert table["sphericity"][0] == pytest.approx(1, rel=2 * error)
    assert table["equivalent_diameter_area"][0] == pytest.approx(200, rel=0.005)


@pytest.mark.parametrize(("spacing", "error"), [((1, 1, 1), 0.005), ((2, 1, 1), 0.005), ((3, 1, 0.5), 0.01)])
def test_surface_of_balls(spacing, error):
    table = preamar.measure(ball(30, spacing), spacing=spacing)
    assert table["surface_area"][0] == pytest.approx(4 * np.pi * 900, rel=error)
    assert table["sphericity"][0] == pytest.approx(1, rel=2 * error)
    assert table["area"][0] == pytest.approx(4 / 3 * np.pi * 27000, rel=0.01)


def test_surface_weights_of_a_voxel():
    """The share of each direction: cells of the Voronoi diagram of 26 directions on the sphere (Ohser and Muecklich)."""
    axis, edge, corner = 0.0457785, 0.0369806, 0.0351956
    expected = 4 * 2 * (3 * axis + 6 * edge / np.sqrt(2) + 4 * corner / np.sqrt(3))
    voxel = np.ones((1, 1, 1), np.uint8)
    assert preamar.measure(voxel)["surface_area"][0] == pytest.approx(expected, rel=1e-5)


def test_spacing_scales_lengths():
    labels = blobs((40, 50), 7)
    one, two = preamar.measure(labels), preamar.measure(labels, spacing=2)
    for name in ("size", "box-0", "boundary", "euler_number", "extent", "orientation", "eccentricity", "elongation"):
        np.testing.assert_array_equal(one[name], two[name], err_msg=name)
    for name in ("centroid-0", "axis_length-0", "perimeter_crofton", "equivalent_diameter_area"):
        np.testing.assert_allclose(2 * one[name], two[name], rtol=1e-14, err_msg=name)
    for name in ("area", "covariance-0-1"):
        np.testing.assert_array_equal(4 * one[name], two[name], err_msg=name)


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int32", "uint64", "bool"])
def test_label_dtypes(dtype):
    labels = blobs((40, 50), 3)
    labels = labels % (2 if dtype == "bool" else 100)
    truth = preamar.measure(labels, properties=["euler_number", "perimeter", "sphericity"], device="reference")
    found = preamar.measure(labels.astype(dtype), properties=["euler_number", "perimeter", "sphericity"])
    for name in truth:
        np.testing.assert_array_equal(found[name], truth[name], err_msg=name)
