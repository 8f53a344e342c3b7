#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/components/label.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/backend.h"
#include "backends/cpu/components/bit_ranges-inl.h"
#include "backends/cpu/components/component_forest-inl.h"
#include "core/error_text.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {

// Numbers in raster order of first cells, and their writing.
template <class Node, class Label>
class Numbering {
 public:
  explicit Numbering(ComponentForest<Node>& forest)
      : forest_(forest), runs_(forest.runs), grid_(runs_.grid), numbers_(forest.most_nodes() + 1) {}

  std::int64_t write(const Image& labels) {
    const std::int64_t count = number_all();
    forest_.for_strips([&](std::int64_t begin, std::int64_t end) {
      const auto write_runs = is_large(labels) ? label_writer<Label>().write_past_cache : label_writer<Label>().write;
      for (std::int64_t strip = begin; strip < end; ++strip) write_strip(strip, write_runs, labels);
    });
    return count;
  }

 private:
  // The number of a node; the writer may read the one before the first.
  [[nodiscard]] Label* number() const { return numbers_.data() + 1; }

  std::int64_t number_all() {
    std::int64_t count = 0;
    std::vector<std::int64_t> before;
    for (const Band& band : forest_.bands()) {
      before.push_back(count);
      count += band.roots;
    }
    if (static_cast<std::uint64_t>(count) > std::numeric_limits<Label>::max())
      throw Error(ErrorKind::resource, text("label: ", count, " objects do not fit uint32; give dtype=\"uint64\""));
    forest_.for_bands([&](Band& band) {
      number_band(band, static_cast<Label>(before[static_cast<std::size_t>(&band - forest_.bands().data())]));
    });
    return count;
  }

  // Rows of the image are visited in raster order; a component gets its number where it is first met.
  void number_band(const Band& band, Label count) {
    std::fill(number() + runs_.first(band.begin), number() + runs_.last(band.end - 1), Label{0});
    for (std::int64_t slab = band.begin; slab < band.end; slab += grid_.slab())
      for (int plane = 0; plane < grid_.size.planes; ++plane)
        for (std::int64_t strip = slab; strip < slab + grid_.slab(); ++strip) {
          Progress progress = Progress::open;
          for (int k = plane * grid_.size.rows; k < (plane + 1) * grid_.size.rows && progress == Progress::open; ++k)
            progress = number_row(strip, k, runs_.first(slab), count);
        }
  }

  // Whether runs of a strip are left that belong to a component without a number.
  enum class Progress { done, open };

  Progress number_row(std::int64_t strip, int k, Node oldest, Label& count) {
    const std::int64_t y = grid_.row_of(strip, k);
    if (y < 0) return Progress::done;
    const Word* const bits = runs_.bits(y);
    Progress progress = Progress::done;
    runs_.for_each_run(strip, [&](Node node, const auto& run) {
      if (runs_.parent(node) < oldest) return;  // and its root, which is no later, has its number
      const Node root = runs_.root(node);
      if (root < oldest || number()[root] != 0) return;
      if (grid_.size.count() == 1 || count_bits(bits, run.begin(), run.end()) > 0)
        number()[root] = ++count;
      else
        progress = Progress::open;
    });
    return progress;
  }

  // Beyond any cache, and with aligned rows: then reading what is written over would be most of the work.
  static bool is_large(const Image& labels) {
    constexpr std::int64_t cache_bytes = 8 << 20, alignment = 64;
    std::int64_t odd = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(labels.data()) % alignment);
    for (int axis = 0; axis + 1 < labels.rank(); ++axis) odd |= labels.stride(axis) % alignment;
    return odd == 0 && labels.shape().count() > cache_bytes / static_cast<std::int64_t>(sizeof(Label));
  }

  void write_strip(std::int64_t strip, typename LabelWriter<Label>::Write* write_runs, const Image& labels) {
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

template <class Label>
std::int64_t label_with(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels,
                        const ComponentsTuning& tuning) {
  std::int64_t count = 0;
  with_components(on, spec, image, tuning, sizeof(Label), [&]<class Node>(ComponentForest<Node>& forest) {
    count = Numbering<Node, Label>(forest).write(labels);
  });
  return count;
}

std::int64_t LabelImage(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels,
                        const ComponentsTuning& tuning) {
  return labels.dtype() == DType::uint32 ? label_with<std::uint32_t>(on, spec, image, labels, tuning)
                                         : label_with<std::uint64_t>(on, spec, image, labels, tuning);
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(LabelImage);

std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels,
                   const ComponentsTuning& tuning) {
  return image.shape().count() == 0 ? 0 : HWY_DYNAMIC_DISPATCH(LabelImage)(on, spec, image, labels, tuning);
}

std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels) {
  return label(on, spec, image, labels, {});
}

}  // namespace preamar::cpu
#endif
