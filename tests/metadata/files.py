"""Files with metadata, written and read by the libraries that people use; none of it goes through Preamar.

A `Facts` is what a file says: lengths in metres, axes in the order of the array (z, y, x), space in LPS.
"""

import dataclasses
import gzip
import json
import pathlib
import tempfile
import xml.etree.ElementTree

import nibabel
import numpy
import rasterio
import SimpleITK
import tifffile
import xarray
import zarr

METRES = {"nm": 1e-9, "nanometer": 1e-9, "um": 1e-6, "µm": 1e-6, "micron": 1e-6, "micrometer": 1e-6, "mm": 1e-3,
          "millimeter": 1e-3, "cm": 1e-2, "centimeter": 1e-2, "meter": 1.0, "m": 1.0}
RAS_TO_LPS = numpy.diag([-1.0, -1, 1, 1])


@dataclasses.dataclass
class Facts:
    spacing: tuple = None      # per axis; numbers of `unit`
    unit: float = None         # metres per unit; None: unknown
    origin: tuple = None
    direction: tuple = None    # rows
    crs: int = None            # EPSG
    transform: tuple = None    # of GDAL
    nodata: float = None
    scale: float = 1.0
    offset: float = 0.0
    value_unit: str = ""
    description: str = ""


def metres(name):
    return METRES.get(name)


# NIfTI

def write_nifti(path, pixels, facts, unit="mm"):
    """`pixels` as z, y, x."""
    rank = pixels.ndim
    affine = numpy.eye(4)
    spacing, origin = facts.spacing[::-1], facts.origin[::-1]
    direction = numpy.array(facts.direction).reshape(rank, rank)[::-1, ::-1]
    affine[:rank, :rank] = direction * spacing
    affine[:rank, 3] = origin
    image = nibabel.Nifti1Image(pixels.T, RAS_TO_LPS @ affine)
    image.set_sform(RAS_TO_LPS @ affine, 1)
    image.set_qform(RAS_TO_LPS @ affine, 1)
    image.header.set_xyzt_units(unit)
    image.header["scl_slope"], image.header["scl_inter"] = facts.scale, facts.offset
    image.header["descrip"] = facts.description.encode()
    data = bytearray(image.to_bytes())
    data[112:120] = numpy.array([facts.scale, facts.offset], "<f4").tobytes()  # nibabel would rescale the pixels
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)


def read_nifti(path):
    image = nibabel.load(path)
    rank = len(image.shape)
    affine = RAS_TO_LPS @ image.affine
    scale, offset = image.dataobj.slope, image.dataobj.inter
    unit = image.header.get_xyzt_units()[0]
    grid = grid_of(affine[:rank, :rank], affine[:rank, 3])
    if not (image.header["sform_code"] or image.header["qform_code"]):  # nibabel makes up a position
        grid = {"spacing": grid["spacing"]}
    return Facts(unit=metres({"mm": "mm", "meter": "m", "micron": "micron"}.get(unit)),
                 scale=float(scale), offset=float(offset),
                 description=bytes(image.header["descrip"]).split(b"\0")[0].decode(),
                 **grid)


def grid_of(matrix, origin):
    """From columns of x, y, z."""
    lengths = numpy.linalg.norm(matrix, axis=0)
    direction = (matrix / lengths)[::-1, ::-1]
    return {"spacing": tuple(lengths[::-1]), "origin": tuple(origin[::-1]), "direction": tuple(direction.ravel())}


# NRRD and MetaImage

def write_itk(path, pixels, facts):
    rank = pixels.ndim
    image = SimpleITK.GetImageFromArray(pixels)
    image.SetSpacing([float(x) for x in facts.spacing[::-1]])
    image.SetOrigin([float(x) for x in facts.origin[::-1]])
    image.SetDirection([float(x) for x in numpy.array(facts.direction).reshape(rank, rank)[::-1, ::-1].ravel()])
    SimpleITK.WriteImage(image, str(path))


def read_itk(path):
    image = SimpleITK.ReadImage(str(path))
    rank = image.GetDimension()
    direction = numpy.array(image.GetDirection()).reshape(rank, rank)[::-1, ::-1]
    return Facts(spacing=image.GetSpacing()[::-1], origin=image.GetOrigin()[::-1], direction=tuple(direction.ravel()))


# TIFF

def write_geotiff(path, pixels, facts):
    with rasterio.open(path, "w", driver="GTiff", height=pixels.shape[0], width=pixels.shape[1], count=1,
                       dtype=pixels.dtype, crs=f"EPSG:{facts.crs}", nodata=facts.nodata,
                       transform=rasterio.Affine(*facts.transform)) as file:
        file.write(pixels, 1)
        if (facts.scale, facts.offset) != (1, 0):
            file.scales, file.offsets = (facts.scale,), (facts.offset,)
        if facts.value_unit:
            file.units = (facts.value_unit,)
        if facts.description:
            file.descriptions = (facts.description,)


def read_tiff(path):
    facts = Facts()
    with rasterio.open(path) as file:
        if file.crs:
            facts.crs, facts.transform = file.crs.to_epsg(), tuple(file.transform)[:6]
        facts.nodata = file.nodata
        facts.scale, facts.offset = file.scales[0], file.offsets[0]
        facts.value_unit = file.units[0] or ""
        facts.description = file.descriptions[0] or ""
    with tifffile.TiffFile(path) as file:
        tags = file.pages[0].tags
        if facts.crs is None and "XResolution" in tags and tags["ResolutionUnit"].value in (2, 3):
            unit = 0.0254 if tags["ResolutionUnit"].value == 2 else 0.01
            facts.spacing = tuple(tags[name].value[1] / tags[name].value[0]
                                  for name in ("YResolution", "XResolution"))
            facts.unit = unit
    return facts


def write_resolution(path, pixels, facts):
    per_centimeter = [0.01 / (s * facts.unit) for s in facts.spacing]
    tifffile.imwrite(path, pixels, resolution=(per_centimeter[-1], per_centimeter[-2]), resolutionunit="CENTIMETER")


def write_ome_tiff(path, pixels, facts):
    names = "ZYX"[3 - pixels.ndim:]
    sizes = {f"PhysicalSize{name}": float(s) for name, s in zip(names, facts.spacing)}
    units = {f"PhysicalSize{name}Unit": "µm" for name in names}
    tifffile.imwrite(path, pixels, ome=True, metadata={"axes": names, **sizes, **units})


def read_ome_tiff(path):
    with tifffile.TiffFile(path) as file:
        root = xml.etree.ElementTree.fromstring(file.ome_metadata)
    pixels = next(element for element in root.iter() if element.tag.endswith("}Pixels"))
    names = [name for name in "ZYX" if int(pixels.get(f"Size{name}", 1)) > 1 or name != "Z"]
    channel = next((element for element in pixels if element.tag.endswith("}Channel")), {})
    facts = Facts(description=channel.get("Name", ""))
    if pixels.get("PhysicalSizeX"):
        facts.spacing = tuple(float(pixels.get(f"PhysicalSize{name}", 1)) for name in names)
        facts.unit = metres(pixels.get("PhysicalSizeXUnit", "µm"))
    return facts


# Zarr and OME-Zarr

def attributes_of_values(facts):
    """Units and names as the CF conventions have them."""
    given = {"units": facts.value_unit, "long_name": facts.description}
    return {name: value for name, value in given.items() if value}


def write_zarr(path, pixels, facts):
    """By xarray, which packs the values."""
    values = pixels * facts.scale + facts.offset
    encoding = {"dtype": pixels.dtype, "chunks": pixels.shape, "_FillValue": None}  # not NaN, its default
    if (facts.scale, facts.offset) != (1, 0):
        encoding |= {"scale_factor": facts.scale, "add_offset": facts.offset}
    if facts.nodata is not None:
        values = numpy.where(pixels == facts.nodata, numpy.nan, values)
        encoding["_FillValue"] = pixels.dtype.type(facts.nodata)
    array = xarray.DataArray(values, dims=tuple("zyx"[3 - pixels.ndim:]), attrs=attributes_of_values(facts))
    with tempfile.TemporaryDirectory(dir=path.parent) as group:
        array.to_dataset(name="values").to_zarr(group, zarr_format=3, consolidated=False,
                                                encoding={"values": encoding})
        pathlib.Path(group, "values").rename(path)


def read_zarr(path):
    with tempfile.TemporaryDirectory() as group:  # xarray opens arrays of a group
        zarr.create_group(group)
        pathlib.Path(group, "values").symlink_to(path)
        return Facts(**values_of(group, "values"))


def values_of(group, name):
    """What xarray reads; it decodes the values as Preamar describes them."""
    stored = xarray.open_zarr(group, consolidated=False, mask_and_scale=False)[name].values
    array = xarray.open_zarr(group, consolidated=False)[name].load()
    scale, offset = array.encoding.get("scale_factor", 1.0), array.encoding.get("add_offset", 0.0)
    nodata = array.encoding.get("_FillValue")
    expected = stored * numpy.float64(scale) + offset
    if nodata is not None:
        expected[stored == nodata] = numpy.nan
    numpy.testing.assert_allclose(array.values.astype("float64"), expected, rtol=1e-5, atol=1e-4)
    return {"scale": float(scale), "offset": float(offset), "nodata": None if nodata is None else float(nodata),
            "value_unit": array.attrs.get("units", ""), "description": array.attrs.get("long_name", "")}


def write_ome_zarr(path, pixels, facts):
    names = "zyx"[3 - pixels.ndim:]
    group = zarr.open_group(path, mode="w", zarr_format=3)
    array = group.create_array("0", shape=pixels.shape, dtype=pixels.dtype, chunks=pixels.shape)
    array[...] = pixels
    array.attrs.update(attributes_of_values(facts))
    if (facts.scale, facts.offset) != (1, 0):
        array.attrs.update({"scale_factor": facts.scale, "add_offset": facts.offset})
    changes = [{"type": "scale", "scale": [float(s) for s in facts.spacing]}]
    if facts.origin:
        changes.append({"type": "translation", "translation": [float(x) for x in facts.origin]})
    group.attrs["ome"] = {"version": "0.5", "multiscales": [
        {"axes": [{"name": name, "type": "space", "unit": "micrometer"} for name in names],
         "datasets": [{"path": "0", "coordinateTransformations": changes}]}]}


def read_ome_zarr(path):
    ome = json.loads((path / "zarr.json").read_text())["attributes"]["ome"]["multiscales"][0]
    changes = {change["type"]: change for change in ome["datasets"][0]["coordinateTransformations"]}
    unit = ome["axes"][-1].get("unit")
    origin = changes.get("translation", {}).get("translation")
    return Facts(spacing=tuple(changes["scale"]["scale"]), unit=metres(unit) if unit else None,
                 origin=tuple(origin) if origin else None, **values_of(path, "0"))


def read_nothing(_path):
    return Facts()


READERS = {".nii": read_nifti, ".nii.gz": read_nifti, ".nrrd": read_itk, ".mha": read_itk, ".tif": read_tiff,
           ".ome.tif": read_ome_tiff, ".ome.zarr": read_ome_zarr, ".zarr": read_zarr, ".npy": read_nothing,
           ".png": read_nothing}
WRITERS = {".nii": write_nifti, ".nii.gz": write_nifti, ".nrrd": write_itk, ".mha": write_itk,
           ".tif": write_geotiff, ".ome.tif": write_ome_tiff, ".ome.zarr": write_ome_zarr,
           ".zarr": write_zarr}
