#include "blocks/algorithm_parts.h"

#include "core/assert.h"
#include "core/cases.h"

namespace preamar::blocks {
namespace {

template <class Part>
const Part* part_if(const std::optional<Part>& part) {
  return part ? &*part : nullptr;
}

}  // namespace

int rounds_of(const Task& task) {
  return std::visit(Cases{[](const IndependentKind&) { return 0; },
                          [&](const FoldKind& kind) { return kind.rounds(task); }, [](const auto&) { return 1; }},
                    algorithm_of(task));
}

ResultFrom result_from(const Task& task) {
  return std::visit(
      Cases{[](const IndependentKind&) { return ResultFrom::nothing; },
            [](const TreeKind&) { return ResultFrom::border; }, [](const SlabsKind&) { return ResultFrom::border; },
            [](const FoldKind&) { return ResultFrom::root; },
            [](const RelaxationKind& kind) { return kind.then ? ResultFrom::border : ResultFrom::nothing; }},
      algorithm_of(task));
}

const Pixels* pixels_of(const Task& task) {
  return std::visit(
      Cases{[](const SlabsKind& kind) { return &kind.tree.pixels; },
            [](const FoldKind& kind) { return part_if(kind.pixels); }, [](const auto& kind) { return &kind.pixels; }},
      algorithm_of(task));
}

const Findings* findings_of(const Task& task) {
  return std::visit(Cases{[](const TreeKind& kind) { return part_if(kind.findings); },
                          [](const SlabsKind& kind) { return part_if(kind.tree.findings); },
                          [](const FoldKind& kind) { return &kind.findings; },
                          [](const auto&) -> const Findings* { return nullptr; }},
                    algorithm_of(task));
}

const TreeSteps& tree_steps_of(const Task& task) {
  const TreeSteps* const steps = std::visit(
      Cases{[](const TreeKind& kind) { return &kind.steps; }, [](const SlabsKind& kind) { return &kind.tree.steps; },
            [](const RelaxationKind& kind) { return part_if(kind.then); },
            [](const auto&) -> const TreeSteps* { return nullptr; }},
      algorithm_of(task));
  PREAMAR_ASSERT(steps, "the summaries of this step are merged along the tree");
  return *steps;
}

std::int64_t label_bytes_of(const Task& task) {
  const auto* const fold = std::get_if<FoldKind>(&algorithm_of(task));
  return fold ? fold->label_bytes(task) : 0;
}

Devices devices_of(const Task& task) {
  return std::visit(Cases{[](const IndependentKind& kind) {
                            return Devices{true, kind.pixels.on_devices};
                          },
                          [](const TreeKind& kind) {
                            return Devices{kind.local_on_devices, kind.pixels.on_devices};
                          },
                          [](const SlabsKind& kind) {
                            return Devices{kind.tree.local_on_devices, kind.tree.pixels.on_devices};
                          },
                          [](const FoldKind& kind) {
                            return Devices{true, !kind.pixels || kind.pixels->on_devices};
                          },
                          [](const RelaxationKind& kind) {
                            return Devices{kind.relax_on_devices, kind.pixels.on_devices};
                          }},
                    algorithm_of(task));
}

Shape spanning(const Task& task, const Shape& block) {
  if (!is_kind<SlabsKind>(task)) return block;
  Place extent{block[0], 1, 1};
  for (int axis = 1; axis < block.rank(); ++axis) extent[static_cast<std::size_t>(axis)] = task.image[axis];
  return {extent.data(), block.rank()};
}

Bytes summarise(const Task& task, const Piece& piece, const std::function<Bytes(const FoldKind&)>& fold) {
  return std::visit(Cases{[](const IndependentKind&) { return Bytes(); },
                          [&](const TreeKind& kind) { return kind.local(task, piece); },
                          [&](const SlabsKind& kind) { return kind.tree.local(task, piece); },
                          [&](const FoldKind& kind) { return fold(kind); },
                          [&](const RelaxationKind& kind) { return kind.relax(task, piece).summary; }},
                    algorithm_of(task));
}

}  // namespace preamar::blocks
