#include "io/parquet.h"

#include "core/dispatch.h"

#include <algorithm>
#include <string_view>
#include <type_traits>
#include <utility>

namespace preamar::io {
namespace {

constexpr std::string_view magic = "PAR1";
constexpr std::size_t group_bytes = std::size_t{1} << 20;

// Thrift's compact protocol, as far as Parquet's structures need it. Fields are numbered; 0 ends a structure.
class Thrift {
 public:
  void number(int field, std::int32_t value) { begin(field, 5), varint(zigzag(value)); }
  void number(int field, std::int64_t value) { begin(field, 6), varint(zigzag(value)); }
  void string(int field, std::string_view value) { begin(field, 8), bytes(value); }
  void list(int field, std::size_t size, int type) {
    begin(field, 9);
    if (size < 15)
      byte(static_cast<int>(size) << 4 | type);
    else
      byte(15 << 4 | type), varint(size);
  }
  // A structure that is a field, or an element of a list.
  template <class Fields>
  void structure(int field, const Fields& fields) {
    begin(field, structure_type);
    element(fields);
  }
  template <class Fields>
  void element(const Fields& fields) {
    const int outer = std::exchange(last_, 0);
    fields();
    byte(0);
    last_ = outer;
  }
  void element(std::string_view value) { bytes(value); }
  void element(std::int32_t value) { varint(zigzag(value)); }
  void end() { byte(0); }

  static constexpr int number_type = 5, string_type = 8, structure_type = 12;
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  static std::uint64_t zigzag(std::int64_t value) {
    return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
  }
  void byte(int value) { out_.push_back(static_cast<char>(value)); }
  void varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7) byte(static_cast<int>(value & 127) | 128);
    byte(static_cast<int>(value));
  }
  void bytes(std::string_view value) { varint(value.size()), out_.append(value); }
  // Fields ascend by 1 to 15.
  void begin(int field, int type) { byte((field - std::exchange(last_, field)) << 4 | type); }

  std::string out_;
  int last_ = 0;  // the field before
};

// The physical type, and the converted type that says how many of its bits are used.
struct Types {
  std::int32_t physical;
  std::int32_t converted = -1;  // none
};

Types types_of(DType dtype) {
  constexpr std::int32_t int32 = 1, int64 = 2, float32 = 4, float64 = 5;
  switch (dtype) {
    case DType::int8:
      return {int32, 15};
    case DType::uint16:
      return {int32, 12};
    case DType::int16:
      return {int32, 16};
    case DType::uint32:
      return {int32, 13};
    case DType::int32:
      return {int32, 17};
    case DType::uint64:
      return {int64, 14};
    case DType::int64:
      return {int64, 18};
    case DType::float32:
      return {float32};
    case DType::float64:
      return {float64};
    default:
      return {int32, 11};
  }
}

void append_values(std::string& to, ConstImageView cells) {
  const auto* at = static_cast<const std::byte*>(cells.data());
  with_type(cells.dtype(), [&]<class T>(std::type_identity<T>) {
    using Stored = std::conditional_t<(std::is_integral_v<T> && sizeof(T) < 4), std::int32_t, T>;
    for (std::int64_t row = 0; row < cells.shape()[0]; ++row, at += cells.stride(0)) {
      // NOLINTNEXTLINE(bugprone-signed-char-misuse): a number
      const auto value = static_cast<Stored>(*reinterpret_cast<const T*>(at));
      to.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
  });
}

std::string page_header(std::int64_t rows, std::size_t bytes) {
  constexpr std::int32_t plain = 0, levels = 3;
  Thrift header;
  header.number(1, std::int32_t{0});  // a page of data
  header.number(2, static_cast<std::int32_t>(bytes));
  header.number(3, static_cast<std::int32_t>(bytes));
  header.structure(5, [&] {
    header.number(1, static_cast<std::int32_t>(rows));
    header.number(2, plain);
    header.number(3, levels);
    header.number(4, levels);
  });
  header.end();
  return header.take();
}

}  // namespace

std::string ParquetEncoder::add(const Table& rows) {
  std::string bytes;
  if (columns_.empty()) {
    for (const Column& column : rows.columns) columns_.push_back({column.name, column.cells.dtype()});
    values_.resize(columns_.size());
    bytes = magic;
    written_ = static_cast<std::int64_t>(magic.size());
  }
  // Groups of a bounded size, also for a large table.
  std::size_t row_bytes = 0;
  for (const Column& column : rows.columns) row_bytes += static_cast<std::size_t>(size_of(column.cells.dtype()));
  const auto at_once = static_cast<std::int64_t>(group_bytes / std::max<std::size_t>(1, row_bytes)) + 1;
  for (std::int64_t first = 0; first < rows.rows();) {
    const std::int64_t count = std::min(rows.rows() - first, at_once - rows_);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const ConstImageView cells = rows.columns[i].cells;
      append_values(values_[i], {static_cast<const std::byte*>(cells.data()) + first * cells.stride(0), cells.dtype(),
                                 Shape{count}});
    }
    rows_ += count;
    first += count;
    if (rows_ >= at_once) bytes += written_group();
  }
  return bytes;
}

std::string ParquetEncoder::written_group() {
  Group group{rows_, 0, {}, {}};
  std::string bytes;
  for (std::string& values : values_) {
    group.begins.push_back(written_ + static_cast<std::int64_t>(bytes.size()));
    bytes += page_header(rows_, values.size());
    bytes += values;
    group.ends.push_back(written_ + static_cast<std::int64_t>(bytes.size()));
    values.clear();
  }
  group.bytes = static_cast<std::int64_t>(bytes.size());
  written_ += group.bytes;
  groups_.push_back(std::move(group));
  rows_ = 0;
  return bytes;
}

std::string ParquetEncoder::metadata() const {
  constexpr std::int32_t version = 1, required = 0, plain = 0, uncompressed = 0;
  std::int64_t rows = 0;
  for (const Group& group : groups_) rows += group.rows;
  Thrift to;
  const auto schema_element = [&](const ColumnType& column) {
    const Types types = types_of(column.dtype);
    to.number(1, types.physical);
    to.number(3, required);
    to.string(4, column.name);
    if (types.converted >= 0) to.number(6, types.converted);
  };
  const auto chunk = [&](const Group& group, std::size_t i) {
    const std::int64_t bytes = group.ends[i] - group.begins[i];
    to.number(2, group.begins[i]);
    to.structure(3, [&] {
      to.number(1, types_of(columns_[i].dtype).physical);
      to.list(2, 1, Thrift::number_type);
      to.element(plain);
      to.list(3, 1, Thrift::string_type);
      to.element(std::string_view(columns_[i].name));
      to.number(4, uncompressed);
      to.number(5, group.rows);
      to.number(6, bytes);
      to.number(7, bytes);
      to.number(9, group.begins[i]);
    });
  };
  to.number(1, version);
  to.list(2, columns_.size() + 1, Thrift::structure_type);
  to.element([&] {
    to.string(4, "table");
    to.number(5, static_cast<std::int32_t>(columns_.size()));
  });
  for (const ColumnType& column : columns_) to.element([&] { schema_element(column); });
  to.number(3, rows);
  to.list(4, groups_.size(), Thrift::structure_type);
  for (const Group& group : groups_)
    to.element([&] {
      to.list(1, columns_.size(), Thrift::structure_type);
      for (std::size_t i = 0; i < columns_.size(); ++i) to.element([&] { chunk(group, i); });
      to.number(2, group.bytes);
      to.number(3, group.rows);
    });
  to.string(6, "preamar");
  to.end();
  return to.take();
}

std::string ParquetEncoder::finish() {
  std::string bytes = rows_ > 0 ? written_group() : std::string();
  const std::string data = metadata();
  const auto length = static_cast<std::uint32_t>(data.size());
  bytes += data;
  bytes.append(reinterpret_cast<const char*>(&length), sizeof(length));
  bytes += magic;
  return bytes;
}

}  // namespace preamar::io
