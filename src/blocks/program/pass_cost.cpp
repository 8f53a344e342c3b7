#include "blocks/program/pass_cost.h"

#include "blocks/program/pass_work.h"
#include "core/cases.h"

#include <numeric>

namespace preamar::blocks {
namespace {

// Bytes that are decoded, and bytes that are encoded, in a usual compression.
constexpr double read_cost = 2, write_cost = 8;

// A halo makes blocks larger.
StepCost cost_of(const Operation& operation) {
  const auto halo = static_cast<double>(std::accumulate(operation.halo.begin(), operation.halo.end(), std::int64_t{0}));
  return std::visit(
      Cases{[&](const IndependentKind&) {
              return StepCost{0, 0.5 + (halo > 0 ? 3 + halo / 4 : 0)};
            },
            [](const SlabsKind& kind) { return kind.tree.cost; }, [](const auto& kind) { return kind.cost; }},
      algorithm_of(operation));
}

double pixel_bytes(const ImageType& type) { return static_cast<double>(size_of(type.dtype)); }

}  // namespace

std::vector<double> pass_costs(const Program& program, const Schedule& schedule) {
  std::vector<double> costs;
  for (int pass = 0; pass < schedule.passes(); ++pass) {
    const PassWork of_pass = work_of_pass(program, schedule, pass);
    const BlockWork work = work_for(program, of_pass.exchanged_or_summarised(), of_pass.written);
    double cost = 0.1;  // of a pass without work
    for (std::size_t i = 0; i < work.read.size(); ++i)
      cost += work.read[i] ? read_cost * pixel_bytes(program.inputs[i]) : 0;
    for (std::size_t i = 0; i < work.computed.size(); ++i)
      cost += work.computed[i] ? cost_of(program.steps[i].operation).pixels : 0;
    for (const std::size_t step : work.summarised) cost += cost_of(program.steps[step].operation).summary;
    for (const std::size_t output : work.written)
      cost += write_cost * pixel_bytes(program.type_of(program.outputs[output]));
    costs.push_back(cost);
  }
  return costs;
}

}  // namespace preamar::blocks
