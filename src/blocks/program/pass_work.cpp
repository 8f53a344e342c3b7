#include "blocks/program/pass_work.h"

#include "core/cases.h"

#include <algorithm>
#include <iterator>

namespace preamar::blocks {

std::vector<std::size_t> PassWork::exchanged_or_summarised() const {
  std::vector<std::size_t> steps;
  std::ranges::merge(exchanged, summarised, std::back_inserter(steps));
  return steps;
}

PassWork work_of_pass(const Program& program, const Schedule& schedule, int pass) {
  PassWork work;
  work.written = schedule.written(pass);
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Operation& operation = program.steps[i].operation;
    const int available = schedule.available({static_cast<int>(i), 0});
    if (result_from(operation) == ResultFrom::border && available <= pass) work.known.push_back(i);
    if (schedule.round(i, pass) < 0) continue;
    const auto merge = [&](bool is_summarised) {
      work.merged.push_back(i);
      if (is_summarised) work.summarised.push_back(i);
      if (available == pass + 1) work.split.push_back(i);
    };
    std::visit(Cases{[](const IndependentKind&) {}, [&](const TreeKind&) { merge(true); },
                     [&](const SlabsKind&) { merge(true); },
                     [&](const FoldKind&) {
                       work.folded.push_back(i);
                       work.summarised.push_back(i);
                     },
                     [&](const RelaxationKind& kind) {
                       work.exchanged.push_back(i);
                       if (kind.then) merge(false);
                     }},
               algorithm_of(operation));
  }
  return work;
}

BlockWork work_for(const Program& program, const std::vector<std::size_t>& summarised,
                   const std::vector<std::size_t>& written) {
  BlockWork work{summarised, written, std::vector<bool>(program.steps.size()),
                 std::vector<bool>(program.inputs.size())};
  const auto need = [&](const Operand& operand) {
    if (operand.is_input())
      work.read[operand.index] = true;
    else
      work.computed[operand.at()] = true;
  };
  for (const std::size_t output : written) need(program.outputs[output]);
  for (std::size_t i = program.steps.size(); i-- > 0;)
    if (work.computed[i] || std::ranges::find(summarised, i) != summarised.end())
      for (const Operand& input : program.steps[i].inputs) need(input);
  return work;
}

std::vector<int> reads_of_inputs(const Program& program) {
  const Schedule schedule(program);
  std::vector<int> reads(program.inputs.size());
  for (int pass = 0; pass < schedule.passes(); ++pass) {
    const PassWork of_pass = work_of_pass(program, schedule, pass);
    const BlockWork work = work_for(program, of_pass.exchanged_or_summarised(), of_pass.written);
    for (std::size_t i = 0; i < reads.size(); ++i) reads[i] += work.read[i] ? 1 : 0;
  }
  return reads;
}

}  // namespace preamar::blocks
