#include "blocks/program/program.h"

#include "core/assert.h"

#include <algorithm>
#include <ranges>

namespace preamar::blocks {
namespace {

Coordinates sum(const Coordinates& a, const Coordinates& b) {
  Coordinates both{};
  for (std::size_t i = 0; i < max_rank; ++i) both[i] = a[i] + b[i];
  return both;
}

void widen(Coordinates& margin, const Coordinates& other) {
  for (std::size_t i = 0; i < max_rank; ++i) margin[i] = std::max(margin[i], other[i]);
}

}  // namespace

Program program_of(const Operation& operation) {
  Program program;
  program.name = operation.op->name;
  program.inputs = operation.inputs;
  Step step{operation, {}};
  for (std::size_t i = 0; i < operation.inputs.size(); ++i) step.inputs.push_back({.index = i});
  program.steps.push_back(std::move(step));
  if (pixels_of(operation))
    for (std::size_t i = 0; i < operation.results.size(); ++i)
      if (is_blockwise(operation, operation.results[i])) program.outputs.push_back({0, i});
  return program;
}

bool needs_known_inputs(const Operation& operation) {
  return operation.halo != Coordinates{} || is_kind<RelaxationKind>(operation) || spans_planes(operation);
}

bool has_slabs(const Program& program) {
  return std::ranges::any_of(program.steps, [](const Step& step) { return spans_planes(step.operation); });
}

bool needs_memory_per_worker(const Program& program) {
  return has_slabs(program) || std::ranges::any_of(program.steps, [](const Step& step) {
           const auto* const tree = std::get_if<TreeKind>(&algorithm_of(step.operation));
           return tree && !tree->halves_summaries;
         });
}

Schedule::Schedule(const Program& program) {
  find_passes(program);
  find_margins(program);
}

void Schedule::find_passes(const Program& program) {
  for (const Step& step : program.steps) {
    int first = 0;
    for (const Operand& input : step.inputs) first = std::max(first, available(input));
    PREAMAR_ASSERT(first == 0 || !needs_known_inputs(step.operation), "a step with a halo uses images that are known");
    first_.push_back(first);
    rounds_.push_back(rounds_of(step.operation));
    available_.push_back(first + rounds_.back());
    if (rounds_.back() > 0) passes_ = std::max(passes_, available_.back());
  }
  for (const Operand& output : program.outputs) passes_ = std::max(passes_, available(output) + 1);
  written_.resize(static_cast<std::size_t>(passes_));
  for (std::size_t i = 0; i < program.outputs.size(); ++i)
    written_[static_cast<std::size_t>(available(program.outputs[i]))].push_back(i);
}

// Backwards: a step needs its inputs in its own margin and its halo. Other steps than independent ones give no more
// than the block.
void Schedule::find_margins(const Program& program) {
  margins_.resize(program.steps.size());
  input_margins_.resize(program.inputs.size());
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    const Step& step = program.steps[i];
    PREAMAR_ASSERT(margins_[i] == Coordinates{} || is_kind<IndependentKind>(step.operation),
                   "only independent blocks have a margin");
    for (const Operand& input : step.inputs)
      widen(input.is_input() ? input_margins_[input.index] : margins_[input.at()],
            sum(margins_[i], step.operation.halo));
  }
}

int Schedule::round(std::size_t step, int pass) const {
  const int round = pass - first_[step];
  return round >= 0 && round < rounds_[step] ? round : -1;
}

bool reads_depend_on_pixels(const Program& program) {
  return std::ranges::any_of(program.steps, [](const Step& step) { return is_kind<RelaxationKind>(step.operation); });
}

}  // namespace preamar::blocks
