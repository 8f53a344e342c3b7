// Finds where components begin: their first cells in raster order.
#if defined(PREAMAR_BEGINNINGS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_BEGINNINGS_INL
#undef PREAMAR_BEGINNINGS_INL
#else
#define PREAMAR_BEGINNINGS_INL
#endif

#include "backends/cpu/components/bit_ranges-inl.h"
#include "backends/cpu/components/component_forest-inl.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

// Visits the rows of a band in raster order. Calls begin(root, row, run) at the first cell of each component that is
// not known yet; the call makes it known.
template <class Node, class IsKnown, class Begin>
class Beginnings {
 public:
  Beginnings(const RunForest<Node>& runs, const IsKnown& is_known, const Begin& begin)
      : runs_(runs), grid_(runs.grid), is_known_(is_known), begin_(begin) {}

  void visit(const Band& band) const {
    for (std::int64_t slab = band.begin; slab < band.end; slab += grid_.slab())
      for (int plane = 0; plane < grid_.size.planes; ++plane)
        for (std::int64_t strip = slab; strip < slab + grid_.slab(); ++strip) {
          Progress progress = Progress::open;
          for (int k = plane * grid_.size.rows; k < (plane + 1) * grid_.size.rows && progress == Progress::open; ++k)
            progress = visit_row(strip, k, runs_.first(slab));
        }
  }

 private:
  // Whether some runs of a strip belong to components that are not known yet.
  enum class Progress { done, open };

  Progress visit_row(std::int64_t strip, int k, Node oldest) const {
    const std::int64_t y = grid_.row_of(strip, k);
    if (y < 0) return Progress::done;
    const Word* const bits = runs_.bits(y);
    Progress progress = Progress::done;
    const auto is_unknown = [&](Node node) {
      if (runs_.parent(node) < oldest) return false;  // its root is not later, so it is known
      const Node root = runs_.root(node);
      return root >= oldest && !is_known_(root);
    };
    runs_.for_each_run(strip, is_unknown, [&](Node node, const auto& run) {
      if (grid_.size.count() == 1 || count_bits(bits, run.begin(), run.end()) > 0)
        begin_(runs_.root(node), y, run);
      else
        progress = Progress::open;
    });
    return progress;
  }

  const RunForest<Node>& runs_;
  const StripGrid& grid_;
  const IsKnown& is_known_;
  const Begin& begin_;
};

template <class Node, class IsKnown, class Begin>
void for_each_beginning(const RunForest<Node>& runs, const Band& band, const IsKnown& is_known, const Begin& begin) {
  Beginnings(runs, is_known, begin).visit(band);
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
