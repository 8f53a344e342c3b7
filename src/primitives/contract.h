// Preconditions of primitives on their images, for PREAMAR_ASSERT.
#pragma once

#include "core/assert.h"
#include "core/overlap.h"

#include <preamar/image.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

namespace preamar::primitives {

[[nodiscard]] inline bool has_grid_rank(const ImageLayout& image) { return image.rank() == 2 || image.rank() == 3; }

// Rank 2 or 3, with dense rows.
[[nodiscard]] inline bool is_grid(const ImageLayout& image) { return has_grid_rank(image) && image.has_dense_rows(); }

// The given shape, with dense rows.
[[nodiscard]] inline bool is_grid_of(const ImageLayout& image, const Shape& shape) {
  return image.shape() == shape && image.has_dense_rows();
}

template <class View, class Condition>
[[nodiscard]] bool is_absent_or(const std::optional<View>& image, const Condition& holds) {
  return !image || holds(*image);
}

// 32 bits can number the cells.
[[nodiscard]] inline bool has_narrow_count(const ImageLayout& image) {
  return image.shape().count() < std::int64_t{1} << 32;
}

[[nodiscard]] inline bool holds_labels(const ImageLayout& image) {
  return image.dtype() == DType::uint32 || image.dtype() == DType::uint64;
}

[[nodiscard]] inline bool is_connectivity(int connectivity, const ImageLayout& image) {
  return connectivity >= 1 && connectivity <= image.rank();
}

// Ascending, without duplicates.
[[nodiscard]] inline bool is_strictly_ascending(std::span<const std::uint64_t> numbers) {
  return std::ranges::adjacent_find(numbers, std::greater_equal()) == numbers.end();
}

}  // namespace preamar::primitives
