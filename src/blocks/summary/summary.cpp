// Summaries over blocks, such as histograms and tables: the summaries of blocks are merged in any order.
#include "blocks/families.h"
#include "blocks/summary/table_fold.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <mutex>
#include <string>

namespace preamar::blocks {
namespace {

const SummaryForm& form_of(const Task& task) { return std::get<SummaryForm>(task.form->kind); }

int rounds(const Task& task) { return form_of(task).rounds(task.inputs, task.options); }

void fold_block(const Task& task, const Piece& piece, int round, const Bytes& known, Fold& fold) {
  form_of(task).local(piece, round, known, [&](Bytes summary) { fold.add(std::move(summary)); });
}

// For summaries of a fixed size: each is merged at once.
class PlainFold : public Fold {
 public:
  PlainFold(const Task& task, int round) : task_(task), round_(round) {}

  void add(Bytes summary) override {
    const std::lock_guard lock(mutex_);
    sum_ = sum_.empty() ? std::move(summary)
                        : form_of(task_).merge(round_, std::move(sum_), std::move(summary), task_.options);
  }
  Bytes take() override { return std::move(sum_); }

 private:
  const Task& task_;
  const int round_;
  std::mutex mutex_;
  Bytes sum_;
};

std::int64_t summary_bytes(const Task& task, const Bytes& known, int workers) {
  return form_of(task).summary_bytes(task.inputs, task.options, known, workers);
}

std::int64_t label_bytes(const Task& task) {
  const SummaryForm& form = form_of(task);
  return form.table ? rows_at_once(*form.table) * form.table->row_bytes(task.inputs, task.options) : 0;
}

std::unique_ptr<Fold> make_fold(const Task& task, int round, const Bytes& known, int workers) {
  const Budget& budget = task.budget;
  // The plan accounts for the first round.
  const std::int64_t more = round == 0 ? 0 : summary_bytes(task, known, workers) - summary_bytes(task, {}, workers);
  if (more > budget.memory - budget.planned) {
    const std::string would_do = megabytes(budget.memory_for(static_cast<double>(more)));
    throw Error(ErrorKind::resource,
                text(task.op->name, ": memory is ", size_text(budget.memory), "; the counts of ",
                     "the levels that image holds need ", would_do, "; give ", setting("memory", would_do)));
  }
  if (form_of(task).table) return table_fold(task, form_of(task), round, std::ssize(known));
  return std::make_unique<PlainFold>(task, round);
}

Results conclude(const Task& task, const Bytes& root_result, std::span<const ImageView> outs) {
  return form_of(task).conclude(root_result, task.inputs, task.options, outs);
}

constexpr Algorithm summary_algorithm = FoldKind{
    .rounds = rounds,
    .add = fold_block,
    .make = make_fold,
    .findings = {conclude},
    .label_bytes = label_bytes,
    .cost = {.summary = 3, .pixels = 0},
    .summary_bytes = summary_bytes,
};

}  // namespace

const Algorithm& algorithm_of(const SummaryForm&) { return summary_algorithm; }

}  // namespace preamar::blocks
