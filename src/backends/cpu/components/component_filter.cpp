#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/components/component_filter.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/backend.h"
#include "backends/cpu/components/bit_ranges-inl.h"
#include "backends/cpu/components/border_runs-inl.h"
#include "backends/cpu/components/component_forest-inl.h"
#include "primitives/border_components.h"

#include <vector>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;

// Filters components by one number per component, the sum over its runs.
template <class Node>
class ComponentFilter {
 public:
  ComponentFilter(const ComponentFilterSpec& spec, ComponentForest<Node>& forest, Faces edges, int rank,
                  const std::optional<ConstImageView>& marks)
      : spec_(spec),
        forest_(forest),
        runs_(forest.runs),
        grid_(runs_.grid),
        edges_(grid_, edges, rank),
        marks_(marks),
        mark_bits_(row_bits(DType::uint8)),
        counts_(forest.most_nodes()) {
    forest_.for_bands([&](Band& band) { gather(band); });
    for (const Node node : forest_.moved()) count(runs_.root(node)) += count(node);
  }

  // The deciding number of a component, by its root.
  [[nodiscard]] std::int64_t& count(Node node) const { return counts_[static_cast<std::int64_t>(node)]; }
  // A number that keeps a component, or one that removes it.
  [[nodiscard]] std::int64_t decision(bool stays) const {
    if (spec_.trait == Trait::size) return stays ? spec_.least : spec_.least - 1;
    return (spec_.trait != Trait::inland) == stays;
  }

  void write(ImageView out) {
    const PixelRows::Pixel opposite = forest_.rows.pixel(spec_.components.joined == Joined::background ? 1 : 0);
    forest_.for_strips([&](std::int64_t begin, std::int64_t end) {
      std::vector<Word> lacking(words()), flipped(words());
      for (std::int64_t strip = begin; strip < end; ++strip) {
        std::ranges::fill(lacking, 0);
        runs_.for_each_run(strip, [&](Node node, const auto& run) {
          if (!has_trait(spec_, count(runs_.root(node)))) set_bits(lacking.data(), run.begin(), run.end());
        });
        for_each_row(strip, [&](std::int64_t y, const Word* cells) {
          for (std::size_t w = 0; w < words(); ++w) flipped[w] = lacking[w] & cells[w];
          forest_.rows.functions().replace(forest_.rows.at(y), opposite.data(), flipped.data(), grid_.columns,
                                           row(out, y));
        });
      }
    });
  }

 private:
  [[nodiscard]] std::size_t words() const { return static_cast<std::size_t>(grid_.words); }

  template <class Each>
  void for_each_row(std::int64_t strip, const Each& each) const {
    for (int k = 0; k < grid_.size.count(); ++k)
      if (const std::int64_t y = grid_.row_of(strip, k); y >= 0) each(y, runs_.bits(y));
  }

  // Sums over the runs of a band, stored at the band's own roots.
  void gather(const Band& band) {
    for (Node node = runs_.first(band.begin); node < runs_.last(band.end - 1); ++node) count(node) = 0;
    std::vector<Word> marked(words()), row_marks(words());
    for (std::int64_t strip = band.begin; strip < band.end; ++strip) {
      const auto add = [&](Node node, std::int64_t amount) {
        count(runs_.band_root(node, runs_.first(band.begin))) += amount;
      };
      if (spec_.trait == Trait::marked) {
        mark(strip, row_marks, marked);
        runs_.for_each_run(
            strip, [&](Node node, const auto& run) { add(node, count_bits(marked.data(), run.begin(), run.end())); });
      } else if (spec_.trait == Trait::size) {
        runs_.for_each_run(strip, [&](Node node, const auto& run) { add(node, size(strip, run.begin(), run.end())); });
      } else {
        add_edge_cells(strip, add);
      }
    }
  }

  // Adds a non-zero number to runs with a cell on the edge of the image: in a row on the edge all runs, elsewhere the
  // outermost.
  template <class Add>
  void add_edge_cells(std::int64_t strip, const Add& add) const {
    for_each_row(strip, [&](std::int64_t y, const Word* cells) {
      if (edges_.has_row(y)) {
        runs_.for_each_run(strip,
                           [&](Node node, const auto& run) { add(node, count_bits(cells, run.begin(), run.end())); });
      } else {
        const std::int64_t last = grid_.columns - 1;
        if (edges_.has_first_column() && holds_bit(cells, 0)) add(runs_.first(strip), 1);
        if (edges_.has_last_column() && holds_bit(cells, last)) add(runs_.last(strip) - 1, 1);
      }
    });
  }

  // The marked cells of a strip, all rows combined.
  void mark(std::int64_t strip, std::vector<Word>& row_marks, std::vector<Word>& marked) const {
    const std::uint8_t none = 0;
    std::ranges::fill(marked, 0);
    for_each_row(strip, [&](std::int64_t y, const Word* cells) {
      mark_bits_.unlike(row(*marks_, y), &none, grid_.columns, row_marks.data());
      for (std::size_t w = 0; w < words(); ++w) marked[w] |= row_marks[w] & cells[w];
    });
  }

  [[nodiscard]] std::int64_t size(std::int64_t strip, std::int64_t begin, std::int64_t end) const {
    std::int64_t sum = 0;
    for_each_row(strip, [&](std::int64_t, const Word* cells) { sum += count_bits(cells, begin, end); });
    return sum;
  }

  const ComponentFilterSpec& spec_;
  ComponentForest<Node>& forest_;
  const RunForest<Node>& runs_;
  const StripGrid& grid_;
  BlockSides edges_;
  std::optional<ConstImageView> marks_;
  RowBits mark_bits_;
  Buffer<std::int64_t> counts_;
};

// Calls use(filter, forest) with a filter that has seen every component.
template <class Use>
void with_filter(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView image,
                 const std::optional<ConstImageView>& marks, const ComponentsTuning& tuning, const Use& use) {
  with_components(on, spec.components, image, tuning, sizeof(std::int64_t),
                  [&]<class Node>(ComponentForest<Node>& forest) {
                    ComponentFilter<Node> filter(spec, forest, edges, image.rank(), marks);
                    use(filter, forest);
                  });
}

void FilterImage(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                 const std::optional<ConstImageView>& marks, ImageView out, const ComponentsTuning& tuning) {
  with_filter(on, spec, Faces::all(), image, marks, tuning, [&](auto& filter, auto&) { filter.write(out); });
}

BorderComponents BorderCounts(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                              const std::optional<ConstImageView>& marks) {
  BorderComponents found;
  with_filter(on, spec, edges, block, marks, {},
              [&]<class Node>(ComponentFilter<Node>& filter, ComponentForest<Node>& forest) {
                BorderNumbers<Node> numbers(forest, edges, block);
                found.border = numbers.find([&](Node root) { found.counts.push_back(filter.count(root)); });
                found.count = numbers.count();
              });
  return found;
}

void FilterBlock(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                 const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays, ImageView out) {
  with_filter(on, spec, edges, block, marks, {},
              [&]<class Node>(ComponentFilter<Node>& filter, ComponentForest<Node>& forest) {
                BorderNumbers<Node> numbers(forest, edges, block);
                std::size_t next = 0;
                (void)numbers.find([&](Node root) { filter.count(root) = filter.decision(stays[next++] != 0); });
                filter.write(out);
              });
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(BorderCounts);
HWY_EXPORT(FilterBlock);
HWY_EXPORT(FilterImage);

void filter_components(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                       const std::optional<ConstImageView>& marks, ImageView out, const ComponentsTuning& tuning) {
  if (image.shape().count() > 0) HWY_DYNAMIC_DISPATCH(FilterImage)(on, spec, image, marks, out, tuning);
}

void filter_components(const Execution& on, const ComponentFilterSpec& spec, ConstImageView image,
                       const std::optional<ConstImageView>& marks, ImageView out) {
  filter_components(on, spec, image, marks, out, {});
}

BorderComponents border_counts(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                               const std::optional<ConstImageView>& marks) {
  return HWY_DYNAMIC_DISPATCH(BorderCounts)(on, spec, edges, block, marks);
}

void filter_block(const Execution& on, const ComponentFilterSpec& spec, Faces edges, ConstImageView block,
                  const std::optional<ConstImageView>& marks, std::span<const std::uint8_t> stays, ImageView out) {
  HWY_DYNAMIC_DISPATCH(FilterBlock)(on, spec, edges, block, marks, stays, out);
}

}  // namespace preamar::cpu
#endif
