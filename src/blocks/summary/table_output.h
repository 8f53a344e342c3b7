// A table that is written to a file at the end of a run, with the rows that exceeded the memory.
#pragma once

#include "blocks/engine.h"
#include "blocks/summary/table_spill.h"

#include <preamar/io.h>

#include <filesystem>
#include <memory>

namespace preamar::blocks {

class TableOutput {
 public:
  // Throws, before any pixel is read, if the file exists and may not be replaced, or another run writes it.
  TableOutput(const std::filesystem::path& file, const WriteOptions& write);

  // Rows that exceed the memory wait next to the file.
  [[nodiscard]] TableSpill& spill() { return spill_; }
  // Returns the number of rows. Adds the counts of the rows that waited to those found.
  std::int64_t write(const Task& task, Results& found, const Execution& on);

 private:
  std::filesystem::path file_;
  WriteOptions write_;
  TableSpill spill_;
};

}  // namespace preamar::blocks
