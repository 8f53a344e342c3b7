#include "blocks/families/algorithm_parts.h"

#include "core/assert.h"
#include "core/cases.h"

namespace preamar::blocks {
namespace {

template <class Part>
const Part* part_if(const std::optional<Part>& part) {
  return part ? &*part : nullptr;
}

}  // namespace

int rounds_of(const Operation& operation) {
  return std::visit(Cases{[](const IndependentKind&) { return 0; },
                          [&](const FoldKind& kind) { return kind.rounds(operation); }, [](const auto&) { return 1; }},
                    algorithm_of(operation));
}

ResultFrom result_from(const Operation& operation) {
  return std::visit(
      Cases{[](const IndependentKind&) { return ResultFrom::nothing; },
            [](const TreeKind&) { return ResultFrom::border; }, [](const SlabsKind&) { return ResultFrom::border; },
            [](const FoldKind&) { return ResultFrom::root; },
            [](const RelaxationKind& kind) { return kind.then ? ResultFrom::border : ResultFrom::nothing; }},
      algorithm_of(operation));
}

const Pixels* pixels_of(const Operation& operation) {
  return std::visit(
      Cases{[](const SlabsKind& kind) { return &kind.tree.pixels; },
            [](const FoldKind& kind) { return part_if(kind.pixels); }, [](const auto& kind) { return &kind.pixels; }},
      algorithm_of(operation));
}

const Findings* findings_of(const Operation& operation) {
  return std::visit(Cases{[](const TreeKind& kind) { return part_if(kind.findings); },
                          [](const SlabsKind& kind) { return part_if(kind.tree.findings); },
                          [](const FoldKind& kind) { return &kind.findings; },
                          [](const auto&) -> const Findings* { return nullptr; }},
                    algorithm_of(operation));
}

const TreeSteps& tree_steps_of(const Operation& operation) {
  const TreeSteps* const steps = std::visit(
      Cases{[](const TreeKind& kind) { return &kind.steps; }, [](const SlabsKind& kind) { return &kind.tree.steps; },
            [](const RelaxationKind& kind) { return part_if(kind.then); },
            [](const auto&) -> const TreeSteps* { return nullptr; }},
      algorithm_of(operation));
  PREAMAR_ASSERT(steps, "the summaries of this step are merged along the tree");
  return *steps;
}

std::int64_t label_bytes_of(const Operation& operation) {
  const auto* const fold = std::get_if<FoldKind>(&algorithm_of(operation));
  return fold ? fold->label_bytes(operation) : 0;
}

Devices devices_of(const Operation& operation) {
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
                    algorithm_of(operation));
}

bool spans_planes(const Operation& operation) {
  return std::visit(
      Cases{[](const SlabsKind&) { return true; }, [](const IndependentKind& kind) { return kind.spans_planes; },
            [](const auto&) { return false; }},
      algorithm_of(operation));
}

Shape spanning(const Operation& operation, const Shape& block) {
  if (!spans_planes(operation)) return block;
  Coordinates extent{block[0], 1, 1};
  for (int axis = 1; axis < block.rank(); ++axis) extent[static_cast<std::size_t>(axis)] = operation.image[axis];
  return {extent.data(), block.rank()};
}

Bytes summarise(const Operation& operation, const BlockView& view, const std::function<Bytes(const FoldKind&)>& fold) {
  return std::visit(Cases{[](const IndependentKind&) { return Bytes(); },
                          [&](const TreeKind& kind) { return kind.local(operation, view); },
                          [&](const SlabsKind& kind) { return kind.tree.local(operation, view); },
                          [&](const FoldKind& kind) { return fold(kind); },
                          [&](const RelaxationKind& kind) { return kind.relax(operation, view).summary; }},
                    algorithm_of(operation));
}

StepOutcome concluded(const Operation& operation, const Bytes& root_result) {
  StepOutcome outcome;
  for (const ImageType& result : operation.results)
    if (!is_blockwise(operation, result)) outcome.others.emplace_back(result);
  const std::vector<ImageView> others(outcome.others.begin(), outcome.others.end());
  if (const Findings* const findings = findings_of(operation))
    outcome.found = findings->conclude(operation, root_result, others);
  return outcome;
}

}  // namespace preamar::blocks
