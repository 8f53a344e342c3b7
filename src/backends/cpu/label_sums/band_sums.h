// The label sums of one band of rows, by runs.
#pragma once

#include "backends/cpu/growing_array.h"
#include "backends/cpu/label_sums/contacts.h"
#include "backends/cpu/label_sums/runs.h"
#include "primitives/label_sums.h"

#include <optional>
#include <vector>

namespace preamar::cpu {
using namespace primitives;

// The sums of each label in a band, in the order of first occurrence.
struct BandSums {
  GrowingArray<std::uint64_t> labels;
  GrowingArray<CellSums> cells;
  GrowingArray<ProductSums> products;
  GrowingArray<ContactSums> contacts;
  GrowingArray<WholeSums> whole;
  GrowingArray<RealSums> real;
  std::vector<HullBuilder> hulls;
};

// What to sum; the same for all bands.
class LabelSumsJob {
 public:
  LabelSumsJob(const LabelSumsSpec& spec, ConstImageView labels, const std::optional<ConstImageView>& levels);

  [[nodiscard]] std::int64_t band_count() const;
  [[nodiscard]] BandSums sum_band(std::int64_t band) const;
  // Sums one band of the rows that the spec requests. Returns its end.
  std::int64_t sum_until(BandSums& band) const;
  [[nodiscard]] std::int64_t row_count() const { return (cells_.end[0] - cells_.begin[0]) * rows(); }

 private:
  friend class BandSummer;
  using KeyAt = std::uint64_t (*)(const std::byte* row, std::int64_t x);
  using AddLevels = void (*)(const std::byte* row, std::int64_t begin, std::int64_t end, WholeSums* whole,
                             RealSums* real);

  [[nodiscard]] std::int64_t columns() const { return cells_.end[2] - cells_.begin[2]; }
  [[nodiscard]] std::int64_t rows() const { return cells_.end[1] - cells_.begin[1]; }
  // Rows that one worker takes at a time.
  [[nodiscard]] std::int64_t band_height() const;

  LabelSumsSpec spec_;
  CellRange cells_;  // counted rows
  ConstImageView labels_;
  std::optional<ConstImageView> levels_;
  Cell extent_;                    // rows of the images
  RunEnds run_ends_, joint_ends_;  // of one row, of five rows
  EarlierAt earlier_at_;
  OutlineAt outline_at_;
  KeyAt key_at_;
  AddLevels add_levels_ = nullptr;
  std::uint64_t background_;
};

}  // namespace preamar::cpu
