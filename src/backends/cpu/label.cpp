#include "backends/cpu/backend.h"
#include "backends/cpu/bit_ranges.h"
#include "backends/cpu/component_forest.h"
#include "core/error_text.h"

#include <limits>

namespace preamar::cpu {
namespace {

// Numbers in raster order of first cells, and their writing.
template <class Node, class Label>
class Numbering {
 public:
  explicit Numbering(ComponentForest<Node>& forest)
      : forest_(forest), runs_(forest.runs), grid_(runs_.grid), numbers_(forest.most_nodes() + 1) {}

  std::int64_t write(const Image& labels) {
    const std::int64_t count = number_all();
    forest_.for_strips([&](std::int64_t begin, std::int64_t end) {
      const LabelWriter<Label> writer = label_writer<Label>();
      for (std::int64_t strip = begin; strip < end; ++strip) write_strip(strip, writer, labels);
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
        for (std::int64_t strip = slab; strip < slab + grid_.slab(); ++strip)
          for (int k = plane * grid_.size.rows; k < (plane + 1) * grid_.size.rows; ++k)
            count = number_row(strip, k, runs_.first(slab), count);
  }

  Label number_row(std::int64_t strip, int k, Node oldest, Label count) {
    const std::int64_t row = grid_.row_of(strip, k);
    if (row < 0) return count;
    const Word* const bits = runs_.bits(row);
    const bool alone = grid_.size.count() == 1;
    runs_.for_each_run(strip, [&](Node node, std::int64_t begin, std::int64_t end) {
      const Node root = runs_.root(node);
      if (root < oldest || number()[root] != 0) return;
      if (alone || count_bits(bits, begin, end) > 0) number()[root] = ++count;
    });
    return count;
  }

  void write_strip(std::int64_t strip, const LabelWriter<Label>& writer, const Image& labels) {
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
    writer.write(labelled, rows, bits, out, grid_.columns);
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

}  // namespace

std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels,
                   const ComponentsTuning& tuning) {
  if (image.shape().count() == 0) return 0;
  return labels.dtype() == DType::uint32 ? label_with<std::uint32_t>(on, spec, image, labels, tuning)
                                         : label_with<std::uint64_t>(on, spec, image, labels, tuning);
}

std::int64_t label(const Execution& on, const ComponentsSpec& spec, const ConstImage& image, const Image& labels) {
  return label(on, spec, image, labels, {});
}

}  // namespace preamar::cpu
