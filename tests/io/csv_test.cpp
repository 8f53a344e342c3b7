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
  OwnedImage cells(dtype_of<T>(), Shape{static_cast<std::int64_t>(values.size())});
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
  table.push_back(column<std::uint64_t>("label", {1, std::numeric_limits<std::uint64_t>::max()}));
  table.push_back(column<std::int64_t>("low", {std::numeric_limits<std::int64_t>::min(), 0}));
  table.push_back(column<double>("mean", {0.1, 1e300}));
  table.push_back(column<float>("level", {0.1F, -2.0F}));
  EXPECT_EQ(text_of(table),
            "label,low,mean,level\r\n1,-9223372036854775808,0.1,0.1\r\n18446744073709551615,0,1e+300,-2\r\n");
}

TEST(Csv, quotes_names_that_need_it) {
  Table table;
  table.push_back(column<std::uint8_t>("a,b", {1}));
  table.push_back(column<std::uint8_t>("say \"x\"", {2}));
  EXPECT_EQ(text_of(table), "\"a,b\",\"say \"\"x\"\"\"\r\n1,2\r\n");
}

TEST(Csv, of_no_rows_is_its_header) {
  Table table;
  table.push_back(column<std::uint8_t>("label", {}));
  EXPECT_EQ(text_of(table), "label\r\n");
}

using CsvFile = test::FileTest;

TEST_F(CsvFile, is_the_same_in_a_file_and_longer_than_one_piece) {
  std::vector<std::int64_t> numbers(20000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int64_t>(i * i);
  Table table;
  table.push_back(column("square", numbers));
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

TEST(Csv, is_the_only_table_format) {
  test::expect_error(ErrorKind::call, {"out.tif: suffix '.tif' tells no table format; known is .csv"},
                     [] { require_table_writable("out.tif"); });
}

}  // namespace
}  // namespace preamar
