#include "backends/device/numbering.h"

#include <numeric>

namespace preamar::device {
namespace {

constexpr int numbering_group = 64;
constexpr std::int64_t chunk_cells = 1024;

// The values of the kernel parameters `opened` and `counts_all`.
Memory opened_of(const Forest& forest, Counted counted) {
  return counted.opened == Memory::none ? forest.parents() : counted.opened;
}
std::int32_t counts_all(Counted counted) { return counted.opened == Memory::none; }

}  // namespace

std::string_view numbering_variant(DType labels) { return labels == DType::uint32 ? "u32" : "u64"; }

std::vector<std::uint32_t> count_roots(const DeviceCall& call, const Forest& forest, Counted counted,
                                       std::int64_t chunk) {
  const std::int64_t chunks = (forest.cells() + chunk - 1) / chunk;
  const Scratch counts = call.scratch(chunks * 4);
  call.launch({"numbering", "u32", "count_roots"}, call.groups_for(chunks * numbering_group, numbering_group),
              numbering_group, forest.parents(), opened_of(forest, counted), counts.memory(), counts_all(counted),
              forest.cells(), chunk);
  std::vector<std::uint32_t> found(static_cast<std::size_t>(chunks));
  call.driver().read(found.data(), counts.memory(), 0, chunks * 4);
  return found;
}

std::int64_t number_roots(const DeviceCall& call, const Forest& forest, Counted counted, std::string_view variant,
                          Memory labels) {
  std::vector<std::uint32_t> before = count_roots(call, forest, counted, chunk_cells);
  const std::uint32_t last = before.back();
  std::exclusive_scan(before.begin(), before.end(), before.begin(), std::uint32_t{0});
  const Scratch bases = upload(call, std::span<const std::uint32_t>(before));
  call.launch({"numbering", variant, "number"},
              call.groups_for(static_cast<std::int64_t>(before.size()) * numbering_group, numbering_group),
              numbering_group, forest.parents(), opened_of(forest, counted), bases.memory(), labels,
              counts_all(counted), forest.cells());
  return std::int64_t{before.back()} + last;
}

void spread_labels(const DeviceCall& call, const Forest& forest, std::string_view variant, Memory labels) {
  call.launch({"numbering", variant, "spread"}, call.groups_for(forest.cells(), numbering_group), numbering_group,
              forest.parents(), labels, forest.cells());
}

}  // namespace preamar::device
