#include "primitives/border_components.h"

#include "backends/device/backend.h"
#include "backends/device/component_counts.h"
#include "backends/device/numbering.h"
#include "core/box_border.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace preamar::device {
using namespace primitives;
namespace {

// The components of a block as a forest, and which of them are open, found from the roots of border cells.
struct Parts {
  Parts(const DeviceCall& call, std::string_view primitive, const ComponentsSpec& spec, Faces edges,
        ConstImageView block)
      : pixels(call, block), forest(call, primitive, spec, block, pixels.memory()) {
    const std::vector<std::uint32_t> border = gather(call, forest.parents(), border_cells(edges, block.shape()));
    found.border.reserve(border.size());
    std::unordered_map<std::uint32_t, std::uint32_t> numbers;
    for (const std::uint32_t root : border) {
      if (root == none) {
        found.border.push_back(0);
        continue;
      }
      const auto [at, is_new] = numbers.try_emplace(root, found.count);
      if (is_new) {
        roots.push_back(root);
        ++found.count;
      }
      found.border.push_back(at->second + 1);
    }
  }

  // At the root of each open component its number + 1, elsewhere 0.
  [[nodiscard]] Scratch opened(const DeviceCall& call) const {
    Scratch marks = call.scratch(forest.cells() * 4);
    call.driver().fill(marks.memory(), 0, 0, forest.cells() * 4);
    std::vector<std::uint32_t> numbers(roots.size());
    std::iota(numbers.begin(), numbers.end(), 1);
    scatter(call, numbers, roots, marks.memory());
    return marks;
  }

  Input pixels;
  Forest forest;
  std::vector<std::uint32_t> roots;  // per open component: its first cell
  BorderComponents found;

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  static std::vector<std::uint32_t> border_cells(Faces edges, const Shape& shape) {
    std::vector<std::uint32_t> cells;
    const BoxBorder border({{}, shape}, edges);
    cells.reserve(static_cast<std::size_t>(border.count()));
    border.for_each([&](const preamar::Coordinates& cell) {
      std::int64_t i = 0;
      for (int axis = 0; axis < shape.rank(); ++axis) i = i * shape[axis] + cell[static_cast<std::size_t>(axis)];
      cells.push_back(static_cast<std::uint32_t>(i));
    });
    return cells;
  }
};

std::int64_t columns_of(ConstImageView block) { return block.shape()[block.rank() - 1]; }

std::vector<std::uint32_t> sums_before(std::vector<std::uint32_t> counts) {
  std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), std::uint32_t{0});
  return counts;
}

}  // namespace

BorderComponents border_components(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block) {
  if (block.shape().count() == 0) return {};
  const DeviceCall call(on);
  Parts parts(call, "border_components", spec, edges, block);
  const Scratch opened = parts.opened(call), numbers = call.scratch(parts.forest.cells() * 4);
  const Counted closed{opened.memory()};
  parts.found.closed = count_roots(call, parts.forest, closed, columns_of(block));
  number_roots(call, parts.forest, closed, numbering_variant(DType::uint32), numbers.memory());
  const std::vector<std::uint32_t> begun = sums_before(parts.found.closed),
                                   ranks = gather(call, numbers.memory(), parts.roots);
  for (std::size_t i = 0; i < parts.roots.size(); ++i) {
    const std::int64_t cell = parts.roots[i];
    parts.found.beginnings.push_back({cell, ranks[i] - 1 - begun[static_cast<std::size_t>(cell / columns_of(block))]});
  }
  return std::move(parts.found);
}

BorderComponents border_counts(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                               const std::optional<ConstImageView>& marks) {
  if (block.shape().count() == 0) return {};
  const DeviceCall call(on);
  Parts parts(call, "border_counts", spec.components, edges, block);
  const Scratch counts = count_component_cells(call, spec, edges, parts.forest, block, marks);
  const std::vector<std::uint32_t> found = gather(call, counts.memory(), parts.roots);
  parts.found.counts.assign(found.begin(), found.end());
  return std::move(parts.found);
}

void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                 const BlockLabels& known, ImageView labels) {
  if (block.shape().count() == 0) return;
  const DeviceCall call(on);
  const Parts parts(call, "label_block", spec, edges, block);
  const Forest& forest = parts.forest;
  const Scratch opened = parts.opened(call);
  const Counted closed{opened.memory()};
  const std::vector<std::uint32_t> begun = sums_before(count_roots(call, forest, closed, columns_of(block)));
  const Output out(call, labels);
  const std::string_view variant = numbering_variant(labels.dtype());
  number_roots(call, forest, closed, variant, out.memory());
  const Scratch open_labels = upload(call, known.open), open_begun = upload(call, known.begun),
                bases = upload(call, known.bases), before = upload(call, std::span(begun));
  call.launch({"numbering", variant, "name_roots"}, call.groups_for(forest.cells(), Forest::group), Forest::group,
              forest.parents(), opened.memory(), open_labels.memory(), open_begun.memory(), bases.memory(),
              before.memory(), out.memory(), forest.cells(), columns_of(block),
              static_cast<std::int64_t>(known.begun.size()));
  spread_labels(call, forest, variant, out.memory());
  out.finish();
}

void filter_block(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                  const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays, ImageView out) {
  if (block.shape().count() == 0) return;
  const DeviceCall call(on);
  const Parts parts(call, "filter_block", spec.components, edges, block);
  const Scratch counts = count_component_cells(call, spec, edges, parts.forest, block, marks);
  judge(call, spec, parts.forest, counts.memory());
  scatter(call, std::vector<std::uint32_t>(stays.begin(), stays.end()), parts.roots, counts.memory());
  const Output sifted(call, out);
  sift(call, spec, parts.forest, counts.memory(), block.dtype(), parts.pixels.memory(), sifted.memory());
  sifted.finish();
}

}  // namespace preamar::device
