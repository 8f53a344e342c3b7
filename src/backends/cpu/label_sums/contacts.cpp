#include "backends/cpu/label_sums/contacts.h"

namespace preamar::cpu {
using namespace primitives;
namespace {

template <class T>
class Neighbourhood {
 public:
  explicit Neighbourhood(const RowsAround& around) : columns_(around.columns) {
    for (std::size_t r = 0; r < rows_.size(); ++r) rows_[r] = reinterpret_cast<const T*>(around.rows[r]);
  }

  [[nodiscard]] bool has(std::size_t r, std::int64_t x, T label) const {
    return rows_[r] && x >= 0 && x < columns_ && rows_[r][x] == label;
  }

  [[nodiscard]] std::uint32_t earlier(std::int64_t x) const {
    const T label = rows_[4][x];
    const bool has_left = x > 0, has_right = x + 1 < columns_;
    std::uint32_t bits = has_left && rows_[4][x - 1] == label ? 1U << column_step : 0;
    for (std::size_t r = 0; r < 4; ++r) {
      if (!rows_[r]) continue;
      const T* const at = rows_[r] + x;
      bits |= (std::uint32_t{has_left && at[-1] == label} | std::uint32_t{at[0] == label} << 1 |
               std::uint32_t{has_right && at[1] == label} << 2)
              << (3 * r);
    }
    return bits;
  }

  [[nodiscard]] bool is_border(std::size_t r, std::int64_t x, T label) const {
    return !has(r - 1, x, label) || !has(r, x - 1, label) || !has(r, x + 1, label) || !has(r + 1, x, label);
  }
  [[nodiscard]] OutlineStep outline(std::int64_t x) const {
    const T label = rows_[2][x];
    if (!is_border(2, x, label)) return {0, 0};
    const auto count = [&](std::size_t r, std::int64_t at) {
      return static_cast<int>(has(r, at, label) && is_border(r, at, label));
    };
    return outline_step(count(1, x) + count(2, x - 1) + count(2, x + 1) + count(3, x),
                        count(1, x - 1) + count(1, x + 1) + count(3, x - 1) + count(3, x + 1));
  }

 private:
  std::array<const T*, 5> rows_;
  std::int64_t columns_;
};

template <class T>
std::uint32_t earlier_of(const RowsAround& around, std::int64_t x) {
  return Neighbourhood<T>(around).earlier(x);
}

template <class T>
OutlineStep outline_of(const RowsAround& around, std::int64_t x) {
  return Neighbourhood<T>(around).outline(x);
}

// The corners, edges and faces of a cell, and the cell, each with the earlier cells that share it.
struct Part {
  std::uint32_t sharers;
  std::int8_t sign;  // of corners - edges + faces - cells
};

std::array<Part, 27> parts_of_cell() {
  std::array<Part, 27> parts{};
  for (int part = 0; part < 27; ++part) {
    const Cell side{part / 9 - 1, part / 3 % 3 - 1, part % 3 - 1};
    Part& to = parts[static_cast<std::size_t>(part)];
    to.sign = 1;
    for (const std::int64_t step : side)
      if (step == 0) to.sign = static_cast<std::int8_t>(-to.sign);
    for (std::size_t i = 0; i < earlier_steps.size(); ++i) {
      bool shares = true;
      for (std::size_t axis = 0; axis < 3; ++axis)
        shares &= earlier_steps[i][axis] == 0 || earlier_steps[i][axis] == side[axis];
      if (shares) to.sharers |= 1U << i;
    }
  }
  return parts;
}

}  // namespace

EarlierAt earlier_at(std::int64_t cell_bytes) {
  return cell_bytes == 1   ? earlier_of<std::uint8_t>
         : cell_bytes == 2 ? earlier_of<std::uint16_t>
         : cell_bytes == 4 ? earlier_of<std::uint32_t>
                           : earlier_of<std::uint64_t>;
}

OutlineAt outline_at(std::int64_t cell_bytes) {
  return cell_bytes == 1   ? outline_of<std::uint8_t>
         : cell_bytes == 2 ? outline_of<std::uint16_t>
         : cell_bytes == 4 ? outline_of<std::uint32_t>
                           : outline_of<std::uint64_t>;
}

const std::array<std::int8_t, 1 << 13>& euler_steps() {
  // Each part counts for the first cell that has it.
  static const auto table = [] {
    const std::array<Part, 27> parts = parts_of_cell();
    std::array<std::int8_t, 1 << 13> steps{};
    for (std::uint32_t bits = 0; bits < steps.size(); ++bits)
      for (const Part& part : parts)
        if ((bits & part.sharers) == 0) steps[bits] = static_cast<std::int8_t>(steps[bits] + part.sign);
    return steps;
  }();
  return table;
}

}  // namespace preamar::cpu
