#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/components/component_forest.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/components/component_forest-inl.h"

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

template <class Node>
ComponentForest<Node>::ComponentForest(const Execution& on, const ComponentsSpec& spec, ConstImageView image,
                                       const StripGrid& grid, std::int64_t most_runs, int bands)
    : rows(spec, image), runs(grid, most_runs), on_(on) {
  cut(bands);
  const std::vector<Meeting> meeting = meetings(grid.size, spec.connectivity);
  for_told_ranges(part_of(on_, 0, 0.6), static_cast<std::int64_t>(bands_.size()), 1, [&](std::int64_t i, std::int64_t) {
    Band& band = bands_[static_cast<std::size_t>(i)];
    band.roots = BandRuns<Node>(runs, rows, meeting).build(band.begin, band.end);
  });
  BandRuns<Node> seams(runs, rows, meeting);
  for (const Band& band : bands_)
    if (band.begin > 0) seams.join_seam(band.begin, band.end, moved_);
  runs.settle(moved_);
  for (const Node node : moved_) --band_of(node).roots;
}

template class ComponentForest<std::uint32_t>;
template class ComponentForest<std::uint64_t>;

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
