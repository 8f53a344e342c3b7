#include "primitives/label_digits.h"

#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/rows.h"

#include <algorithm>
#include <iterator>

namespace preamar::primitives {
namespace {

constexpr std::uint64_t digit_values = 256;

// Labels of more cells have an array of counts; the cells of others are listed.
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

class Counter {
 public:
  Counter(const LabelDigitsSpec& spec, int digits) : spec_(spec), digits_(digits), arrays_(spec.labels.size(), none) {
    std::size_t size = 0, listed = 0;
    for (std::size_t i = 0; i < arrays_.size(); ++i)
      if (spec.cells[i].size > few_cells) {
        arrays_[i] = size;
        size += 2 * digit_values;
      } else {
        listed += static_cast<std::size_t>(spec.cells[i].size);
      }
    counts_.resize(size);
    listed_.reserve(listed);
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
    if (found == spec_.labels.end() || *found != label)
      throw Error(ErrorKind::io, "the labels changed while they were read");
    return static_cast<std::size_t>(found - spec_.labels.begin());
  }

  std::vector<DigitCounts> take() {
    std::vector<DigitCounts> all(arrays_.size());
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::uint64_t place = 0; arrays_[i] != none && place < 2 * digit_values; ++place)
        if (const std::uint64_t number = counts_[arrays_[i] + place]; number > 0)
          all[i].push_back(place << count_bits | number);
    std::ranges::sort(listed_);
    for (std::size_t i = 0, end = 0; i < listed_.size(); i = end) {
      while (end < listed_.size() && listed_[end] == listed_[i]) ++end;
      const std::uint64_t place = listed_[i] % (2 * digit_values);
      all[listed_[i] / (2 * digit_values)].push_back(place << count_bits | (end - i));
    }
    return all;
  }

 private:
  static constexpr std::size_t none = SIZE_MAX;

  void count(std::size_t at, std::uint64_t place) {
    if (arrays_[at] != none)
      ++counts_[arrays_[at] + place];
    else
      listed_.push_back(at * 2 * digit_values + place);
  }

  const LabelDigitsSpec& spec_;
  const int digits_;
  std::vector<std::size_t> arrays_;  // per label, where its counts are; none: its cells are listed
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint64_t> listed_;
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
