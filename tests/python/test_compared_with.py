"""What docs/compared-with.md says about other libraries holds for the versions that are installed.

A test compares the call of the other library with ours, as a row of the page has them."""

import numpy as np
import preamar
import pytest

RANDOM = np.random.default_rng(20261118)
GREY = preamar.gaussian(RANDOM.integers(0, 255, (80, 90), np.uint8), 2)
FLOAT = GREY.astype(np.float32)
MASK = preamar.gaussian(RANDOM.normal(size=(240, 250)).astype(np.float32), 1.5) > 0.05
VOLUME = RANDOM.random((40, 41, 42)) < 0.2
MARKER = np.where(RANDOM.random(GREY.shape) < 0.01, GREY, 0).astype(np.uint8)


def are_same_components(first, second):
    pairs = np.unique(np.stack([first.ravel(), second.ravel()]), axis=1)
    return pairs.shape[1] == len(np.unique(first)) == len(np.unique(second))


def check(theirs, ours, dtype=None):
    assert np.array_equal(np.asarray(theirs), ours)
    assert dtype is None or np.asarray(theirs).dtype in dtype


def test_connectivity_is_the_rank_unless_the_page_says_otherwise():
    from preamar import _ext

    ones = {row["name"] for row in _ext.operators() for option in row["options"]
            if option["name"] == "connectivity" and option["default_text"] == "1"}
    assert ones == {"fill_holes", "watershed"}


def test_scikit_image():
    pytest.importorskip("skimage")
    from skimage import exposure, feature, filters, measure, morphology, segmentation

    check(morphology.reconstruction(MARKER, GREY), preamar.reconstruct(MARKER, GREY), ["float64"])
    with pytest.raises(ValueError):
        morphology.reconstruction(GREY, MARKER)
    check(np.minimum(GREY, MARKER), preamar.reconstruct(GREY, MARKER))
    check(measure.label(MASK), preamar.label(MASK)[0], ["int32", "int64"])
    check(measure.label(GREY // 64), preamar.label(GREY // 64, by_value=True)[0])
    check(morphology.remove_small_objects(MASK, max_size=63), preamar.remove_small_objects(MASK, 64, connectivity=1))
    check(morphology.remove_small_holes(MASK, max_size=63), preamar.remove_small_holes(MASK, 64, connectivity=1))
    check(morphology.local_maxima(GREY), preamar.regional_maxima(GREY))
    flat = np.ones((4, 4), np.uint8)
    assert not morphology.local_maxima(flat).any() and preamar.regional_maxima(flat).all()
    for theirs, ours in (("opening", "opening"), ("closing", "closing"), ("dilation", "dilate"), ("erosion", "erode"),
                         ("white_tophat", "top_hat")):
        check(getattr(morphology, theirs)(GREY, morphology.disk(3)), getattr(preamar, ours)(GREY, 3))
    labels = preamar.label(MASK)[0].astype(np.int32)
    check(segmentation.clear_border(labels), preamar.clear_border(labels))
    check(segmentation.relabel_sequential(3 * labels)[0], preamar.relabel(3 * labels)[0])
    assert filters.threshold_otsu(GREY) == preamar.otsu(GREY)
    check(filters.apply_hysteresis_threshold(GREY, 120, 140), preamar.hysteresis(GREY, 120, 140, connectivity=1))
    assert filters.gaussian(GREY, 2).max() <= 1 and preamar.gaussian(GREY, 2).dtype == np.uint8
    sobel = filters.sobel(FLOAT)[2:-2, 2:-2]
    assert np.allclose(sobel, (preamar.sobel(FLOAT) / (4 * 2**0.5))[2:-2, 2:-2], rtol=1e-4, atol=1e-4)
    assert (feature.canny(FLOAT.astype(float), 2, 8, 16) == preamar.canny(GREY, 2, 1, 2)).mean() > 0.999
    assert len(exposure.histogram(GREY)[0]) == int(GREY.max()) - int(GREY.min()) + 1 and len(preamar.histogram(GREY)) == 256
    theirs = measure.regionprops_table(labels, properties=["area", "bbox", "axis_major_length"])
    ours = preamar.measure(labels)
    check(theirs["area"], ours["size"], ["float64"])
    check(theirs["bbox-2"], ours["box-2"])
    assert np.allclose(theirs["axis_major_length"], ours["axis_length-0"])


def test_opencv():
    cv2 = pytest.importorskip("cv2")
    mask = MASK.view(np.uint8)
    count, labels = cv2.connectedComponents(mask)
    assert count == preamar.label(MASK)[1] + 1 and are_same_components(labels, preamar.label(MASK)[0])
    check(cv2.connectedComponents(mask, connectivity=4)[1], preamar.label(MASK, connectivity=1)[0], ["int32"])
    check(cv2.distanceTransform(mask, cv2.DIST_L2, cv2.DIST_MASK_PRECISE), preamar.distance(MASK), ["float32"])
    check(cv2.dilate(GREY, np.ones((7, 7), np.uint8)), preamar.dilate(GREY, 3, shape="box"))
    ellipse = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))
    assert not np.array_equal(cv2.dilate(GREY, ellipse), preamar.dilate(GREY, 3))
    assert cv2.threshold(GREY, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0] == preamar.otsu(GREY)
    blurred = cv2.GaussianBlur(GREY, (0, 0), 2, borderType=cv2.BORDER_REPLICATE).astype(int)
    assert np.abs(blurred - preamar.gaussian(GREY, 2)).max() <= 1
    check(cv2.calcHist([GREY], [0], None, [256], [0, 256]).ravel(), preamar.histogram(GREY), ["float32"])
    for refused in (MASK, preamar.label(MASK)[0]):
        with pytest.raises(cv2.error):
            cv2.connectedComponents(refused)
    row = cv2.connectedComponentsWithStats(mask)[2][1]
    table = preamar.measure(labels.astype(np.uint32))
    height, width = (table[f"box-{end}"][0] - table[f"box-{end - 2}"][0] for end in (2, 3))
    assert row.tolist() == [table["box-1"][0], table["box-0"][0], width, height, table["size"][0]]


def test_itk():
    itk = pytest.importorskip("SimpleITK")

    def image(array):
        return itk.GetImageFromArray(array.view(np.uint8) if array.dtype == bool else array)

    array = itk.GetArrayFromImage
    check(array(itk.ReconstructionByDilation(image(MARKER), image(GREY))), preamar.reconstruct(MARKER, GREY, connectivity=1))
    check(array(itk.ConnectedComponent(image(MASK))), preamar.label(MASK, connectivity=1)[0])
    sizes = np.bincount(array(itk.RelabelComponent(itk.ConnectedComponent(image(MASK)))).ravel())[1:]
    assert (np.diff(sizes) <= 0).all()
    check(array(itk.GrayscaleFillhole(image(GREY))), preamar.fill_holes(GREY))
    check(array(itk.BinaryFillhole(image(MASK))), preamar.fill_holes(MASK))
    check(array(itk.GrayscaleGrindPeak(image(GREY))), GREY - preamar.clear_border(GREY, kind="grey", connectivity=1))
    check(array(itk.HMaxima(image(GREY), 20)), preamar.h_maxima(GREY, 20, connectivity=1))
    check(array(itk.RegionalMaxima(image(GREY))) > 0, preamar.regional_maxima(GREY, connectivity=1))
    outside = array(itk.SignedMaurerDistanceMap(image(~MASK), insideIsPositive=False, squaredDistance=False))
    check(outside * MASK, preamar.distance(MASK))
    assert array(itk.SignedMaurerDistanceMap(image(MASK), insideIsPositive=True, squaredDistance=False))[MASK].min() == 0
    check(array(itk.GrayscaleDilate(image(GREY), [3, 3], itk.sitkBox)), preamar.dilate(GREY, 3, shape="box"))
    smooth = array(itk.DiscreteGaussian(image(FLOAT), variance=4.0))
    assert np.allclose(smooth, preamar.gaussian(FLOAT, 2, kernel="discrete"), rtol=1e-5)
    check(array(itk.BinaryThreshold(image(GREY), 121, 255)) > 0, preamar.threshold(GREY, 120))


@pytest.mark.parametrize("theirs, ours", [(26, 3), (18, 2), (6, 1)])
def test_cc3d(theirs, ours):
    cc3d = pytest.importorskip("cc3d")
    check(cc3d.connected_components(VOLUME, connectivity=theirs), preamar.label(VOLUME, connectivity=ours)[0])
    size = int(np.sort(preamar.measure(preamar.label(VOLUME)[0])["size"])[-2])
    check(cc3d.dust(VOLUME, threshold=size), preamar.remove_small_objects(VOLUME, size))


def test_dask_image():
    pytest.importorskip("dask_image")
    import dask.array
    from dask_image import ndfilters, ndmeasure, ndmorph

    mask = dask.array.from_array(MASK, chunks=(100, 100))
    labels = ndmeasure.label(mask)[0].compute()
    assert labels.dtype == np.int32 and are_same_components(labels, preamar.label(MASK, connectivity=1)[0])
    check(ndmorph.binary_dilation(mask).compute(), preamar.dilate(MASK, 1))
    smooth = ndfilters.gaussian_filter(dask.array.from_array(FLOAT, chunks=(50, 50)), 2, mode="nearest").compute()
    assert np.allclose(smooth, preamar.gaussian(FLOAT, 2), rtol=1e-5)


def test_edt_and_fill_voids():
    edt = pytest.importorskip("edt")
    fill_voids = pytest.importorskip("fill_voids")
    check(edt.edt(MASK), preamar.distance(MASK), ["float32"])
    check(edt.edt(VOLUME, anisotropy=(2, 1, 1)), preamar.distance(VOLUME, spacing=(2, 1, 1)))
    touching = np.array([[0, 1, 1, 2, 2, 0]] * 3)
    assert edt.edt(touching)[1].tolist() == [0, 1, 1, 1, 1, 0] and preamar.distance(touching)[1].tolist() == [0, 1, 2, 2, 1, 0]
    for mask in (MASK, ~VOLUME):
        check(fill_voids.fill(mask), preamar.fill_holes(mask))
    assert set(np.unique(fill_voids.fill(GREY))) <= {0, 1} and preamar.fill_holes(GREY).max() > 1


def test_bioimage_py():
    segmentation = pytest.importorskip("bioimage_py.segmentation")
    labels = preamar.label(MASK, connectivity=1)[0]
    for options in ({}, {"block_shape": (64, 64)}):
        assert are_same_components(segmentation.label(MASK, connectivity=1, **options), labels)
    with pytest.raises(NotImplementedError):
        segmentation.label(MASK, connectivity=2, block_shape=(64, 64))
    relief = preamar.sobel(preamar.gaussian(RANDOM.integers(0, 255, (256, 256), np.uint8), 2))
    seeds = np.zeros(relief.shape, np.uint64)
    seeds[32::64, 32::64] = np.arange(1, 17).reshape(4, 4)
    whole = segmentation.watershed(relief, seeds)
    assert (whole != segmentation.watershed(relief, seeds, block_shape=(64, 64), halo=(8, 8))).any()


def terrain():
    """An elevation model with many depressions, float32."""
    return preamar.gaussian(RANDOM.integers(0, 255, (120, 130)).astype(np.float32) * 20, 3)


def test_pysheds():
    pytest.importorskip("pysheds")
    from pysheds.grid import Grid
    from pysheds.view import Raster, ViewFinder

    model, hole = terrain().astype(np.float64), np.s_[50:60, 50:60]

    def filled(model):
        raster = Raster(model, viewfinder=ViewFinder(shape=model.shape, nodata=np.float64(-9999)))
        grid = Grid.from_raster(raster)
        return np.asarray(grid.fill_depressions(grid.fill_pits(raster)))

    check(filled(model.copy()), preamar.fill_depressions(model), ["float64"])
    walled = model.copy()
    model[hole], walled[hole] = -9999, 1e9
    theirs = filled(model.copy())
    assert (theirs > preamar.fill_depressions(model, nodata=-9999)).any()
    theirs[hole] = 1e9
    check(theirs, preamar.fill_depressions(walled))


def serpentine(side):
    """A valley one cell wide that winds through the model between walls, with pits, to one outlet."""
    model = np.full((side, side), 100.0)
    rows = range(1, side - 1, 2)
    for turn, row in enumerate(rows):
        model[row, 1:-1] = 5
        if row + 2 < side - 1:
            model[row + 1, 1 if turn % 2 else -2] = 5
    model[1:-1, 1:-1] -= RANDOM.random((side - 2, side - 2))
    model[1, 0] = 1
    return model


def test_xarray_spatial():
    xrspatial = pytest.importorskip("xrspatial")
    if not hasattr(xrspatial, "fill"):
        pytest.skip("xarray-spatial without fill")
    import dask.array
    import xarray

    def image(array):
        return xarray.DataArray(array, dims=["y", "x"], coords={name: np.arange(size, dtype=float) for name, size in
                                                                zip("yx", array.shape)})

    for model in (terrain().astype(np.float64), serpentine(129)):
        check(xrspatial.fill(image(model)), preamar.fill_depressions(model))
    chunks = xrspatial.fill(image(dask.array.from_array(model, chunks=(32, 32)))).compute()
    assert (chunks.values != preamar.fill_depressions(model)).any()
    check(xrspatial.proximity(image((~MASK).astype(float))), preamar.distance(MASK), ["float32"])
    regions = xrspatial.regions(image(MASK.astype(float)), neighborhood=8).values
    assert len(np.unique(regions[MASK])) == preamar.label(MASK)[1] and len(np.unique(regions[~MASK])) > 1


def test_whitebox_workflows(tmp_path):
    whitebox = pytest.importorskip("whitebox_workflows")
    environment = whitebox.WbEnvironment()

    def filled(model, name):
        preamar.write_image(tmp_path / f"{name}.tif", model)
        raster = environment.read_raster(str(tmp_path / f"{name}.tif"))
        result = environment.hydrology.depressions_storage.fill_depressions(dem=raster, fix_flats=False)
        environment.write_raster(result, str(tmp_path / f"{name}-filled.tif"))
        return preamar.read_image(tmp_path / f"{name}-filled.tif")

    model = terrain()
    ours = preamar.fill_depressions(model)
    check(filled(np.pad(model, 1, constant_values=-32768), "ring")[1:-1, 1:-1], ours)
    assert (filled(model, "bare") > ours).any()
