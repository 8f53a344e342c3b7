#include "backends/device/component_counts.h"

#include "backends/device/extents.h"

#include <algorithm>
#include <optional>

namespace preamar::device {
namespace {

constexpr int count_group = 64;

}  // namespace

Scratch count_component_cells(const DeviceCall& call, const ComponentFilterSpec& spec, Faces edges,
                              const Forest& forest, ConstImageView image, const std::optional<ConstImageView>& marks) {
  const auto [planes, rows, columns] = extents_of(image.shape());
  Scratch counts = call.scratch(forest.cells() * 4);
  call.driver().fill(counts.memory(), 0, 0, forest.cells() * 4);
  std::optional<Input> marked;
  if (spec.trait == Trait::marked) marked.emplace(call, *marks);
  const bool by_edge = spec.trait == Trait::inland || spec.trait == Trait::edge;
  call.launch({"component_counts", "all", "count_cells"}, call.groups_for(forest.cells(), count_group), count_group,
              forest.parents(), marked ? marked->memory() : forest.parents(), counts.memory(), planes, rows, columns,
              std::int32_t{marked.has_value()}, std::int32_t{by_edge},
              static_cast<std::int32_t>(bits_of(edges, image.rank())));
  return counts;
}

void judge(const DeviceCall& call, const ComponentFilterSpec& spec, const Forest& forest, Memory counts) {
  const std::int64_t least = spec.trait == Trait::size ? spec.least : 1;
  call.launch({"component_counts", "all", "judge"}, call.groups_for(forest.cells(), count_group), count_group,
              forest.parents(), counts, forest.cells(), least, std::int32_t{spec.trait == Trait::inland});
}

void sift(const DeviceCall& call, const ComponentFilterSpec& spec, const Forest& forest, Memory stays, DType dtype,
          Memory pixels, Memory out) {
  const std::uint32_t opposite = bits_of(dtype, spec.components.joined == Joined::background ? 1 : 0);
  call.launch({"forest", forest.variant(), "sift"}, call.groups_for(forest.cells(), Forest::group), Forest::group,
              pixels, forest.parents(), stays, out, forest.cells(), opposite);
}

std::vector<std::uint32_t> gather(const DeviceCall& call, Memory from, std::span<const std::uint32_t> cells) {
  const auto count = static_cast<std::int64_t>(cells.size());
  std::vector<std::uint32_t> found(cells.size());
  if (count == 0) return found;
  const Scratch places = upload(call, cells), numbers = call.scratch(count * 4);
  call.launch({"component_counts", "all", "gather"}, call.groups_for(count, count_group), count_group, from,
              places.memory(), numbers.memory(), count);
  call.driver().read(found.data(), numbers.memory(), 0, count * 4);
  return found;
}

void scatter(const DeviceCall& call, std::span<const std::uint32_t> numbers, std::span<const std::uint32_t> cells,
             Memory to) {
  const auto count = static_cast<std::int64_t>(cells.size());
  if (count == 0) return;
  const Scratch places = upload(call, cells), values = upload(call, numbers);
  call.launch({"component_counts", "all", "scatter"}, call.groups_for(count, count_group), count_group, values.memory(),
              places.memory(), to, count);
}

}  // namespace preamar::device
