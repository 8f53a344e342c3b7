// Labels for the borders and rings of two regions, from those of the joined region.
#include "blocks/families/watershed/forest_records.h"
#include "blocks/families/watershed/merge.h"

namespace preamar::blocks {
namespace {

class Split {
 public:
  Split(const Operation& operation, const Seam& seam, const Bytes& merge_record, const Bytes& border_result)
      : operation_(operation),
        joined_border_(seam.joined, operation.image),
        joined_ring_(seam.joined, operation.image),
        has_rings_(watershed_spec(operation).line),
        joined_(border_result, joined_border_.count(), has_rings_ ? joined_ring_.count() : 0) {
    ByteReader reader = watershed_reader(merge_record);
    roots_ = reader.view_list<std::uint32_t>();
    labels_ = reader.view_list<std::uint64_t>();
  }

  // Call it for the low region first.
  [[nodiscard]] std::vector<std::uint64_t> border_labels(const BoxBorder& border) {
    std::vector<std::uint64_t> labels;
    labels.reserve(as_size(border.count()));
    border.for_each([&](const Coordinates& cell) {
      if (joined_border_.holds(cell)) return labels.push_back(joined_.border[as_size(joined_border_.index(cell))]);
      if (left_ == roots_.size()) throw Error(ErrorKind::io, "a record of a watershed has too few cells that left");
      labels.push_back(label(roots_[left_++]));
    });
    return labels;
  }

  // The ring of `box` is part of the ring of the joined region and of the border of `other`.
  [[nodiscard]] std::vector<std::uint64_t> ring_labels(const Box& box, const BoxBorder& other,
                                                       const std::vector<std::uint64_t>& other_labels) const {
    std::vector<std::uint64_t> labels;
    if (!has_rings_) return labels;
    const BoxRing ring(box, operation_.image);
    labels.reserve(as_size(ring.count()));
    ring.for_each([&](const Coordinates& cell) {
      bool is_other = true;
      for (int i = 0; i < box.rank(); ++i)
        is_other = is_other && cell[as_size(i)] >= other.box().begin(i) && cell[as_size(i)] < other.box().end(i);
      labels.push_back(is_other ? other_labels[as_size(other.index(cell))]
                                : joined_.ring[as_size(joined_ring_.index(cell))]);
    });
    return labels;
  }

 private:
  [[nodiscard]] std::uint64_t label(std::uint32_t name) const {
    const auto cells = as_size(joined_border_.count());
    if (name == no_name) return 0;
    if (name < cells) return joined_.border[name];
    if (name - cells >= labels_.size())
      throw Error(ErrorKind::io, "a record of a watershed names a label that is not there");
    return labels_[name - cells];
  }

  const Operation& operation_;
  BoxBorder joined_border_;
  BoxRing joined_ring_;
  bool has_rings_;
  BorderLabelsView joined_;
  ListView<std::uint32_t> roots_;
  ListView<std::uint64_t> labels_;
  std::size_t left_ = 0;
};

}  // namespace

std::pair<Bytes, Bytes> split_labels(const Operation& operation, const Seam& seam, const Bytes& merge_record,
                                     const Bytes& border_result) {
  Split split(operation, seam, merge_record, border_result);
  const BoxBorder low_border(seam.low, operation.image), high_border(seam.high, operation.image);
  BorderLabels low, high;
  low.border = split.border_labels(low_border);
  high.border = split.border_labels(high_border);
  low.ring = split.ring_labels(seam.low, high_border, high.border);
  high.ring = split.ring_labels(seam.high, low_border, low.border);
  return {low.bytes(), high.bytes()};
}

}  // namespace preamar::blocks
