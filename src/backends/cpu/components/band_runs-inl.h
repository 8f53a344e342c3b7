// Builds the forest of runs from the rows of an image, one band of strips at a time.
#if defined(PREAMAR_BAND_RUNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_BAND_RUNS_INL
#undef PREAMAR_BAND_RUNS_INL
#else
#define PREAMAR_BAND_RUNS_INL
#endif

#include "backends/cpu/components/run_forest-inl.h"
#include "core/dispatch.h"
#include "core/rows.h"
#include "primitives/components.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;

// The rows of an image as bits: which cells are part of a component, and which equal a neighbour.
class PixelRows {
 public:
  PixelRows(const ComponentsSpec& spec, ConstImageView image)
      : image_(image), functions_(row_bits(image.dtype())), joined_(spec.joined) {
    none_ = pixel(spec.background);
  }

  // A pixel in the image's dtype.
  using Pixel = std::array<std::byte, 8>;
  [[nodiscard]] Pixel pixel(std::int64_t value) const {
    Pixel bytes{};
    with_type(image_.dtype(), [&]<class T>(std::type_identity<T>) {
      const T typed = static_cast<T>(value);
      std::memcpy(bytes.data(), &typed, sizeof typed);
    });
    return bytes;
  }

  [[nodiscard]] Joined joined() const { return joined_; }
  [[nodiscard]] const RowBits& functions() const { return functions_; }
  [[nodiscard]] const std::byte* at(std::int64_t row) const { return preamar::row(image_, row); }

  void cells(std::int64_t row, Word* words) const {
    const std::int64_t columns = row_length(image_.shape());
    functions_.unlike(at(row), none_.data(), columns, words);
    if (joined_ != Joined::background) return;
    const std::int64_t count = (columns + 63) / 64;
    for (std::int64_t w = 0; w < count; ++w) words[w] = ~words[w];
    if (columns % 64 != 0) words[count - 1] &= (Word{1} << columns % 64) - 1;
  }
  void same(std::int64_t row, std::int64_t other, int shift, Word* words) const {
    functions_.same(at(row), at(other), shift, row_length(image_.shape()), words);
  }

 private:
  ConstImageView image_;
  RowBits functions_;
  Joined joined_;
  Pixel none_;  // the background value
};

// Builds the forest; one object per thread.
template <class Node>
class BandRuns {
 public:
  BandRuns(RunForest<Node>& forest, const PixelRows& rows, std::span<const Meeting> meetings)
      : forest_(forest),
        grid_(forest.grid),
        rows_(rows),
        meetings_(meetings),
        links_(grid_.words),
        nothing_(static_cast<std::size_t>(grid_.words)) {}

  // Finds the runs of strips `begin` to `end` and unites those that touch within the band. Returns the number of roots.
  std::int64_t build(std::int64_t begin, std::int64_t end) {
    Node node = forest_.first_of_band(begin);
    for (std::int64_t strip = begin; strip < end; ++strip) {
      find_runs(strip);
      node = forest_.take_runs(strip, node);
      join_earlier(strip, begin, end, [&](Node a, Node b) { forest_.unite_in_band(a, b); });
    }
    return forest_.flatten(forest_.first_of_band(begin), node);
  }

  // Unites a band with the bands before it; appends roots that are no longer roots to `moved`.
  void join_seam(std::int64_t begin, std::int64_t end, std::vector<Node>& moved) {
    const std::int64_t reach = grid_.across == 1 ? 1 : grid_.down + 1;
    for (std::int64_t strip = begin; strip < std::min(end, begin + reach); ++strip)

      join_earlier(strip, 0, begin, [&](Node a, Node b) { forest_.unite_bands(a, b, moved); });
  }

 private:
  [[nodiscard]] const Word* bits(std::int64_t strip, int k) const {
    const std::int64_t row = grid_.row_of(strip, k);
    return row < 0 ? nothing_.data() : forest_.bits(row);
  }

  void find_runs(std::int64_t strip) {
    for (int k = 0; k < grid_.size.count(); ++k)
      if (const std::int64_t row = grid_.row_of(strip, k); row >= 0) rows_.cells(row, forest_.bits(row));
    Word *const cover = forest_.cover(strip), *const starts = forest_.starts(strip);
    if (grid_.size.count() > 1) unite_rows(strip, cover);
    if (rows_.joined() == Joined::equal) {
      rows_.same(strip, strip, -1, starts);
      for (std::int64_t w = 0; w < grid_.words; ++w) starts[w] = cover[w] & ~starts[w];
      return;
    }
    for (std::int64_t w = 0; w < grid_.words; ++w)
      starts[w] = cover[w] & ~(cover[w] << 1 | (w == 0 ? 0 : cover[w - 1] >> 63));
  }

  void unite_rows(std::int64_t strip, Word* cover) const {
    std::array<const Word*, 4> rows{};
    for (int k = 0; k < 4; ++k) rows[static_cast<std::size_t>(k)] = bits(strip, k % grid_.size.count());
    for (std::int64_t w = 0; w < grid_.words; ++w) cover[w] = rows[0][w] | rows[1][w] | rows[2][w] | rows[3][w];
  }

  // Unites a strip with the earlier strips between `begin` and `end` that it touches.
  template <class Unite>
  void join_earlier(std::int64_t strip, std::int64_t begin, std::int64_t end, const Unite& unite) {
    for (const Meeting& meeting : meetings_) {
      const std::int64_t plane = strip / grid_.down + meeting.planes, row = strip % grid_.down + meeting.rows;
      if (plane < 0 || row < 0 || row >= grid_.down) continue;
      const std::int64_t earlier = plane * grid_.down + row;
      if (earlier < begin || earlier >= end) continue;
      if (rows_.joined() == Joined::equal)
        link_equal(strip, earlier, meeting);
      else
        link_cells(strip, earlier, meeting);
      forest_.join(strip, earlier, links_, unite);
    }
  }

  void link_equal(std::int64_t strip, std::int64_t earlier, const Meeting& meeting) {
    const Word* const cover = forest_.cover(strip);
    const auto link = [&](std::vector<Word>& words, int shift) {
      rows_.same(strip, earlier, shift, words.data());
      for (std::int64_t w = 0; w < grid_.words; ++w) words[static_cast<std::size_t>(w)] &= cover[w];
    };
    link(links_.above, 0);
    if (meeting.diagonal.empty()) return clear_diagonals();
    link(links_.before, -1);
    link(links_.after, 1);
  }

  void clear_diagonals() {
    std::ranges::fill(links_.before, 0);
    std::ranges::fill(links_.after, 0);
  }

  // One word of the union of some rows of a strip.
  [[nodiscard]] Word united(const std::array<const Word*, 4>& rows, RowSet set, std::int64_t w) const {
    Word word = 0;
    for (int k = 0; set >> k != 0; ++k)
      if (set >> k & 1) word |= rows[static_cast<std::size_t>(k)][w];
    return word;
  }

  void link_cells(std::int64_t strip, std::int64_t earlier, const Meeting& meeting) {
    std::array<const Word*, 4> ours{}, theirs{};
    for (int k = 0; k < grid_.size.count(); ++k) {
      ours[static_cast<std::size_t>(k)] = bits(strip, k);
      theirs[static_cast<std::size_t>(k)] = bits(earlier, k);
    }
    std::ranges::fill(links_.above, 0);
    for (const Touch& touch : meeting.above)
      for (std::int64_t w = 0; w < grid_.words; ++w)
        links_.above[static_cast<std::size_t>(w)] |= united(ours, touch.one, w) & united(theirs, touch.other, w);
    clear_diagonals();
    for (const Touch& touch : meeting.diagonal) {
      Word last = 0, here = united(theirs, touch.other, 0);
      for (std::int64_t w = 0; w < grid_.words; ++w) {
        const Word next = w + 1 < grid_.words ? united(theirs, touch.other, w + 1) : 0;
        const Word cells = united(ours, touch.one, w);
        links_.before[static_cast<std::size_t>(w)] |= cells & (here << 1 | last >> 63);
        links_.after[static_cast<std::size_t>(w)] |= cells & (here >> 1 | next << 63);
        last = here;
        here = next;
      }
    }
  }

  RunForest<Node>& forest_;
  const StripGrid& grid_;
  const PixelRows& rows_;
  std::span<const Meeting> meetings_;
  Links links_;
  std::vector<Word> nothing_;  // a row beyond the image
};

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
