// Measurements of labels from a .csv file, read row by row.
#pragma once

#include "core/sums.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace preamar::io {

class MeasurementFile {
 public:
  // Throws Error (io) if the file cannot be read, and Error (input) if it has no column `label`.
  explicit MeasurementFile(const std::filesystem::path& file);

  // Names and numbers of a label, as text. Labels ascend from call to call. Throws Error (input) if the file has no row
  // for the label, or its labels do not ascend.
  [[nodiscard]] std::vector<std::pair<std::string_view, std::string_view>> of(Int128 label);

 private:
  [[nodiscard]] bool read_row();
  [[noreturn]] void refuse(const std::string& what) const;

  std::filesystem::path file_;
  std::ifstream in_;
  std::vector<std::string> names_, cells_;
  std::size_t label_column_ = 0;
  std::int64_t line_ = 0;
  bool has_row_ = false;
  Int128 label_ = 0;
};

}  // namespace preamar::io
