#include "io/measurement_file.h"

#include "core/error_text.h"

#include <preamar/error.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace preamar::io {
namespace {

// The cells of a line; a cell may be in quotes, in which two quotes stand for one.
void split(std::string_view line, std::vector<std::string>& cells) {
  cells.assign(1, "");
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"')
      cells.back() += line[i++];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else if (line[i] != '\r' || quoted)
      cells.back() += line[i];
  }
}

template <class T>
std::optional<T> number_in(const std::string& cell) {
  T value{};
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

std::optional<Int128> label_in(const std::string& cell) {
  if (const auto value = number_in<std::int64_t>(cell)) return *value;
  if (const auto value = number_in<std::uint64_t>(cell)) return *value;
  return std::nullopt;
}

}  // namespace

MeasurementFile::MeasurementFile(const std::filesystem::path& file) : file_(file), in_(file, std::ios::binary) {
  std::string header;
  if (!in_ || !std::getline(in_, header))
    throw Error(ErrorKind::io, text(file.string(), ": cannot be read; give a .csv file with a column `label`"));
  ++line_;
  split(header, names_);
  const auto found = std::ranges::find(names_, "label");
  if (found == names_.end()) refuse("has no column `label`; write it with `preamar measure`");
  label_column_ = static_cast<std::size_t>(found - names_.begin());
}

std::vector<std::pair<std::string_view, std::string_view>> MeasurementFile::of(Int128 label) {
  while (!has_row_ || label_ < label)
    if (!read_row()) break;
  if (!has_row_ || label_ != label)
    refuse(text("has no row for label ", static_cast<std::int64_t>(label), "; measure the same labels"));
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (i != label_column_) all.emplace_back(names_[i], cells_[i]);
  return all;
}

bool MeasurementFile::read_row() {
  std::string line;
  if (!std::getline(in_, line)) return false;
  ++line_;
  split(line, cells_);
  if (cells_.size() != names_.size())
    refuse(text("has ", cells_.size(), " cells in line ", line_, "; its header has ", names_.size()));
  const auto label = label_in(cells_[label_column_]);
  if (!label) refuse(text("has no integer as label in line ", line_));
  if (has_row_ && *label <= label_) refuse(text("has labels that do not ascend in line ", line_, "; sort it by label"));
  label_ = *label;
  has_row_ = true;
  return true;
}

void MeasurementFile::refuse(const std::string& what) const {
  throw Error(ErrorKind::input, text(file_.string(), ": ", what));
}

}  // namespace preamar::io
