#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/components/label_block.cpp"
#include <hwy/foreach_target.h>

#include "backends/cpu/backend.h"
#include "backends/cpu/components/border_runs-inl.h"
#include "backends/cpu/components/numbering-inl.h"
#include "primitives/border_components.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace preamar::cpu::HWY_NAMESPACE {
using namespace primitives;

template <class Node>
BorderComponents find_open(ComponentForest<Node>& forest, Faces edges, ConstImageView block) {
  constexpr Node seen = 1;
  const RunForest<Node>& runs = forest.runs;
  BorderNumbers<Node> numbers(forest, edges, block);
  BorderComponents found;
  found.border = numbers.find([](Node) {});
  found.count = numbers.count();
  found.beginnings.resize(found.count);
  found.closed.resize(static_cast<std::size_t>(runs.grid.planes * runs.grid.rows));
  forest.for_bands([&](Band& band) {
    for_each_beginning(
        runs, band, [&](Node root) { return numbers.code(root) == seen; },
        [&](Node root, std::int64_t row, const auto& run) {
          std::uint32_t& closed = found.closed[static_cast<std::size_t>(row)];
          Node& code = numbers.code(root);
          if (code == 0)
            ++closed;
          else
            found.beginnings[static_cast<std::size_t>(code - 2)] = {
                row * runs.grid.columns + first_bit(runs.bits(row), run.begin()), closed};
          code = seen;
        });
  });
  return found;
}

BorderComponents OpenOf(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block) {
  BorderComponents found;
  with_components(on, spec, block, {}, sizeof(std::uint32_t),
                  [&]<class Node>(ComponentForest<Node>& forest) { found = find_open(forest, edges, block); });
  return found;
}

// The next label of a row; skips labels with which open components begin.
template <class Label>
class RowLabels {
 public:
  explicit RowLabels(const BlockLabels& known) : known_(known) {}

  Label next(std::int64_t row) {
    if (row != row_) {
      row_ = row;
      last_ = known_.bases[static_cast<std::size_t>(row)];
      begun_ = std::ranges::upper_bound(known_.begun, last_);
    }
    for (++last_; begun_ != known_.begun.end() && *begun_ == last_; ++begun_) ++last_;
    return static_cast<Label>(last_);
  }

 private:
  const BlockLabels& known_;
  std::int64_t row_ = -1;
  std::uint64_t last_ = 0;
  std::span<const std::uint64_t>::iterator begun_{};
};

template <class Label, class Node>
void write_block(ComponentForest<Node>& forest, Faces edges, ConstImageView block, const BlockLabels& known,
                 ImageView labels) {
  Numbering<Node, Label> numbering(forest);
  numbering.clear();
  std::size_t next = 0;
  (void)BorderNumbers<Node>(forest, edges, block).find([&](Node root) {
    numbering.number()[root] = static_cast<Label>(known.open[next++]);
  });
  forest.for_bands([&](Band& band) {
    RowLabels<Label> row_labels(known);
    numbering.number_others(band, [&](std::int64_t row) { return row_labels.next(row); });
  });
  numbering.write(labels);
}

void LabelBlock(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                const BlockLabels& known, ImageView labels) {
  const bool is_narrow = labels.dtype() == DType::uint32;
  with_components(on, spec, block, {}, size_of(labels.dtype()) + 4, [&]<class Node>(ComponentForest<Node>& forest) {
    if (is_narrow)
      write_block<std::uint32_t>(forest, edges, block, known, labels);
    else
      write_block<std::uint64_t>(forest, edges, block, known, labels);
  });
}

}  // namespace preamar::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace preamar::cpu {

HWY_EXPORT(LabelBlock);
HWY_EXPORT(OpenOf);

BorderComponents border_components(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block) {
  return HWY_DYNAMIC_DISPATCH(OpenOf)(on, spec, edges, block);
}

void label_block(const Execution& on, const ComponentsSpec& spec, Faces edges, ConstImageView block,
                 const BlockLabels& known, ImageView labels) {
  HWY_DYNAMIC_DISPATCH(LabelBlock)(on, spec, edges, block, known, labels);
}

}  // namespace preamar::cpu
#endif
