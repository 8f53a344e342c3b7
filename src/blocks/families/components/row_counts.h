// One count per row of a region, in raster order, as variable-length integers (LEB128): most take one byte.
#pragma once

#include "core/bytes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace preamar::blocks {

class RowCountWriter {
 public:
  void put(std::uint64_t count) {
    for (; count >= 128; count >>= 7) bytes_.push_back(static_cast<std::byte>(count | 128));
    bytes_.push_back(static_cast<std::byte>(count));
  }
  [[nodiscard]] Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

// Throws Error (io) after the last count.
class RowCountReader {
 public:
  explicit RowCountReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  std::uint64_t get() {
    std::uint64_t count = 0;
    for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto part = static_cast<std::uint64_t>(rest_.front());
      rest_ = rest_.subspan(1);
      count |= (part & 127) << shift;
      if (part < 128) return count;
    }
    throw Error(ErrorKind::io, "the rows of a block's summary end too early");
  }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace preamar::blocks
