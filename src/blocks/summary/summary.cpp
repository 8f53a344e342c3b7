// The family of summaries: one of the whole image from those of its blocks.
#include "blocks/family.h"

namespace preamar::blocks {
namespace {

const SummaryForm& form_of(const Task& task) { return std::get<SummaryForm>(task.form->kind); }

int rounds(const Task& task) { return form_of(task).rounds(task.inputs, task.options); }

Bytes local(const Task& task, const Piece& piece, int round, const Bytes& known) {
  return form_of(task).local(piece, round, known);
}

Merged merge(const Task& task, const Seam&, int round, const Bytes& low, const Bytes& high) {
  return {.summary = form_of(task).merge(round, low, high, task.options), .kept = {}};
}

Bytes crown(const Task&, int, const Bytes& summary) { return summary; }

Found found(const Task& task, const Bytes& crown, std::span<const Image> outs) {
  return form_of(task).conclude(crown, task.inputs, task.options, outs);
}

}  // namespace

const Family summary_family = {
    .rounds = rounds,
    .local = local,
    .merge = merge,
    .crown = crown,
    .found = found,
};

}  // namespace preamar::blocks
