#include "blocks/summary/label_ranges.h"

#include "core/assert.h"

#include <algorithm>
#include <vector>

namespace preamar::blocks {
namespace {

struct Range {
  std::uint64_t first, last;
};

class Ranges {
 public:
  // Ranges come in ascending order of their first labels.
  void add(const Range& range) {
    PREAMAR_ASSERT(list_.empty() || range.first >= list_.back().first, "labels are ascending");
    if (!list_.empty() && (range.first <= list_.back().last || range.first - list_.back().last == 1))
      list_.back().last = std::max(list_.back().last, range.last);
    else
      list_.push_back(range);
  }
  [[nodiscard]] Bytes bytes() const {
    ByteWriter writer;
    writer.reserve(sizeof(std::uint64_t) + list_.size() * sizeof(Range));
    writer.put_list(std::span<const Range>(list_));
    return writer.take();
  }

 private:
  std::vector<Range> list_;
};

ListView<Range> list_of(const Bytes& bytes) { return ByteReader(bytes).view_list<Range>(); }

}  // namespace

Bytes label_ranges(std::span<const std::uint64_t> labels) {
  Ranges ranges;
  for (const std::uint64_t label : labels) ranges.add({label, label});
  return ranges.bytes();
}

Bytes merged_ranges(const Bytes& left_bytes, const Bytes& right_bytes) {
  const ListView<Range> left = list_of(left_bytes), right = list_of(right_bytes);
  Ranges ranges;
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size();) {
    const bool takes_left = j == right.size() || (i < left.size() && left[i].first <= right[j].first);
    ranges.add(takes_left ? left[i++] : right[j++]);
  }
  return ranges.bytes();
}

std::uint64_t label_count(const Bytes& bytes) {
  const ListView<Range> ranges = list_of(bytes);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) count += ranges[i].last - ranges[i].first + 1;
  return count;
}

}  // namespace preamar::blocks
