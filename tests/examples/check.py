"""Runs the programs of examples/ as their pages show them, and compares the results with what was generated.

    check.py FOLDER, by a Python that has preamar, tifffile and imagecodecs
"""
import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import preamar

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES / "whole_slide_nuclei"))
from evaluate import evaluate_folder

SEEDS = (11, 12, 13)  # not used to choose the parameters of nuclei.py
SIDE = 4096
LIMITS = {"touching": 0.2, "precision": 0.98, "recall": 0.98, "mean IoU": 0.9}  # minima


def run(*words):
    subprocess.run([str(word) for word in words], check=True)


def run_python(program, *words, ignored=()):
    run(sys.executable, "-W", "error", *(f"-Wignore::{name}" for name in ignored), program, *words)


def rings_of(features):
    """All rings of polygons and multipolygons."""
    for feature in features:
        parts = feature["geometry"]["coordinates"]
        yield from parts if feature["geometry"]["type"] == "Polygon" else [ring for part in parts for ring in part]


def signed_area(ring):
    """Area that a ring encloses; negative for holes."""
    x, y = np.array(ring).T
    return (x[:-1] * y[1:] - x[1:] * y[:-1]).sum() / 2


def check_nuclei(examples, folder, seed):
    """One slide: nuclei.py within 1 GiB, and its labels compared with the truth."""
    run_python(examples / "make_slide.py", folder, "--size", SIDE, "--seed", seed)
    run_python(examples / "nuclei.py", folder / "slide.tif", folder, "--memory", "1G")
    result = evaluate_folder(folder)
    print(f"seed {seed}:", ", ".join(f"{name} {value:.4g}" for name, value in result.items()), flush=True)
    for name, least in LIMITS.items():
        assert result[name] >= least, f"seed {seed}: {name} is {result[name]:.4f}; it must be at least {least}"
    rows = (folder / "nuclei.csv").read_text().count("\n") - 1
    outlines = json.loads((folder / "nuclei.geojson").read_text())["features"]
    assert rows == len(outlines) == result["found"], f"seed {seed}: {rows} rows and {len(outlines)} outlines"
    area = sum(map(signed_area, rings_of(outlines)))
    pixels = np.count_nonzero(preamar.read_image(folder / "slide.ome.zarr/labels/nuclei"))
    assert area == pixels, f"seed {seed}: the outlines enclose {area} pixels of {pixels}"


def check_pipeline(examples, slide, folder):
    """The shell commands of the page give the bytes of nuclei.py."""
    shutil.copy(slide / "slide.tif", folder)
    shutil.copy(examples / "pipeline.toml", folder)
    run("preamar", "opening_by_reconstruction", folder / "slide.tif", "--channel", "haematoxylin",
        "--channel-range", "0,0.15", "--radius", "3", "--pyramid", "mean", "--memory", "1G",
        "-o", folder / "slide.ome.zarr")
    run("preamar", "run", folder / "pipeline.toml", "--pyramid", "nearest", "--memory", "1G")
    for name in ("slide.ome.zarr", "nuclei.csv", "nuclei.geojson"):
        run("diff", "-r", slide / name, folder / name)


def check_pores(examples, folder):
    """Pores are parts of one component of the pore space each, and throats connect such parts."""
    run_python(examples / "make_volume.py", folder / "rock.ome.zarr", "--size", 96)
    run_python(examples / "pores.py", folder / "rock.ome.zarr", folder, "--memory", "1G")
    pores, space = (preamar.read_image(folder / f"{name}.ome.zarr") for name in ("pores", "space"))
    depth = preamar.distance(space)
    assert not pores[space == 0].any() and depth[(space > 0) & (pores == 0)].max(initial=0) <= 1, "a pore is missing"
    pairs = np.unique(np.stack([pores, space])[:, pores > 0], axis=1)
    assert len(np.unique(pairs[0])) == pairs.shape[1] == pores.max(), "a pore lies in several components"
    throats = np.loadtxt(folder / "throats.csv", int, delimiter=",", skiprows=1)
    component = dict(pairs.T.tolist())
    assert len(throats) > 0 and all(component[one] == component[other] for one, other, _ in throats)


def check_lakes(examples, folder):
    """The filled terrain is its own fill, keeps the georeference, and exceeds the terrain by the depth of the lakes."""
    run_python(examples / "make_terrain.py", folder / "terrain.tif", "--size", 512)
    # The depth is NaN in cells without data. A warning says that labels there are 0.
    run_python(examples / "lakes.py", folder / "terrain.tif", folder, "--memory", "1G", ignored=["UserWarning"])
    terrain, metadata = preamar.read_image(folder / "terrain.tif", metadata=True)
    for name in ("filled", "depth", "lakes"):
        assert preamar.describe(folder / f"{name}.tif").metadata.georeference == metadata.georeference, name
    filled, depth, lakes = (preamar.read_image(folder / f"{name}.tif") for name in ("filled", "depth", "lakes"))
    assert np.array_equal(filled, preamar.fill_depressions(filled, nodata=metadata.nodata))
    has_data = terrain != metadata.nodata
    assert np.array_equal(np.isnan(depth), ~has_data)
    assert np.array_equal(depth[has_data], (filled - terrain)[has_data]) and np.array_equal(lakes > 0, depth > 1) and lakes.max() > 0


def main(folder):
    folder = pathlib.Path(folder)
    for name in (*map(str, SEEDS), "pipeline", "rock", "terrain"):
        (folder / name).mkdir()
    for seed in SEEDS:
        check_nuclei(EXAMPLES / "whole_slide_nuclei", folder / str(seed), seed)
    check_pipeline(EXAMPLES / "whole_slide_nuclei", folder / str(SEEDS[0]), folder / "pipeline")
    check_pores(EXAMPLES / "porous_volume", folder / "rock")
    check_lakes(EXAMPLES / "elevation_model", folder / "terrain")


if __name__ == "__main__":
    main(*sys.argv[1:])
