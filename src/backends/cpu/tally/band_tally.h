// The tally of one band of rows, by runs.
#pragma once

#include "backends/cpu/growing.h"
#include "backends/cpu/tally/runs.h"
#include "skeletons/tally.h"

namespace preamar::cpu {

// What is known of each label that occurs in a band, in the order of first occurrence.
struct BandTally {
  Growing<std::uint64_t> labels;
  Growing<CellSums> cells;
  Growing<ProductSums> products;
  Growing<WholeSums> whole;
  Growing<RealSums> real;
};

// What is tallied; the same for all bands.
class TallyJob {
 public:
  TallyJob(const TallySpec& spec, const ConstImage& labels, const ConstImage& levels);

  [[nodiscard]] std::int64_t band_count() const;
  [[nodiscard]] BandTally tally(std::int64_t band) const;
  // One band of the rows that the spec asks for, however many; returns where it ends.
  std::int64_t tally_until(BandTally& band) const;
  [[nodiscard]] std::int64_t row_count() const { return (cells_.end[0] - cells_.begin[0]) * rows(); }

 private:
  friend class BandTallier;
  using KeyAt = std::uint64_t (*)(const std::byte* row, std::int64_t x);
  using AddLevels = void (*)(const std::byte* row, std::int64_t begin, std::int64_t end, WholeSums* whole,
                             RealSums* real);

  [[nodiscard]] std::int64_t columns() const { return cells_.end[2] - cells_.begin[2]; }
  [[nodiscard]] std::int64_t rows() const { return cells_.end[1] - cells_.begin[1]; }
  // Rows that one worker takes at a time.
  [[nodiscard]] std::int64_t band_height() const;

  TallySpec spec_;
  CellRange cells_;  // that count
  ConstImage labels_, levels_;
  Cell extent_;  // of the images
  RunEnds run_ends_;
  KeyAt key_at_;
  AddLevels add_levels_ = nullptr;
  std::uint64_t background_;
};

}  // namespace preamar::cpu
