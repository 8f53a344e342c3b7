#include "blocks/state/stage_record.h"

#include "core/error_text.h"

#include <cstring>

namespace preamar::blocks {
namespace {

StateKey key_of(std::size_t stage) { return {StateKind::done, stage}; }

StateKey key_of(std::size_t stage, std::size_t table, std::size_t column) {
  return {StateKind::column, stage, static_cast<int>(table), static_cast<std::int64_t>(column)};
}

std::int64_t bytes_of(const ImageType& type) { return type.shape.count() * size_of(type.dtype); }

Bytes cells_of(const Image& image) {
  const auto* const first = static_cast<const std::byte*>(image.data());
  return {first, first + bytes_of(image.type())};
}

void put(ByteWriter& writer, std::string_view words) { writer.put_list(std::span<const char>(words)); }

std::string words_from(ByteReader& reader) {
  const std::vector<char> letters = reader.get_list<char>();
  return {letters.begin(), letters.end()};
}

// Per number: its name, the alternative of its value, and its bits.
void put(ByteWriter& writer, const FoundNumbers& numbers) {
  writer.put<std::uint64_t>(numbers.size());
  for (const auto& [name, value] : numbers) {
    put(writer, name);
    writer.put<std::uint64_t>(value.index());
    std::visit(
        [&]<class T>(const T& number) {
          if constexpr (std::is_arithmetic_v<T>) writer.put(number);
        },
        value);
  }
}

FoundNumbers numbers_from(ByteReader& reader) {
  FoundNumbers numbers;
  for (auto count = reader.get<std::uint64_t>(); count > 0; --count) {
    Value& value = numbers[words_from(reader)];
    switch (reader.get<std::uint64_t>()) {
      case Value(std::int64_t{}).index():
        value = reader.get<std::int64_t>();
        break;
      case Value(std::uint64_t{}).index():
        value = reader.get<std::uint64_t>();
        break;
      default:
        value = reader.get<double>();
    }
  }
  return numbers;
}

void put(ByteWriter& writer, const StoredTable& table) {
  put(writer, table.step);
  writer.put<std::uint64_t>(table.columns.size());
  for (const auto& [name, type] : table.columns) {
    put(writer, name);
    writer.put(type.dtype);
    writer.put(type.shape[0]);
  }
}

StoredTable table_from(ByteReader& reader) {
  StoredTable table{.step = words_from(reader), .columns = {}};
  for (auto count = reader.get<std::uint64_t>(); count > 0; --count) {
    std::string name = words_from(reader);
    const auto dtype = reader.get<DType>();
    table.columns.emplace_back(std::move(name), ImageType{dtype, {reader.get<std::int64_t>()}});
  }
  return table;
}

std::optional<Bytes> get_cells(State& state, const StateKey& key, const ImageType& type) {
  auto cells = state.get(key);
  if (cells && std::ssize(*cells) != bytes_of(type)) cells.reset();
  return cells;
}

}  // namespace

std::int64_t StoredTable::bytes() const {
  std::int64_t all = 0;
  for (const auto& [name, type] : columns) all += bytes_of(type);
  return all;
}

StageRecord put_stage(State& state, std::size_t stage, const FoundNumbers& numbers,
                      std::span<const StepResults> tables) {
  StageRecord record{numbers, {}};
  for (const auto& [step, found] : tables) {
    StoredTable stored{.step = step, .columns = {}};
    for (std::size_t i = 0; i < found.table.columns.size(); ++i) {
      const auto& [name, cells] = found.table.columns[i];
      state.put(key_of(stage, record.tables.size(), i), cells_of(cells));
      stored.columns.emplace_back(name, cells.type());
    }
    record.tables.push_back(std::move(stored));
  }
  ByteWriter writer;
  put(writer, numbers);
  writer.put<std::uint64_t>(record.tables.size());
  for (const StoredTable& table : record.tables) put(writer, table);
  state.put(key_of(stage), writer.take());
  return record;
}

std::optional<StageRecord> get_stage(State& state, std::size_t stage) {
  const auto bytes = state.get(key_of(stage));
  if (!bytes) return std::nullopt;
  ByteReader reader(*bytes);
  StageRecord record{numbers_from(reader), {}};
  for (auto count = reader.get<std::uint64_t>(); count > 0; --count) {
    record.tables.push_back(table_from(reader));
    const auto& columns = record.tables.back().columns;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (!get_cells(state, key_of(stage, record.tables.size() - 1, i), columns[i].second)) return std::nullopt;
  }
  return record;
}

Table get_table(State& state, std::size_t stage, std::size_t index, const StoredTable& table) {
  Table read;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const auto& [name, type] = table.columns[i];
    const auto cells = get_cells(state, key_of(stage, index, i), type);
    if (!cells)
      throw Error(ErrorKind::io, text("pipeline: the table of ", table.step,
                                      " is damaged or missing; run the pipeline again without resuming"));
    read.columns.push_back({name, Image(type)});
    if (!cells->empty()) std::memcpy(read.columns.back().cells.data(), cells->data(), cells->size());
  }
  return read;
}

}  // namespace preamar::blocks
