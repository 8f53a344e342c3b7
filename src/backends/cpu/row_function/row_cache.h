// The rows that the windows of one part of the image read, converted to the function's type, with the columns beyond
// the edges.
#pragma once

#include "backends/cpu/row_function/convert_row.h"
#include "core/border.h"
#include "core/memory.h"
#include "core/rows.h"
#include "primitives/row_function.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace preamar::cpu {
using namespace primitives;

class RowCache {
 public:
  // Columns `begin` to `end`, which may be outside the image. Keeps the last `rows` rows that were requested.
  RowCache(const RowFunctionSpec& spec, ConstImageView image, std::int64_t begin, std::int64_t end, std::int64_t rows)
      : spec_(spec),
        image_(image),
        begin_(begin),
        columns_(end - begin),
        size_(size_of(spec.rows.argument)),
        slots_(static_cast<std::size_t>(2 * rows)),
        pixels_(2 * rows * columns_ * size_) {
    double beyond = spec.beyond;
    convert_row(DType::float64, {reinterpret_cast<std::byte*>(&beyond), sizeof beyond}, spec.rows.argument,
                {beyond_, size_}, 1);
  }

  // Row `index` from column `begin` on; index `outside` means a row beyond the edge.
  const std::byte* row(std::int64_t index) {
    auto slot = std::ranges::find(slots_, index, &Slot::row);
    if (slot == slots_.end()) {
      slot = std::ranges::min_element(slots_, {}, &Slot::used);
      slot->row = index;
      fill(index, pixels_of(*slot));
    }
    slot->used = ++clock_;
    return pixels_of(*slot);
  }

 private:
  static constexpr std::int64_t no_row = -2;
  struct Slot {
    std::int64_t row = no_row, used = 0;
  };

  std::byte* pixels_of(const Slot& slot) const { return pixels_.data() + (&slot - slots_.data()) * columns_ * size_; }

  void fill(std::int64_t index, std::byte* to) const {
    const std::int64_t length = row_length(image_.shape());
    const std::int64_t first = index == outside ? 0 : std::clamp<std::int64_t>(-begin_, 0, columns_);
    const std::int64_t last = index == outside ? 0 : std::clamp<std::int64_t>(length - begin_, first, columns_);
    copy(index, begin_ + first, to + first * size_, last - first);
    for (std::int64_t i = 0; i < first; ++i) fill_beyond(index, i, to);
    for (std::int64_t i = last; i < columns_; ++i) fill_beyond(index, i, to);
  }

  void fill_beyond(std::int64_t index, std::int64_t i, std::byte* to) const {
    const std::int64_t column = border_index(spec_.border, begin_ + i, row_length(image_.shape()));
    if (index == outside || column == outside)
      std::memcpy(to + i * size_, beyond_, static_cast<std::size_t>(size_));
    else
      copy(index, column, to + i * size_, 1);
  }

  void copy(std::int64_t index, std::int64_t column, std::byte* to, std::int64_t count) const {
    if (count <= 0) return;
    std::byte* const from = const_cast<std::byte*>(preamar::row(image_, index)) + column * row_stride(image_);
    convert_row(image_.dtype(), {from, row_stride(image_)}, spec_.rows.argument, {to, size_}, count);
  }

  const RowFunctionSpec& spec_;
  ConstImageView image_;
  std::int64_t begin_, columns_, size_;
  std::vector<Slot> slots_;
  Buffer<std::byte> pixels_;
  std::int64_t clock_ = 0;
  alignas(8) std::byte beyond_[8];
};

}  // namespace preamar::cpu
