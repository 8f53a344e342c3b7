// The components of an image as a forest of runs, built by all workers.
#if defined(PREAMAR_COMPONENT_FOREST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_COMPONENT_FOREST_INL
#undef PREAMAR_COMPONENT_FOREST_INL
#else
#define PREAMAR_COMPONENT_FOREST_INL
#endif

#include "backends/cpu/components/band_runs-inl.h"
#include "backends/cpu/components/components.h"
#include "backends/cpu/workers.h"
#include "core/progress.h"
#include "core/require.h"

#include <functional>
#include <iterator>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

// Strips `begin` to `end`, processed by one thread.
struct Band {
  std::int64_t begin, end;
  std::int64_t roots = 0;  // number of components whose first run is in this band
};

template <class Node>
class ComponentForest {
 public:
  // Compiled once per instruction set, in component_forest.cpp.
  ComponentForest(const Execution& on, const ComponentsSpec& spec, ConstImageView image, const StripGrid& grid,
                  std::int64_t most_runs, int bands);

  [[nodiscard]] std::int64_t most_nodes() const {
    return static_cast<std::int64_t>(runs.first_of_band(runs.grid.count()));
  }
  [[nodiscard]] const std::vector<Band>& bands() const { return bands_; }
  // Roots of bands that belong to a component of an earlier band.
  [[nodiscard]] const std::vector<Node>& moved() const { return moved_; }

  void for_bands(const std::function<void(Band&)>& work) {
    for_ranges(on_, static_cast<std::int64_t>(bands_.size()), 1,
               [&](std::int64_t i, std::int64_t) { work(bands_[static_cast<std::size_t>(i)]); });
  }
  // Calls work(begin, end) for ranges that together cover all strips.
  void for_strips(const std::function<void(std::int64_t, std::int64_t)>& work) {
    const std::int64_t cells = runs.grid.columns * runs.grid.size.count();
    for_told_ranges(part_of(on_, 0.6, 1), runs.grid.count(), std::max<std::int64_t>(1, (1 << 18) / cells), work);
  }

  PixelRows rows;
  RunForest<Node> runs;

 private:
  // Divides the strips into bands of complete slabs, of about equal size.
  void cut(int bands) {
    const std::int64_t slab = runs.grid.slab(), slabs = runs.grid.count() / slab;
    const std::int64_t count = std::clamp<std::int64_t>(bands, 1, slabs);
    for (std::int64_t i = 0; i < count; ++i)
      bands_.push_back({slabs * i / count * slab, slabs * (i + 1) / count * slab});
  }

  Band& band_of(Node node) {
    const auto first = [&](const Band& band) { return runs.first_of_band(band.begin); };
    return *std::prev(std::ranges::upper_bound(bands_, node, {}, first));
  }

  const Execution& on_;
  std::vector<Band> bands_;
  std::vector<Node> moved_;
};

// Calls use(forest) with the forest of a non-empty image, with nodes of the necessary width. `extra`: additional bytes
// per node.
template <class Use>
void with_components(const Execution& on, const ComponentsSpec& spec, ConstImageView image,
                     const ComponentsTuning& tuning, std::int64_t extra, const Use& use) {
  const int workers = worker_count(on);
  const int bands = tuning.bands ? tuning.bands : workers == 1 ? 1 : 4 * workers;
  StripSize size = spec.joined == Joined::equal ? StripSize{1, 1} : largest_strip(image.rank(), spec.connectivity);
  // Bands consist of complete pairs of planes; a thin volume has too few of them to share.
  if (size.planes == 2 && image.shape()[0] < 4 * workers) size.planes = 1;
  if (tuning.strip.count() != 0) size = tuning.strip;
  const StripGrid grid(image.shape(), size);
  const std::int64_t most = spec.joined == Joined::equal ? grid.columns : (grid.columns + 1) / 2;
  const std::int64_t nodes = checked_product(grid.count(), most, "the runs of an image");
  if (nodes < std::int64_t{1} << 32) {
    require_memory(on.scratch_memory, RunForest<std::uint32_t>::bytes(grid, most) + nodes * extra);
    ComponentForest<std::uint32_t> forest(on, spec, image, grid, most, bands);
    return use(forest);
  }
  require_memory(on.scratch_memory, RunForest<std::uint64_t>::bytes(grid, most) + nodes * extra);
  ComponentForest<std::uint64_t> forest(on, spec, image, grid, most, bands);
  use(forest);
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
