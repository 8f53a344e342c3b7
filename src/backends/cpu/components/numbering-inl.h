// Numbers the components and writes their labels.
#if defined(PREAMAR_NUMBERING_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PREAMAR_NUMBERING_INL
#undef PREAMAR_NUMBERING_INL
#else
#define PREAMAR_NUMBERING_INL
#endif

#include "backends/cpu/components/beginnings-inl.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <limits>

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

template <class Node, class Label>
class Numbering {
 public:
  explicit Numbering(ComponentForest<Node>& forest)
      : forest_(forest), runs_(forest.runs), grid_(runs_.grid), numbers_(forest.most_nodes() + 1) {}

  // The number of a node: valid for roots; 0 if it has none yet. The writer may read the entry before the first.
  [[nodiscard]] Label* number() const { return numbers_.data() + 1; }

  // Resets all numbers.
  void clear() {
    forest_.for_bands([&](Band& band) {
      std::fill(number() + runs_.first(band.begin), number() + runs_.last(band.end - 1), Label{0});
    });
  }

  // Numbers the components 1 to the returned count, in raster order of their first cells.
  std::int64_t number_all() {
    std::int64_t count = 0;
    std::vector<std::int64_t> before;
    for (const Band& band : forest_.bands()) {
      before.push_back(count);
      count += band.roots;
    }
    if (static_cast<std::uint64_t>(count) > std::numeric_limits<Label>::max())
      throw Error(ErrorKind::resource,
                  text("label: ", count, " objects do not fit uint32; give ", setting("dtype", "uint64")));
    clear();
    forest_.for_bands([&](Band& band) {
      auto last = static_cast<Label>(before[static_cast<std::size_t>(&band - forest_.bands().data())]);
      number_others(band, [&](std::int64_t) { return ++last; });
    });
    return count;
  }

  // Gives next(row) to each component of a band without a number, in raster order of first cells.
  template <class Next>
  void number_others(const Band& band, const Next& next) {
    for_each_beginning(
        runs_, band, [&](Node root) { return number()[root] != 0; },
        [&](Node root, std::int64_t row, const auto&) { number()[root] = next(row); });
  }

  void write(ImageView labels) {
    forest_.for_strips([&](std::int64_t begin, std::int64_t end) {
      const auto write_runs = is_large(labels) ? label_writer<Label>().write_past_cache : label_writer<Label>().write;
      for (std::int64_t strip = begin; strip < end; ++strip) write_strip(strip, write_runs, labels);
    });
  }

 private:
  // For results larger than any cache, with aligned rows: otherwise reading the lines to be overwritten would be most
  // of the work.
  static bool is_large(ImageView labels) {
    constexpr std::int64_t cache_bytes = 8 << 20, alignment = 64;
    std::int64_t odd = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(labels.data()) % alignment);
    for (int axis = 0; axis + 1 < labels.rank(); ++axis) odd |= labels.stride(axis) % alignment;
    return odd == 0 && labels.shape().count() > cache_bytes / static_cast<std::int64_t>(sizeof(Label));
  }

  void write_strip(std::int64_t strip, typename LabelWriter<Label>::Write* write_runs, ImageView labels) {
    for (Node node = runs_.first(strip); node < runs_.last(strip); ++node)
      if (const Node root = runs_.root(node); root != node) number()[node] = number()[root];
    const Word* bits[4];
    Label* out[4];
    int rows = 0;
    for (int k = 0; k < grid_.size.count(); ++k) {
      const std::int64_t y = grid_.row_of(strip, k);
      if (y < 0) continue;
      bits[rows] = runs_.bits(y);
      out[rows++] = reinterpret_cast<Label*>(row(labels, y));
    }
    const LabelledRuns<Label> labelled{runs_.cover(strip), runs_.starts(strip), runs_.runs_before(strip),
                                       number() + runs_.first(strip)};
    write_runs(labelled, rows, bits, out, grid_.columns);
  }

  ComponentForest<Node>& forest_;
  const RunForest<Node>& runs_;
  const StripGrid& grid_;
  Buffer<Label> numbers_;
};

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
