#include "blocks/families/summary/label_ranges.h"

#include "core/assert.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace preamar::blocks {
namespace {

using List = ListView<LabelRange>;

// Ascending labels as ranges of one label each.
struct Singles {
  [[nodiscard]] std::size_t size() const { return labels.size(); }
  [[nodiscard]] LabelRange operator[](std::size_t i) const { return {labels[i], labels[i]}; }
  std::span<const std::uint64_t> labels;
};

// Calls give(range) for each range of the union of two lists, ascending. Ranges that touch or overlap become one.
template <class Left, class Give>
void for_each_joined(const Left& left, const List& right, const Give& give) {
  std::optional<LabelRange> open;
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    const bool takes_left = j == right.size() || (i < left.size() && left[i].first <= right[j].first);
    const LabelRange next = takes_left ? left[i++] : right[j++];
    PREAMAR_ASSERT(!open || next.first >= open->first, "labels are ascending");
    if (open && (next.first <= open->last || next.first - open->last == 1)) {
      open->last = std::max(open->last, next.last);
    } else {
      if (open) give(*open);
      open = next;
    }
  }
  if (open) give(*open);
}

template <class Left>
std::size_t joined_count(const Left& left, const List& right) {
  std::size_t count = 0;
  for_each_joined(left, right, [&](const LabelRange&) { ++count; });
  return count;
}

std::size_t bytes_of(std::size_t ranges) { return sizeof(std::uint64_t) + ranges * sizeof(LabelRange); }

// Takes no more memory than the result.
template <class Left>
Bytes joined(const Left& left, const List& right) {
  const std::size_t count = joined_count(left, right);
  ByteWriter writer;
  writer.reserve(bytes_of(count));
  writer.put<std::uint64_t>(count);
  for_each_joined(left, right, [&](const LabelRange& range) { writer.put(range); });
  return writer.take();
}

}  // namespace

Bytes label_ranges(std::span<const std::uint64_t> labels) { return joined(Singles{labels}, {}); }

List ranges_in(const Bytes& ranges) { return ByteReader(ranges).view_list<LabelRange>(); }

Bytes merged_ranges(const Bytes& left, const Bytes& right) { return joined(ranges_in(left), ranges_in(right)); }

std::size_t merged_size(const Bytes& left, const Bytes& right) {
  return bytes_of(joined_count(ranges_in(left), ranges_in(right)));
}

std::uint64_t label_count(const Bytes& bytes) {
  const List ranges = ranges_in(bytes);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) count += ranges[i].last - ranges[i].first + 1;
  return count;
}

Bytes LabelNumbers::of_ranges(Bytes ranges) {
  static_assert(sizeof(End) == sizeof(LabelRange));
  const List list = ranges_in(ranges);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const LabelRange range = list[i];
    number += range.last - range.first + 1;
    const End end{range.last, number};
    std::memcpy(ranges.data() + bytes_of(i), &end, sizeof end);
  }
  return ranges;
}

LabelNumbers::LabelNumbers(const Bytes& numbers) : ends_(ByteReader(numbers).view_list<End>()) {}

std::uint64_t LabelNumbers::count() const { return ends_.size() == 0 ? 0 : ends_[ends_.size() - 1].number; }

std::uint64_t LabelNumbers::operator()(std::uint64_t label) const {
  std::size_t begin = 0, end = ends_.size();
  while (end - begin > 1) {
    const std::size_t middle = begin + (end - begin - 1) / 2;
    if (ends_[middle].label < label)
      begin = middle + 1;
    else
      end = middle + 1;
  }
  PREAMAR_ASSERT(begin < ends_.size() && ends_[begin].label >= label, "the label is in a range");
  return ends_[begin].number - (ends_[begin].label - label);
}

}  // namespace preamar::blocks
