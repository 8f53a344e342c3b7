#include "primitives/label_digits.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace preamar::primitives {
namespace {

constexpr std::uint64_t digit_values = 256;
constexpr std::uint64_t places = 2 * digit_values;  // a digit of one of the two middles

// Labels of more cells have an array of counts; the places of the cells of others are listed.
constexpr std::int64_t few_cells = 512;

// The keys of a row of an image.
void keys_of(ConstImageView image, std::int64_t index, std::int64_t first, bool are_labels,
             std::vector<std::uint64_t>& keys) {
  with_type(image.dtype(), [&]<class T>(std::type_identity<T>) {
    const T* const from = reinterpret_cast<const T*>(row(image, index)) + first;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if constexpr (std::is_integral_v<T>)
        keys[i] = are_labels ? label_key(from[i]) : std::uint64_t{level_key(from[i])};
      else
        keys[i] = level_key(from[i]);
    }
  });
}

std::uint64_t key_of_background(DType labels) {
  return with_type(labels, []<class T>(std::type_identity<T>) -> std::uint64_t {
    if constexpr (std::is_integral_v<T>) return label_key(T{0});
    return 0;
  });
}

[[noreturn]] void refuse_changed() { throw Error(ErrorKind::io, "the labels changed while they were read"); }

class Counter {
 public:
  Counter(const LabelDigitsSpec& spec, int digits)
      : spec_(spec), digits_(digits), begins_(spec.labels.size()), lengths_(spec.labels.size()) {
    std::size_t counts = 0, listed = 0;
    for (std::size_t i = 0; i < begins_.size(); ++i) {
      begins_[i] = has_counts(i) ? counts : listed;
      (has_counts(i) ? counts : listed) += has_counts(i) ? places : static_cast<std::size_t>(spec.cells[i].size);
    }
    counts_.resize(counts);
    listed_.resize(listed);
  }

  // The label at this position, at a cell with this level.
  void add(std::size_t at, std::uint64_t level) {
    const std::uint64_t known = spec_.round == 0 ? 0 : level >> (8 * (digits_ - spec_.round));
    const std::uint64_t digit = level >> (8 * (digits_ - 1 - spec_.round)) & (digit_values - 1);
    const Middles& middles = spec_.middles[at];
    if (known == middles[0].digits)
      count(at, digit);
    else if (known == middles[1].digits)
      count(at, digit_values + digit);
  }

  [[nodiscard]] std::size_t position_of(std::uint64_t label) const {
    const auto found = std::ranges::lower_bound(spec_.labels, label);
    if (found == spec_.labels.end() || *found != label) refuse_changed();
    return static_cast<std::size_t>(found - spec_.labels.begin());
  }

  std::vector<DigitCounts> take() {
    std::vector<DigitCounts> all(begins_.size());
    std::array<std::uint64_t, places> few{};
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (has_counts(i)) {
        all[i] = entries({&counts_[begins_[i]], places}, 0);
        continue;
      }
      const std::span list(listed_.data() + begins_[i], lengths_[i]);
      if (list.empty()) continue;
      for (const std::uint16_t place : list) ++few[place];
      const auto [least, most] = std::ranges::minmax(list);
      const auto used = std::span(few).subspan(least, std::size_t{1} + most - least);
      all[i] = entries(used, least);
      std::ranges::fill(used, 0);
    }
    return all;
  }

 private:
  [[nodiscard]] bool has_counts(std::size_t at) const { return spec_.cells[at].size > few_cells; }

  void count(std::size_t at, std::uint64_t place) {
    if (has_counts(at)) {
      ++counts_[begins_[at] + place];
      return;
    }
    if (lengths_[at] == spec_.cells[at].size) refuse_changed();
    listed_[begins_[at] + lengths_[at]++] = static_cast<std::uint16_t>(place);
  }

  // The places from `first` on that have cells.
  static DigitCounts entries(std::span<const std::uint64_t> counts, std::uint64_t first) {
    DigitCounts found;
    found.reserve(counts.size() - static_cast<std::size_t>(std::ranges::count(counts, std::uint64_t{0})));
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) found.push_back((first + i) << count_bits | counts[i]);
    return found;
  }

  const LabelDigitsSpec& spec_;
  const int digits_;
  std::vector<std::size_t> begins_;     // per label, where its counts or its list begin
  std::vector<std::uint16_t> lengths_;  // per label, of its list
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint16_t> listed_;
};

}  // namespace

std::vector<DigitCounts> label_digits(const LabelDigitsSpec& spec, ConstImageView labels, ConstImageView levels) {
  Counter counter(spec, static_cast<int>(size_of(levels.dtype())));
  const std::uint64_t background = key_of_background(labels.dtype());
  const auto& [begin, end] = spec.counted;
  const std::int64_t rows = labels.shape()[labels.rank() - 2], counted_rows = end[1] - begin[1];
  const auto columns = static_cast<std::size_t>(end[2] - begin[2]);
  std::vector<std::uint64_t> label_keys(columns), level_keys(columns);
  std::uint64_t last = background;
  std::size_t at = 0;
  for (std::int64_t r = spec.first_row; r < spec.end_row; ++r) {
    const std::int64_t index = (begin[0] + r / counted_rows) * rows + begin[1] + r % counted_rows;
    keys_of(labels, index, begin[2], true, label_keys);
    keys_of(levels, index, begin[2], false, level_keys);
    for (std::size_t x = 0; x < columns; ++x) {
      if (label_keys[x] == background) continue;
      if (label_keys[x] != last) at = counter.position_of(last = label_keys[x]);
      counter.add(at, level_keys[x]);
    }
  }
  return counter.take();
}

DigitCounts merged_counts(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right) {
  DigitCounts both, all;
  both.reserve(left.size() + right.size());
  std::merge(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
  for (const std::uint64_t entry : both)
    if (!all.empty() && all.back() >> count_bits == entry >> count_bits)
      all.back() += count_in(entry);
    else
      all.push_back(entry);
  return all;
}

void add_digit(Middles& middles, std::int64_t size, std::span<const std::uint64_t> counts) {
  const bool have_own = middles[0].digits != middles[1].digits;
  for (std::size_t k = 0; k < middles.size(); ++k) {
    Middle& middle = middles[k];
    const auto rank = static_cast<std::uint64_t>(k == 0 ? (size - 1) / 2 : size / 2);
    const std::uint64_t which = have_own ? k : 0;
    bool is_found = false;
    for (const std::uint64_t entry : counts) {
      const std::uint64_t place = entry >> count_bits;
      if (place / digit_values != which) continue;
      if (rank < middle.below + count_in(entry)) {
        middle.digits = middle.digits << 8 | place % digit_values;
        is_found = true;
        break;
      }
      middle.below += count_in(entry);
    }
    if (!is_found) throw Error(ErrorKind::io, "the counts of a label contradict its size");
  }
}

}  // namespace preamar::primitives
