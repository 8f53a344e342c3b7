// The size of each cell's connected component, over blocks.
#include "blocks/families/component_sizes/merge.h"
#include "blocks/families/component_sizes/region_sizes.h"
#include "blocks/families/families.h"
#include "core/box_border.h"
#include "core/error_text.h"
#include "core/rows.h"

namespace preamar::blocks {
using namespace primitives;
namespace {

ComponentsSpec spec_of(const Operation& operation) {
  return std::get<ComponentSizesForm>(operation.form->kind).spec(operation.inputs, operation.options);
}

// The components of one block, labelled from 1.
struct BlockComponents {
  BlockComponents(const Operation& operation, const BlockView& view) : labels(DType::uint32, view.block.shape) {
    sizes.resize(static_cast<std::size_t>(label(view.on, spec_of(operation), view.inputs[0], labels)) + 1);
    const std::span<const std::uint32_t> cells = labels.as<std::uint32_t>();
    for (const std::uint32_t label : cells) ++sizes[label];
    sizes[0] = 0;
    number_of.resize(sizes.size());
    BoxBorder(Box{{}, view.block.shape}, view.edges()).for_each([&](const Coordinates& cell) {
      std::int64_t index = 0;
      for (int axis = 0; axis < view.block.rank(); ++axis)
        index = index * view.block.shape[axis] + cell[static_cast<std::size_t>(axis)];
      const std::uint32_t label = cells[static_cast<std::size_t>(index)];
      if (label != 0 && number_of[label] == 0) {
        open.push_back(label);
        number_of[label] = static_cast<std::uint32_t>(open.size());
      }
      border.push_back(number_of[label]);
    });
  }

  Image labels;
  std::vector<std::uint64_t> sizes;      // per label
  std::vector<std::uint32_t> open;       // the labels of open components, as RegionSizes numbers them
  std::vector<std::uint32_t> number_of;  // per label: its number among the open ones + 1; 0 if it is not open
  std::vector<std::uint32_t> border;     // as in RegionSizes
};

Bytes local(const Operation& operation, const BlockView& view) {
  BlockComponents found(operation, view);
  RegionSizes region{.border = std::move(found.border)};
  for (const std::uint32_t label : found.open) region.sizes.push_back(found.sizes[label]);
  for (std::size_t label = 1; label < found.sizes.size(); ++label)
    if (found.number_of[label] == 0) region.largest = std::max(region.largest, found.sizes[label]);
  return to_bytes(region);
}

Merged merge(const Operation& operation, const Seam& seam, const Bytes& low, const Bytes& high) {
  return merge_sizes(operation, seam, spec_of(operation).connectivity, low, high);
}

Bytes finish_root(const Operation&, const Bytes& summary) {
  return to_bytes(BorderSizes{.largest = region_sizes_from(summary).largest});
}

std::pair<Bytes, Bytes> split(const Operation&, const Seam&, const Bytes& merge_record, const Bytes& border_result) {
  return split_sizes(merge_record, border_result);
}

// A border cell has 4 bytes, and at most one component of 8 bytes. There are the summaries of both regions and of the
// joined one, as bytes and as values; and per component its root, its number, the record, and its size in the record.
std::int64_t merge_bytes(const Operation& operation, const Seam& seam) {
  const std::int64_t cells =
      BoxBorder(seam.low, operation.image).count() + BoxBorder(seam.high, operation.image).count();
  return cells * (4 * 12 + 4 + 4 + 8 + 16) + 4096;
}

void finish(const Operation& operation, const BlockView& view, const Bytes& border_result,
            std::span<const ImageView> outs) {
  BlockComponents found(operation, view);
  const BorderSizes known = border_sizes_from(border_result);
  if (known.sizes.size() != found.open.size())
    throw Error(ErrorKind::io, "the component sizes of a block are not those of its components");
  for (std::size_t i = 0; i < known.sizes.size(); ++i) found.sizes[found.open[i]] = known.sizes[i];
  const ConstImageView labels = found.labels;
  for (std::int64_t y = 0; y < row_count(labels.shape()); ++y) {
    const auto* const from = reinterpret_cast<const std::uint32_t*>(row(labels, y));
    auto* const to = reinterpret_cast<std::uint64_t*>(row(outs[0], y));
    for (std::int64_t x = 0; x < row_length(labels.shape()); ++x) to[x] = found.sizes[from[x]];
  }
}

Results conclude(const Operation&, const Bytes& root_result, std::span<const ImageView>) {
  return {.numbers = {{"largest", static_cast<std::int64_t>(border_sizes_from(root_result).largest)}}, .table = {}};
}

constexpr Algorithm component_sizes_algorithm = TreeKind{
    .local = local,
    .local_on_devices = false,
    .steps = {.merge = merge, .finish_root = finish_root, .split = split, .merge_bytes = merge_bytes},
    .pixels = {.finish = finish, .on_devices = false},
    .cost = {.summary = 6, .pixels = 8},
    .findings = Findings{conclude},
};

}  // namespace

const Algorithm& algorithm_of(const ComponentSizesForm&) { return component_sizes_algorithm; }

}  // namespace preamar::blocks
