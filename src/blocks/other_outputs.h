// The outputs of a request that are not written in blocks: images of another shape than the input's, and a table.
#pragma once

#include "blocks/request.h"
#include "blocks/summary/table_output.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace preamar::blocks {

class OtherOutputs {
 public:
  // Throws, before any pixel is read, if an output cannot be written.
  OtherOutputs(const Request& request, std::span<const BlockOutput> outputs);

  // Rows that exceed the memory wait next to the table's file; null without such a file.
  [[nodiscard]] TableSpill* spill() { return table_ ? &table_->spill() : nullptr; }
  // Returns the number of rows of the table. Adds the counts of rows that exceeded the memory to those found.
  std::int64_t write(const Task& task, StepOutcome& outcome, const Execution& on);
  // Bytes of rows that exceeded the memory.
  [[nodiscard]] std::int64_t spilled() { return table_ ? table_->spill().bytes() : 0; }

 private:
  struct OtherImage {
    BlockOutput output;
    io::SharedOutput begun;  // null if the caller writes it
  };
  [[nodiscard]] WriteOptions with(const OtherImage& other) const;

  const WriteOptions& write_;
  std::vector<OtherImage> images_;
  std::optional<TableOutput> table_;
};

}  // namespace preamar::blocks
