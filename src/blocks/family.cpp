#include "blocks/family.h"

namespace preamar::blocks {
namespace {

const Family& family(const IndependentForm&) { return independent_family; }
const Family& family(const FloodForm&) { return flood_family; }
const Family& family(const ComponentsForm&) { return components_family; }
const Family& family(const SummaryForm&) { return summary_family; }
const Family& family(const RenumberForm&) { return renumber_family; }
const Family& family(const DistanceForm&) { return distance_family; }
const Family& family(const GeodesicForm&) { return geodesic_family; }
const Family& family(const WatershedForm& form) {
  return form.exchanges_steps ? relaxed_watershed_family : watershed_family;
}

}  // namespace

const Family& family_of(const BlockForm& form) {
  return std::visit([](const auto& kind) -> const Family& { return family(kind); }, form.kind);
}

Bytes folded_root(const Task& task, int round, Bytes sum) {
  const Family& family = family_of(*task.form);
  if (family.finish_root) return family.finish_root(task, round, sum);
  return sum;
}

}  // namespace preamar::blocks
