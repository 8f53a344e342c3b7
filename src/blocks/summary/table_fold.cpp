#include "blocks/summary/table_fold.h"

#include "blocks/plan.h"
#include "blocks/summary/label_ranges.h"
#include "core/assert.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::blocks {
namespace {

// The number of labels in either of two ascending lists.
std::int64_t union_count(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right) {
  PREAMAR_ASSERT(std::ranges::is_sorted(left) && std::ranges::is_sorted(right), "the labels of a table are ascending");
  std::int64_t count = 0;
  for (std::size_t i = 0, j = 0; i < left.size() || j < right.size(); ++count) {
    const bool takes_left = j == right.size() || (i < left.size() && left[i] <= right[j]);
    const bool takes_right = i == left.size() || (j < right.size() && right[j] <= left[i]);
    i += takes_left;
    j += takes_right;
  }
  return count;
}

// A table waits until another of at least half its size arrives. So each row is merged O(log blocks) times, and all
// waiting tables together take at most twice the largest.
class TableFold : public Fold {
 public:
  TableFold(const Task& task, const SummaryForm& form, int round)
      : task_(task),
        form_(form),
        round_(round),
        row_bytes_(form.table->row_bytes(task.inputs, task.options)),
        room_(task.budget.memory - task.budget.planned) {}

  void add(Bytes table) override {
    const std::lock_guard lock(mutex_);
    held_ += size_of(table);
    if (counts_only_) count(table);
    while (!waiting_.empty() && waiting_.back().size() <= 2 * table.size()) table = joined_with_last(std::move(table));
    if (held_ > room_ && !counts_only_) {
      count(table);
      count_only();
    }
    const auto place = std::ranges::find_if(waiting_, [&](const Bytes& other) { return other.size() < table.size(); });
    waiting_.insert(place, std::move(table));
  }

  Bytes take() override {
    const std::lock_guard lock(mutex_);
    Bytes table;
    while (!waiting_.empty()) table = joined_with_last(std::move(table));
    if (counts_only_) refuse(label_count(table));
    return table;
  }

 private:
  static std::int64_t size_of(const Bytes& bytes) { return static_cast<std::int64_t>(bytes.size()); }

  // Merges `table`, which may be empty, with the last waiting one.
  Bytes joined_with_last(Bytes table) {
    Bytes last = std::move(waiting_.back());
    waiting_.pop_back();
    if (table.empty()) return last;
    if (!counts_only_ && held_ + more_for(last, table) > room_) {
      count(table);
      count(last);
      count_only();
    }
    const std::int64_t before = size_of(last) + size_of(table);
    Bytes sum = counts_only_ ? merged_ranges(last, table)
                             : form_.merge(round_, std::move(last), std::move(table), task_.options);
    held_ += size_of(sum) - before;
    // The plan reserves an eighth for cached scratch, which tables do not use.
    if (counts_only_ && held_ > std::max(room_, task_.budget.planned / 16)) refuse(label_count(sum), " at least");
    return sum;
  }

  // Bytes in use only during the merge of the two.
  [[nodiscard]] std::int64_t more_for(const Bytes& left, const Bytes& right) const {
    const auto a = form_.table->labels(left), b = form_.table->labels(right);
    const std::int64_t rows = union_count(a, b);
    return rows == static_cast<std::int64_t>(std::max(a.size(), b.size())) ? 0 : rows * row_bytes_;
  }

  void count_only() {
    for (Bytes& table : waiting_) count(table);
    std::ranges::sort(waiting_, std::ranges::greater(), &Bytes::size);
    counts_only_ = true;
  }

  // Replaces a table by the set of its labels.
  void count(Bytes& table) {
    Bytes ranges = label_ranges(form_.table->labels(table));
    held_ += size_of(ranges) - size_of(table);
    table = std::move(ranges);
  }

  [[noreturn]] void refuse(std::uint64_t labels, std::string_view or_more = "") const {
    const double rows = static_cast<double>(labels) * static_cast<double>(rows_at_once * row_bytes_);
    const std::string would_do = megabytes(task_.budget.memory_for(rows));
    throw Error(ErrorKind::resource,
                text(task_.op->name, ": memory is ", megabytes(task_.budget.memory), "; the table of", or_more, " ",
                     labels, " labels needs ", would_do, "; give ", setting("memory", would_do), or_more));
  }

  const Task& task_;
  const SummaryForm& form_;
  const int round_;
  const std::int64_t row_bytes_, room_;
  std::mutex mutex_;
  std::vector<Bytes> waiting_;  // the largest first
  std::int64_t held_ = 0;       // bytes of all of them
  bool counts_only_ = false;    // `waiting_` holds sets of labels because the tables exceeded the budget
};

}  // namespace

std::unique_ptr<Fold> table_fold(const Task& task, const SummaryForm& form, int round) {
  return std::make_unique<TableFold>(task, form, round);
}

}  // namespace preamar::blocks
