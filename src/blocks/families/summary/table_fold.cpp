#include "blocks/families/summary/table_fold.h"

#include "blocks/families/summary/label_ranges.h"
#include "blocks/families/summary/table_spill.h"
#include "core/assert.h"
#include "core/byte_sizes.h"
#include "core/error_text.h"
#include "core/notation.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
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
  TableFold(const Operation& operation, const SummaryForm& form, int round, std::int64_t known_bytes)
      : operation_(operation),
        form_(form),
        round_(round),
        row_bytes_(form.table->row_bytes(operation.inputs, operation.options)),
        room_(operation.budget.memory - operation.budget.planned - known_bytes),
        known_bytes_(known_bytes),
        is_last_(round + 1 == form.rounds(operation.inputs, operation.options)),
        spills_(operation.spill && is_last_ && room_ >= least_room(*operation.spill)),
        // A spilled row of any size is there in the tables, sliced and merged.
        most_(!spills_ ? room_ : (room_ - operation.spill->memory()) / (form.table->rows_differ_in_size() ? 3 : 1)) {
    if (!spills_) return;
    const auto merge = [&form, round, options = operation.options](Bytes left, Bytes right) {
      return form.merge(round, std::move(left), std::move(right), options);
    };
    const auto refuse = [name = operation.op->name, budget = operation.budget](std::int64_t bytes) {
      const std::string would_do = megabytes(budget.memory_for(static_cast<double>(bytes)));
      throw Error(ErrorKind::resource,
                  text(name, ": memory is ", size_text(budget.memory), "; the largest label alone needs ", would_do,
                       "; give ", setting("memory", would_do), " or more"));
    };
    operation.spill->begin({form.table, row_bytes_, merge, refuse}, room_);
  }

  void add(Bytes table) override {
    const std::lock_guard lock(mutex_);
    held_ += size_of(table);
    added_ += size_of(table);
    if (counts_only_) count(table);
    while (!waiting_.empty() && waiting_.back().size() <= 2 * table.size()) {
      if (must_spill(table)) return spill(std::move(table));
      table = joined_with_last(std::move(table));
    }
    if (spills_ && held_ > most_) return spill(std::move(table));
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
    while (!waiting_.empty() && !has_spilled()) {
      if (!table.empty() && must_spill(table)) {
        spill(std::exchange(table, {}));
        break;
      }
      table = joined_with_last(std::exchange(table, {}));
    }
    if (counts_only_) refuse(label_count(table));
    if (is_last_ && !has_spilled() && held_ > room_ / (1 + form_.table->conclude_bytes)) {
      if (spills_)
        spill(std::exchange(table, {}));
      else if (form_.table->rows_differ_in_size())
        refuse(form_.table->labels(table).size());
    }
    if (!has_spilled()) return table;
    if (!waiting_.empty()) operation_.spill->add(std::move(waiting_));
    return std::move(no_rows_);
  }

 private:
  static std::int64_t size_of(const Bytes& bytes) { return static_cast<std::int64_t>(bytes.size()); }
  // Half of it for tables.
  static std::int64_t least_room(const TableSpill& spill) { return 2 * spill.memory(); }

  // Whether `table` cannot be merged in memory with the last waiting one.
  [[nodiscard]] bool must_spill(const Bytes& table) const {
    return spills_ && held_ + more_for(waiting_.back(), table) > most_;
  }
  [[nodiscard]] bool has_spilled() const { return !no_rows_.empty(); }

  void spill(Bytes table) {
    if (!has_spilled()) no_rows_ = form_.table->slice(table, 0, 0);
    waiting_.push_back(std::move(table));
    operation_.spill->add(std::move(waiting_));
    waiting_.clear();
    held_ = 0;
  }

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
                             : form_.merge(round_, std::move(last), std::move(table), operation_.options);
    held_ += size_of(sum) - before;
    // The plan reserves an eighth for cached scratch, which tables do not use.
    if (counts_only_ && held_ > std::max(room_, operation_.budget.planned / 16)) refuse(label_count(sum), " at least");
    return sum;
  }

  // Bytes in use only during the merge of the two.
  [[nodiscard]] std::int64_t more_for(const Bytes& left, const Bytes& right) const {
    if (form_.table->rows_differ_in_size()) return size_of(left) + size_of(right);
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
    const double table = form_.table->rows_differ_in_size()
                             ? static_cast<double>(added_)
                             : static_cast<double>(labels) * static_cast<double>(row_bytes_);
    double rows = static_cast<double>(rows_at_once(*form_.table)) * table;
    if (operation_.spill && is_last_) rows = std::min(rows, static_cast<double>(least_room(*operation_.spill)));
    rows += static_cast<double>(known_bytes_);
    const std::string would_do = megabytes(operation_.budget.memory_for(rows));
    throw Error(ErrorKind::resource, text(operation_.op->name, ": memory is ", size_text(operation_.budget.memory),
                                          "; the table of", or_more, " ", labels, " labels needs ", would_do, "; give ",
                                          setting("memory", would_do), or_more));
  }

  const Operation& operation_;
  const SummaryForm& form_;
  const int round_;
  const std::int64_t row_bytes_, room_, known_bytes_;
  const bool is_last_;       // round
  const bool spills_;        // rows that exceed the budget go to `operation_.spill`
  const std::int64_t most_;  // bytes of tables in memory
  std::mutex mutex_;
  std::vector<Bytes> waiting_;  // the largest first
  std::int64_t held_ = 0;       // bytes of all of them
  std::int64_t added_ = 0;      // bytes of all tables before they were merged
  Bytes no_rows_;               // a table without rows, once rows were spilled
  bool counts_only_ = false;    // `waiting_` holds sets of labels because the tables exceeded the budget
};

}  // namespace

std::unique_ptr<Fold> table_fold(const Operation& operation, const SummaryForm& form, int round,
                                 std::int64_t known_bytes) {
  return std::make_unique<TableFold>(operation, form, round, known_bytes);
}

}  // namespace preamar::blocks
