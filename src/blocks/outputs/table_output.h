// A table that a stage writes to a file, with the rows that exceed the memory.
#pragma once

#include "blocks/families/operation.h"
#include "blocks/families/summary/table_spill.h"
#include "io/source.h"

namespace preamar::blocks {

class TableOutput {
 public:
  // `output` was opened.
  TableOutput(const io::SharedOutput& output, const WriteOptions& write)
      : output_(output), write_(write), spill_(output->target()) {}

  // Rows that exceed the memory wait next to the file.
  [[nodiscard]] TableSpill& spill() { return spill_; }
  // Returns the number of rows. Adds the counts of the rows that waited to those found. The file does not get its name
  // here. Without `to_file`, an earlier process wrote it.
  std::int64_t write(const Operation& operation, Results& found, const Execution& on, bool to_file);

 private:
  const io::SharedOutput output_;
  const WriteOptions write_;
  TableSpill spill_;
};

}  // namespace preamar::blocks
