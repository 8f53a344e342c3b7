// Tables as text.
#include <preamar/io.h>

#include "support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <sstream>
#include <vector>

namespace preamar {
namespace {

template <class T>
Column column(std::string name, const std::vector<T>& values) {
  Image cells(dtype_of<T>(), Shape{static_cast<std::int64_t>(values.size())});
  std::ranges::copy(values, static_cast<T*>(cells.data()));
  return {std::move(name), std::move(cells)};
}

std::string text_of(const Table& table) {
  std::ostringstream stream;
  write_table(stream, table);
  return stream.str();
}

TEST(Csv, has_a_header_and_the_shortest_numbers) {
  Table table;
  table.columns.push_back(column<std::uint64_t>("label", {1, std::numeric_limits<std::uint64_t>::max()}));
  table.columns.push_back(column<std::int64_t>("low", {std::numeric_limits<std::int64_t>::min(), 0}));
  table.columns.push_back(column<double>("mean", {0.1, 1e300}));
  table.columns.push_back(column<float>("level", {0.1F, -2.0F}));
  EXPECT_EQ(text_of(table),
            "label,low,mean,level\r\n1,-9223372036854775808,0.1,0.1\r\n18446744073709551615,0,1e+300,-2\r\n");
}

TEST(Csv, quotes_names_that_need_it) {
  Table table;
  table.columns.push_back(column<std::uint8_t>("a,b", {1}));
  table.columns.push_back(column<std::uint8_t>("say \"x\"", {2}));
  EXPECT_EQ(text_of(table), "\"a,b\",\"say \"\"x\"\"\"\r\n1,2\r\n");
}

TEST(Csv, of_no_rows_is_its_header) {
  Table table;
  table.columns.push_back(column<std::uint8_t>("label", {}));
  EXPECT_EQ(text_of(table), "label\r\n");
}

using CsvFile = test::FileTest;

TEST_F(CsvFile, is_the_same_in_a_file_and_longer_than_one_part) {
  std::vector<std::int64_t> numbers(20000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i * i);
  Table table;
  table.columns.push_back(column("square", numbers));
  const auto file = folder_ / "table.csv";
  write_table(file, table);
  const std::string written = test::load(file);
  EXPECT_EQ(written, text_of(table));
  EXPECT_EQ(std::ranges::count(written, '\n'), 20001);
  test::expect_error(ErrorKind::io, {file.string()}, [&] { write_table(file, table); });
  write_table(file, {}, {.overwrite = true});
  EXPECT_EQ(test::load(file), "");
  EXPECT_EQ(file_count(), 1);
}

TEST_F(CsvFile, holds_an_image_of_rank_1_a_number_a_line) {
  const Column counts = column<std::int64_t>("", {3, -1, 0});
  const auto file = folder_ / "counts.csv";
  write_image(file, counts.cells);
  EXPECT_EQ(test::load(file), "3\r\n-1\r\n0\r\n");
  test::expect_error(ErrorKind::io, {file.string()}, [&] { write_image(file, counts.cells); });
  const Column many = column<float>("", std::vector<float>(50000, 0.1F));
  write_image(file, many.cells, {.overwrite = true});
  EXPECT_EQ(test::load(file).size(), 50000U * 5);
}

TEST_F(CsvFile, holds_no_other_image) {
  const auto file = folder_ / "counts.csv";
  test::expect_error(ErrorKind::input, {"a .csv holds one row of numbers; an image of rank 2 was given; write .tif"},
                     [&] {
                       write_image(file, Image(DType::uint8, {2, 2}));
                     });
  test::expect_error(ErrorKind::call, {"compression 'zstd' was given; a .csv has none"}, [&] {
    require_writable(file, {DType::uint8, Shape{3}}, {.compression = "zstd"});
  });
  test::expect_error(ErrorKind::input, {"write one of rank 1 to .csv"},
                     [&] { write_image(folder_ / "counts.tif", Image(DType::uint8, Shape{3})); });
  EXPECT_EQ(file_count(), 0);
}

TEST(Csv, table_formats) {
  test::expect_error(ErrorKind::call, {"out.tif: suffix '.tif' is not a table format; known are .csv and .parquet"},
                     [] { require_table_writable("out.tif", TableRows::objects); });
  test::expect_error(ErrorKind::call, {"known are .csv, .parquet and .geojson"},
                     [] { require_table_writable("out.tif", TableRows::outlines); });
}

}  // namespace
}  // namespace preamar
