"""Each wrong call: which exception, and its whole message."""

import os
import re

import numpy as np
import preamar
import pytest

IMAGE = np.zeros((20, 30), np.uint8)


def refused(kind, message, *args, **options):
    with pytest.raises(kind) as raised:
        preamar.reconstruct(*args, **options)
    assert type(raised.value) is kind
    assert str(raised.value) == message


@pytest.mark.parametrize(
    "kind, message, options",
    [
        (ValueError, "reconstruct: method is 'flood'; it must be dilation or erosion", {"method": "flood"}),
        (TypeError, "reconstruct: method is 3; it must be dilation or erosion", {"method": 3}),
        (ValueError, "reconstruct: nan is 'keep'; it must be refuse or ignore", {"nan": "keep"}),
        (ValueError, "reconstruct: connectivity is 3; it must be from 1 to 2", {"connectivity": 3}),
        (ValueError, "reconstruct: connectivity is -1; it must be from 1 to 2", {"connectivity": -1}),
        (TypeError, "reconstruct: connectivity is 1.5; it must be an integer", {"connectivity": 1.5}),
        (TypeError, "reconstruct: connectivity is '2'; it must be an integer", {"connectivity": "2"}),
        (TypeError, "reconstruct: connectivity is True; it must be an integer", {"connectivity": True}),
        (
            ValueError,
            f"reconstruct: connectivity is {2**70}; it must fit into 64 bits",
            {"connectivity": 2**70},
        ),
        (
            ValueError,
            "reconstruct: threads is -1; it must be from 0 to 4096",
            {"threads": -1},
        ),
        (TypeError, "reconstruct: threads is 'all'; it must be an integer or None", {"threads": "all"}),
        (TypeError, "reconstruct: scratch_memory is 1.5; it must be an integer or None", {"scratch_memory": 1.5}),
        (TypeError, "reconstruct: device is 0; it must be a name of preamar.devices()", {"device": 0}),
        (TypeError, "reconstruct: progress is 3; it must be callable or None", {"progress": 3}),
        (TypeError, "reconstruct: out is list; a NumPy array of numbers is taken", {"out": []}),
        (TypeError, "reconstruct: out has 2 arrays; 1 are written", {"out": (IMAGE.copy(), IMAGE.copy())}),
        (TypeError, "reconstruct: out has dtype int8; the result is uint8", {"out": IMAGE.astype(np.int8)}),
        (ValueError, "reconstruct: out has shape 30x20; the result is 20x30", {"out": IMAGE.T.copy()}),
        (TypeError, "reconstruct() got an unexpected keyword argument 'colour'", {"colour": 1}),
    ],
)
def test_options(kind, message, options):
    refused(kind, message, IMAGE, IMAGE.copy(), **options)


def test_an_unknown_device():
    with pytest.raises(RuntimeError, match="^device 'gpu' is not here; there are 'cpu', 'reference'"):
        preamar.reconstruct(IMAGE, IMAGE, device="gpu")


def test_missing_and_surplus_inputs():
    refused(TypeError, "reconstruct() missing a required argument: 'mask'", IMAGE)
    refused(TypeError, "reconstruct() too many positional arguments", IMAGE, IMAGE, "dilation")


@pytest.mark.parametrize("shape", [(), (5,), (2, 3, 4, 5)])
def test_ranks(shape):
    image = np.zeros(shape, np.uint8)
    named = "marker" if len(shape) == 4 else "mask"
    refused(
        ValueError, f"reconstruct: {named} has rank {len(shape)}; images of rank 2 to 3 are taken", image, image.copy()
    )


TAKEN = "bool, uint8 to uint64, int8 to int64, float32 and float64 are taken"


@pytest.mark.parametrize("dtype", ["complex128", "float16", "longdouble", "S4", "O", "u1,u1"])
def test_dtypes_that_are_no_pixels(dtype):
    image = np.zeros((4, 5), dtype)
    refused(TypeError, f"reconstruct: marker has dtype {image.dtype}; {TAKEN}", image, image)


def test_dates():
    image = np.zeros((4, 5), "M8[s]")
    refused(TypeError, "reconstruct: marker is datetime64[s]; a NumPy array of numbers is taken", image, image)


def test_foreign_byte_order():
    image = np.zeros((4, 5), np.dtype("uint16").newbyteorder())
    refused(
        TypeError,
        f"reconstruct: mask has dtype {image.dtype}, whose bytes are not in this machine's order; "
        "give mask.astype('uint16')",
        np.zeros((4, 5), np.uint16),
        image,
    )


def test_images_that_do_not_match():
    message = "reconstruct: marker is 20x30 uint8 and mask is {}; their shape and dtype must be the same".format
    refused(ValueError, message("30x20 uint8"), IMAGE, np.zeros((30, 20), np.uint8))
    refused(ValueError, message("20x30 int16"), IMAGE, IMAGE.astype(np.int16))


def test_shared_memory():
    both = np.zeros((20, 60), np.uint8)
    message = "reconstruct: out shares memory with mask; give it memory of its own"
    refused(ValueError, message, IMAGE, both[:, :30], out=both[:, :30])
    refused(ValueError, message, IMAGE, both[:, :30], out=both[:, 15:45])


def test_a_read_only_out():
    out = IMAGE.copy()
    out.flags.writeable = False
    refused(ValueError, "reconstruct: out is read-only; give an array that can be written", IMAGE, IMAGE, out=out)


def test_an_operator_that_is_not_there():
    with pytest.raises(ValueError, match="^operator 'reconstuct' is unknown; the nearest name is 'reconstruct'$"):
        preamar._ext.run("reconstuct", (), {}, None, None, "cpu", None, None, None)


def test_an_image_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="absent.tif"):
        preamar.read_image(tmp_path / "absent.tif")


@pytest.mark.parametrize(
    "name, header",
    [
        ("broken.nrrd", b"NRRD0004\n\xff\xfe is no field\n"),
        ("broken.mha", b"\xff\xfe is no field\n"),
        (b"caf\xe9.nrrd", b"not an NRRD"),
        (b"caf\xe9.tif", b"not a TIFF"),
        (b"caf\xe9.png", b"not a PNG"),
        (b"caf\xe9.nrrd", None),
    ],
)
def test_messages_of_bytes_that_are_not_text(tmp_path, name, header):
    file = tmp_path / os.fsdecode(name)
    if header is not None:
        file.write_bytes(header)
    for read in (preamar.read_image, preamar.describe):
        with pytest.raises(OSError) as raised:
            read(file)
        message = os.fsencode(str(raised.value))
        assert os.fsencode(file) in message
        if name in ("broken.nrrd", "broken.mha"):
            assert b"\xff\xfe is no field" in message


def test_texts_of_files_that_are_not_text(tmp_path):
    file = tmp_path / "odd.ome.tif"
    preamar.write_image(file, IMAGE, metadata=preamar.Metadata(axes=(("y", "unit", 2), ("x", "unit", 2))))
    file.write_bytes(file.read_bytes().replace(b"unit", b"\xff\xfe\xfd\xfc"))
    assert [os.fsencode(axis.unit) for axis in preamar.describe(file).metadata.axes] == [b"\xff\xfe\xfd\xfc"] * 2


@pytest.mark.parametrize(
    "option, wrong, needed", [("level", "2", "an integer"), ("select", 3, "a string or a path")]
)
def test_an_option_of_a_file_of_another_type(tmp_path, option, wrong, needed):
    preamar.write_image(tmp_path / "a.tif", IMAGE)
    message = re.escape(f"{option} is {wrong!r}; it must be {needed}")
    with pytest.raises(TypeError, match=f"^{message}$"):
        preamar.read_image(tmp_path / "a.tif", **{option: wrong})


def test_a_path_that_the_system_refuses(tmp_path):
    with pytest.raises(OSError, match="name too long"):
        preamar.write_image(tmp_path / ("a" * 300) / "out.tif", IMAGE)


def test_memory_that_cannot_be_had():
    mask = np.broadcast_to(np.uint8(0), (2**31, 2**31))
    with pytest.raises(MemoryError, match="^memory: 4611686018427387904 bytes cannot be allocated$"):
        preamar.reconstruct(mask, mask)
