#include "blocks/pass_cost.h"

#include <numeric>

namespace preamar::blocks {
namespace {

// Bytes that are decoded, and bytes that are encoded, in a usual compression.
constexpr double read_cost = 2, write_cost = 8;

// Nanoseconds per pixel of a step's summary and of its pixels, measured on one core.
struct StepCost {
  double summary, pixels;
};

StepCost cost_of(const IndependentForm&, double halo) { return {0, 0.5 + (halo > 0 ? 3 + halo / 4 : 0)}; }
StepCost cost_of(const FloodForm&, double) { return {20, 20}; }
StepCost cost_of(const ComponentsForm&, double) { return {4, 6}; }
StepCost cost_of(const SummaryForm&, double) { return {3, 0}; }
StepCost cost_of(const RenumberForm&, double) { return {3, 3}; }
StepCost cost_of(const DistanceForm&, double) { return {10, 20}; }
StepCost cost_of(const GeodesicForm&, double) { return {60, 60}; }
StepCost cost_of(const WatershedForm&, double) { return {80, 80}; }

StepCost cost_of(const Task& task) {
  const auto halo = static_cast<double>(std::accumulate(task.halo.begin(), task.halo.end(), std::int64_t{0}));
  return std::visit([&](const auto& kind) { return cost_of(kind, halo); }, task.form->kind);
}

double pixel_bytes(const ImageType& type) { return static_cast<double>(size_of(type.dtype)); }

}  // namespace

std::vector<double> pass_costs(const Program& program, const Schedule& schedule) {
  std::vector<double> costs;
  for (int pass = 0; pass < schedule.passes(); ++pass) {
    std::vector<std::size_t> summarised;
    for (std::size_t i = 0; i < program.steps.size(); ++i)
      if (schedule.round(i, pass) >= 0) summarised.push_back(i);
    const BlockWork work = work_for(program, summarised, schedule.written(pass));
    double cost = 0.1;  // of a pass without work
    for (std::size_t i = 0; i < work.read.size(); ++i)
      cost += work.read[i] ? read_cost * pixel_bytes(program.inputs[i]) : 0;
    for (std::size_t i = 0; i < work.computed.size(); ++i)
      cost += work.computed[i] ? cost_of(program.steps[i].task).pixels : 0;
    for (const std::size_t step : summarised) cost += cost_of(program.steps[step].task).summary;
    for (const std::size_t output : work.written)
      cost += write_cost * pixel_bytes(program.type_of(program.outputs[output]));
    costs.push_back(cost);
  }
  return costs;
}

}  // namespace preamar::blocks
