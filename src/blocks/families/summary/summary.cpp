// Summaries over blocks, such as histograms and tables: the summaries of blocks are merged in any order.
#include "blocks/families/families.h"
#include "blocks/families/summary/table_fold.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <mutex>
#include <string>

namespace preamar::blocks {
namespace {

const SummaryForm& form_of(const Operation& operation) { return std::get<SummaryForm>(operation.form->kind); }

int rounds(const Operation& operation) { return form_of(operation).rounds(operation.inputs, operation.options); }

void fold_block(const Operation& operation, const BlockView& view, int round, const Bytes& known, Fold& fold) {
  form_of(operation).local(view, round, known, [&](Bytes summary) { fold.add(std::move(summary)); });
}

// For summaries of a fixed size: each is merged at once.
class PlainFold : public Fold {
 public:
  PlainFold(const Operation& operation, int round) : operation_(operation), round_(round) {}

  void add(Bytes summary) override {
    const std::lock_guard lock(mutex_);
    sum_ = sum_.empty() ? std::move(summary)
                        : form_of(operation_).merge(round_, std::move(sum_), std::move(summary), operation_.options);
  }
  Bytes take() override { return std::move(sum_); }

 private:
  const Operation& operation_;
  const int round_;
  std::mutex mutex_;
  Bytes sum_;
};

std::int64_t summary_bytes(const Operation& operation, const Bytes& known, int workers) {
  return form_of(operation).summary_bytes(operation.inputs, operation.options, known, workers);
}

std::int64_t label_bytes(const Operation& operation) {
  const SummaryForm& form = form_of(operation);
  return form.table ? rows_at_once(*form.table) * form.table->row_bytes(operation.inputs, operation.options) : 0;
}

std::unique_ptr<Fold> make_fold(const Operation& operation, int round, const Bytes& known, int workers) {
  const Budget& budget = operation.budget;
  // The plan accounts for the first round.
  const std::int64_t more =
      round == 0 ? 0 : summary_bytes(operation, known, workers) - summary_bytes(operation, {}, workers);
  if (more > budget.memory - budget.planned) {
    const std::string would_do = megabytes(budget.memory_for(static_cast<double>(more)));
    throw Error(ErrorKind::resource,
                text(operation.op->name, ": memory is ", size_text(budget.memory), "; the counts of ",
                     "the levels that image holds need ", would_do, "; give ", setting("memory", would_do)));
  }
  if (form_of(operation).table) return table_fold(operation, form_of(operation), round, std::ssize(known));
  return std::make_unique<PlainFold>(operation, round);
}

Results conclude(const Operation& operation, const Bytes& root_result, std::span<const ImageView> outs) {
  return form_of(operation).conclude(root_result, operation.inputs, operation.options, outs);
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
