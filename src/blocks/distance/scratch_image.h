// An image of intermediate values on disk, in C order: one region per plane of the first axis, and the ends of lines of
// each group of planes behind them. A region first holds 32-bit positions, then the results of its plane.
#pragma once

#include "blocks/task.h"
#include "platform/file.h"

#include <filesystem>

namespace preamar::blocks {

class ScratchImage {
 public:
  // Planes are grouped by the depth of blocks. `file` is created if it is missing.
  ScratchImage(const Task& task, std::int64_t depth, const std::filesystem::path& file);

  [[nodiscard]] static std::int64_t bytes_for(const Task& task, std::int64_t depth);
  [[nodiscard]] bool is_complete() const { return file_.size() == bytes_; }
  [[nodiscard]] std::int64_t depth() const { return depth_; }
  [[nodiscard]] std::int64_t groups() const { return groups_; }
  [[nodiscard]] std::int64_t lines() const { return lines_; }

  enum class End { first, last };
  // Thread-safe for cells that do not overlap. `values` has the box's cells in C order; a box of ends has one plane,
  // that of its group.
  void write_positions(const Box& box, const std::uint32_t* values);
  void write_ends(End end, const Box& box, const std::uint32_t* values);
  void read_ends(End end, std::int64_t group, std::uint32_t* values) const;
  void read_positions(std::int64_t plane, std::uint32_t* values) const;
  void write_results(const Box& planes, std::span<const ImageView> results);
  void read_result(std::size_t which, const Box& box, ImageView result) const;
  void flush() { file_.flush(); }

 private:
  [[nodiscard]] std::int64_t offset_of_ends(End end, std::int64_t group) const;
  [[nodiscard]] std::int64_t offset_of_result(std::size_t which, std::int64_t plane) const;
  // Calls run(line, cell, count) for the runs of lines that one plane of a box covers: `line` is the first in the
  // image, `cell` the first in the box.
  template <class Run>
  void each_run(const Box& box, const Run& run) const;
  void read(std::int64_t offset, void* to, std::int64_t bytes) const;

  Shape image_;
  std::int64_t depth_, lines_, groups_, cell_bytes_, bytes_;
  std::vector<std::int64_t> result_bytes_;  // per cell
  OutFile file_;
};

}  // namespace preamar::blocks
