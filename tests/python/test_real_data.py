"""Real images: recipes of examples/real beside scikit-image and a truth, files beside nibabel, blocks beside the whole.

The images come from packages of the Python Package Index. The tests are skipped where pip cannot download them."""

import importlib
import os
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import preamar
import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build/real-data"
pytest.importorskip("skimage")


@pytest.fixture(scope="session")
def folder():
    fetched = subprocess.run([sys.executable, ROOT / "tools/real_data/fetch", FOLDER], capture_output=True, text=True)
    if fetched.returncode:
        reason = fetched.stderr.strip()
        pytest.fail(reason) if "CI" in os.environ else pytest.skip(reason)
    return FOLDER


@pytest.fixture(scope="session")
def figures():
    sys.path.insert(0, str(ROOT / "tools/real_data"))
    yield importlib.import_module("figures")
    sys.path.remove(str(ROOT / "tools/real_data"))


def read(folder, name):
    return preamar.read_image(folder / name)


def test_the_page_has_the_figures_of_today(folder, figures):
    def ours(line):
        image, task, found, _, truth = line.strip("| ").split(" | ")
        return image, task, found, truth

    rows = list(figures.rows(folder))[len(figures.HEAD) :]
    page = [line for line in (ROOT / "docs/real-data.md").read_text().splitlines() if line.count("|") == rows[0].count("|")]
    assert len(rows) == 7
    for row in rows:
        assert ours(row) in [ours(line) for line in page if not line.startswith("|--")]


def test_the_page_names_every_image_and_its_licence(figures):
    page = (ROOT / "docs/real-data.md").read_text()
    for package in runpy.run_path(str(ROOT / "tools/real_data/fetch"))["table"]():
        for file in package["file"]:
            assert f"| {file['name']} | {package['name']} {package['version']} |" in page
            assert f"| {file['licence']} |\n" in page


def test_nuclei(folder, figures):
    image, truth = read(folder, "nuclei.tif"), read(folder, "nuclei-truth.tif")
    labels = figures.nuclei.find_nuclei(image)
    theirs, markers, _ = figures.peers.find_nuclei(image)
    ours, scikit = (figures.peers.scores(found, truth)[3] for found in (labels, theirs))
    assert ours > 0.65 and ours >= scikit
    # Both watersheds differ in few pixels if they start from the same markers.
    depth = preamar.distance(labels > 0)
    again = figures.peers.segmentation.watershed(-depth, markers, mask=labels > 0)
    assert np.mean(preamar.watershed(-depth, markers, mask=labels > 0)[labels > 0] != again[labels > 0]) < 0.01


def test_coins(folder, figures):
    image = read(folder, "coins.png")
    labels = figures.coins.find_coins(image)
    theirs = figures.peers.find_coins(image, figures.coins.mark(image))
    assert labels.max() == theirs.max() == 24
    assert np.count_nonzero(labels != theirs) < 20  # the watersheds differ at ties
    assert preamar.measure(labels)["size"].min() > 1000  # pixels: each coin is whole


def test_stained_nuclei(folder, figures):
    Image = pytest.importorskip("PIL.Image")
    rgb = figures.rgb_of(folder / "he.jpg")
    np.testing.assert_array_equal(rgb, np.asarray(Image.open(folder / "he.jpg")))
    stain = preamar.read_image(folder / "he.jpg", channel="haematoxylin")
    np.testing.assert_allclose(stain, figures.peers.color.rgb2hed(rgb)[..., 0], atol=2e-7)
    labels, (_, mask) = figures.stained.find_nuclei(stain), figures.peers.find_stained_nuclei(rgb)
    np.testing.assert_array_equal(labels > 0, mask)
    assert 200 < labels.max() < 350 and 80 < np.median(preamar.measure(labels)["size"]) < 250


def test_filled_fault(folder, figures):
    elevation, _ = figures.fault.read_model(folder / "fault.npz")
    filled, depth, labels = figures.fault.find_depressions(elevation)
    theirs = figures.peers.fill(elevation)
    np.testing.assert_array_equal(filled.mask, elevation.mask)
    np.testing.assert_array_equal(filled.compressed(), theirs.compressed())
    assert not labels[elevation.mask].any()
    deepest = preamar.measure(labels, depth.filled(0), properties=["intensity_max"])["intensity_max"]
    assert len(deepest) == labels.max() and deepest.min() >= figures.fault.DEEP


def test_a_fault_as_a_file(folder, figures, tmp_path):
    rasterio = pytest.importorskip("rasterio")
    elevation, _ = figures.fault.read_model(folder / "fault.npz")
    profile = {"driver": "GTiff", "dtype": "int16", "count": 1, "height": elevation.shape[0], "width": elevation.shape[1]}
    with rasterio.open(tmp_path / "model.tif", "w", nodata=-32768, crs="EPSG:4326",
                       transform=rasterio.transform.from_origin(-84.41375, 36.73291666666667, 1 / 1200, 1 / 1200), **profile) as file:
        file.write(elevation.filled(-32768), 1)
    preamar.run_in_blocks("fill_depressions", tmp_path / "model.tif", output=tmp_path / "filled.tif", block=(64, 64))
    with rasterio.open(tmp_path / "model.tif") as before, rasterio.open(tmp_path / "filled.tif") as after:
        assert (after.crs, after.transform, after.nodata) == (before.crs, before.transform, before.nodata)
        found = after.read(1, masked=True)
    theirs = figures.peers.fill(elevation)
    np.testing.assert_array_equal(found.mask, theirs.mask)
    np.testing.assert_array_equal(found.compressed(), theirs.compressed())


def affine_of(metadata):
    """The matrix of NIfTI: from x, y, z of a voxel to millimetres in RAS."""
    matrix = np.eye(4)
    scaled = np.reshape(metadata.direction, (3, 3)) * [axis.scale for axis in metadata.axes]
    matrix[:3, :3], matrix[:3, 3] = scaled[::-1, ::-1], metadata.origin[::-1]
    assert metadata.space == "LPS"
    return np.diag([-1, -1, 1, 1]) @ matrix


@pytest.mark.parametrize("name, time", [("anatomical.nii", None), ("reoriented.nii", None), ("functional.nii", 3), ("oblique.nii.gz", 1)])
def test_magnetic_resonance(folder, tmp_path, name, time):
    nibabel = pytest.importorskip("nibabel")
    theirs = nibabel.load(folder / name)
    part = np.s_[...] if time is None else np.s_[..., time]
    voxels, metadata = preamar.read_image(folder / name, metadata=True, select="" if time is None else f"t={time}")
    np.testing.assert_array_equal(voxels.T, theirs.dataobj.get_unscaled()[part])
    np.testing.assert_allclose(affine_of(metadata), theirs.affine, atol=1e-6)
    quantity = metadata.quantity
    np.testing.assert_allclose(quantity.scale * voxels.T.astype(float) + quantity.offset, theirs.dataobj[part], rtol=1e-6)

    # The result lies where the image lies.
    preamar.write_image(tmp_path / "mask.nii", voxels > preamar.otsu(voxels), metadata=metadata._replace(quantity=preamar.Quantity()))
    mask = nibabel.load(tmp_path / "mask.nii")
    np.testing.assert_allclose(mask.affine, theirs.affine, atol=1e-6)
    assert nibabel.aff2axcodes(mask.affine) == nibabel.aff2axcodes(theirs.affine)
    np.testing.assert_array_equal(np.asanyarray(mask.dataobj).T, voxels > preamar.otsu(voxels))


CALLS = [
    ("gaussian", {"sigma": 1.5}), ("sobel", {}), ("canny", {"sigma": 1, "low": 5, "high": 15}), ("top_hat", {"radius": 12}),
    ("opening_by_reconstruction", {"radius": 4}), ("h_maxima", {"h": 10}), ("fill_depressions", {}), ("regional_maxima", {}),
]
MASK_CALLS = [("fill_holes", {}), ("label", {}), ("distance", {}), ("remove_small_objects", {"size": 40}), ("clear_border", {})]


def results(operator, *inputs, **options):
    """The images among what a call returns."""
    found = getattr(preamar, operator)(*inputs, **options)
    return found[0] if isinstance(found, tuple) else found


def in_blocks(operator, *inputs, like, **options):
    out = np.empty_like(like)
    preamar.run_in_blocks(operator, *inputs, output=out, block=(64, 64), **options)
    return out


@pytest.mark.parametrize("name", ["nuclei.tif", "coins.png", "camera.png", "cell.png"])
def test_blocks_and_threads_give_the_same_bytes(folder, name):
    image = read(folder, name)
    mask = image > preamar.otsu(image)
    relief = preamar.sobel(image)
    markers = preamar.label(preamar.h_maxima(255 - relief.clip(0, 255).astype(np.uint8), 20, extended=True))[0]
    calls = [(operator, (image,), options) for operator, options in CALLS]
    calls += [(operator, (mask,), options) for operator, options in MASK_CALLS]
    calls.append(("watershed", (relief, markers), {}))
    for operator, inputs, options in calls:
        whole = results(operator, *inputs, threads=1, **options)
        for threads in (1, 2):
            for found in (results(operator, *inputs, threads=threads, **options),
                          in_blocks(operator, *inputs, like=whole, threads=threads, **options)):
                assert found.dtype == whole.dtype and found.tobytes() == whole.tobytes(), (operator, threads)


@pytest.mark.parametrize("program, image, says", [
    ("nuclei", "nuclei.tif", "122 nuclei"), ("coins", "coins.png", "24 coins"), ("stained", "he.jpg", "274 nuclei"),
    ("fault", "fault.npz", "66 depressions of 10 m and more; the largest has 315 hectares and is 18 m deep"),
])
def test_programs(folder, tmp_path, program, image, says):
    command = [sys.executable, "-B", ROOT / f"examples/real/{program}.py", folder / image, tmp_path / "labels.tif"]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == f"{says}\n"
    assert preamar.read_image(tmp_path / "labels.tif").max() == int(says.split()[0])
