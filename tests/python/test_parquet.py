"""Tables as Apache Parquet, read by pyarrow."""

import numpy as np
import preamar
import pytest

parquet = pytest.importorskip("pyarrow.parquet")


def read(file):
    table = parquet.read_table(file)
    return {name: table[name].to_numpy() for name in table.column_names}


def same(found, expected):
    assert list(found) == list(expected)
    for name, column in expected.items():
        assert found[name].dtype == column.dtype, name
        np.testing.assert_array_equal(found[name], column, err_msg=name)


def images(dtype, level_dtype):
    random = np.random.default_rng(4)
    labels = random.integers(0, 100, (60, 70)).astype(dtype)
    levels = random.integers(-100 if np.dtype(level_dtype).kind != "u" else 0, 100, labels.shape).astype(level_dtype)
    return labels, levels


def run(tmp_path, labels, levels, **options):
    np.save(tmp_path / "labels.npy", labels)
    np.save(tmp_path / "levels.npy", levels)
    file = tmp_path / "table.parquet"
    report = preamar.run_in_blocks("measure", tmp_path / "labels.npy", tmp_path / "levels.npy", output=file, **options)
    return file, report


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "uint32", "int32", "uint64", "int64"])
@pytest.mark.parametrize("level_dtype", ["uint8", "int16", "uint64", "float32", "float64"])
def test_columns_of_all_dtypes(tmp_path, dtype, level_dtype):
    labels, levels = images(dtype, level_dtype)
    file, _ = run(tmp_path, labels, levels)
    same(read(file), preamar.measure(labels, levels))


def test_several_row_groups(tmp_path):
    labels = np.arange(1, 40001, dtype=np.uint32).reshape(200, 200)
    file, _ = run(tmp_path, labels, labels)
    assert parquet.ParquetFile(file).num_row_groups > 3
    same(read(file), preamar.measure(labels, labels))


def test_no_rows(tmp_path):
    labels = np.zeros((5, 6), np.int16)
    file, _ = run(tmp_path, labels, labels)
    same(read(file), preamar.measure(labels, labels))
