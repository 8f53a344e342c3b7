// Labels numbered in ascending order: blocks exchange the set of labels of the image, as ranges.
#include "blocks/families/families.h"
#include "blocks/families/summary/label_ranges.h"
#include "core/byte_sizes.h"
#include "core/dispatch.h"
#include "core/error_text.h"
#include "core/notation.h"
#include "core/rows.h"
#include "primitives/label_sums.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

namespace preamar::blocks {
namespace {

const RenumberForm& renumber_form(const Operation& operation) { return std::get<RenumberForm>(operation.form->kind); }

// Ranges wait until others of at least half their size arrive. So each range is merged O(log blocks) times, and all
// waiting ranges together take at most twice the largest list.
class RangeFold : public Fold {
 public:
  explicit RangeFold(const Operation& operation)
      : operation_(operation), room_(operation.budget.memory - operation.budget.planned) {}

  void add(Bytes ranges) override {
    const std::lock_guard lock(mutex_);
    count(ranges_in(ranges));
    if (exceeds_) return;
    held_ += size_of(ranges);
    while (!waiting_.empty() && waiting_.back().size() <= 2 * ranges.size())
      ranges = merged_with_last(std::move(ranges));
    if (held_ > room_) drop();
    if (!exceeds_) waiting_.push_back(std::move(ranges));
  }

  Bytes take() override {
    const std::lock_guard lock(mutex_);
    Bytes all = label_ranges({});
    while (!waiting_.empty()) all = merged_with_last(std::move(all));
    if (exceeds_) refuse();
    return all;
  }

 private:
  static std::int64_t size_of(const Bytes& bytes) { return static_cast<std::int64_t>(bytes.size()); }

  void count(const ListView<LabelRange>& ranges) {
    if (ranges.size() == 0) return;
    added_ += ranges.size();
    least_ = std::min(least_, ranges[0].first);
    most_ = std::max(most_, ranges[ranges.size() - 1].last);
  }

  Bytes merged_with_last(Bytes ranges) {
    Bytes last = std::move(waiting_.back());
    waiting_.pop_back();
    if (static_cast<std::int64_t>(merged_size(last, ranges)) > room_ - held_) {
      drop();
      return ranges;
    }
    Bytes sum = merged_ranges(last, ranges);
    held_ += size_of(sum) - size_of(last) - size_of(ranges);
    return sum;
  }

  // From now on, labels are only counted.
  void drop() {
    waiting_ = {};
    exceeds_ = true;
  }

  // At most two lists and their union are in memory, and the sets of a few rows.
  [[noreturn]] void refuse() const {
    constexpr double lists = 3, few = 1 << 20;
    const std::uint64_t ranges = std::min(added_, (most_ - least_) / 2 + 1);
    const std::string would_do =
        megabytes(operation_.budget.memory_for(lists * sizeof(LabelRange) * static_cast<double>(ranges) + few));
    throw Error(
        ErrorKind::resource,
        text(operation_.op->name, ": memory is ", size_text(operation_.budget.memory), "; the labels form up to ",
             ranges, " ranges of consecutive numbers, which need ", would_do, "; give ", setting("memory", would_do)));
  }

  const Operation& operation_;
  const std::int64_t room_;
  std::mutex mutex_;
  std::vector<Bytes> waiting_;  // the largest first
  std::int64_t held_ = 0;       // bytes of all of them
  bool exceeds_ = false;        // the ranges exceeded the budget and were dropped
  std::uint64_t added_ = 0;     // ranges of all sets, and the smallest and largest label
  std::uint64_t least_ = UINT64_MAX, most_ = 0;
};

int one_round(const Operation&) { return 1; }

void fold_label_ranges(const Operation& operation, const BlockView& view, int, const Bytes&, Fold& fold) {
  renumber_form(operation).labels(view, [&](std::span<const std::uint64_t> labels) { fold.add(label_ranges(labels)); });
}

std::unique_ptr<Fold> make_range_fold(const Operation& operation, int, const Bytes&, int) {
  return std::make_unique<RangeFold>(operation);
}

Bytes number_labels_at_root(const Operation& operation, Bytes ranges) {
  renumber_form(operation).require_fits(operation.inputs[0].dtype, static_cast<std::int64_t>(label_count(ranges)));
  return LabelNumbers::of_ranges(std::move(ranges));
}

// Adjacent pixels mostly have the same label.
template <class T>
void number_row(const LabelNumbers& numbers, const T* from, std::int64_t count, T* to) {
  T label{0}, number{0};
  for (std::int64_t x = 0; x < count; ++x) {
    if (from[x] != label) {
      label = from[x];
      number = label == T{0} ? T{0} : static_cast<T>(numbers(label_key(label)));
    }
    to[x] = number;
  }
}

void write_numbers(const Operation&, const BlockView& view, const Bytes& known, std::span<const ImageView> outs) {
  const LabelNumbers numbers(known);
  const ConstImageView labels = view.inputs[0];
  with_type(labels.dtype(), [&]<class T>(std::type_identity<T>) {
    if constexpr (std::is_integral_v<T>)
      for (std::int64_t r = 0; r < row_count(labels.shape()); ++r)
        number_row(numbers, reinterpret_cast<const T*>(row(labels, r)), row_length(labels.shape()),
                   reinterpret_cast<T*>(row(outs[0], r)));
  });
}

Results conclude_renumber(const Operation&, const Bytes& known, std::span<const ImageView>) {
  return {.numbers = {{"count", static_cast<std::int64_t>(LabelNumbers(known).count())}}, .table = {}};
}

std::int64_t renumber_label_bytes(const Operation& operation) { return renumber_form(operation).label_bytes; }

constexpr Algorithm renumber_algorithm = FoldKind{
    .rounds = one_round,
    .add = fold_label_ranges,
    .make = make_range_fold,
    .findings = {conclude_renumber},
    .label_bytes = renumber_label_bytes,
    .cost = {.summary = 3, .pixels = 3},
    .root = number_labels_at_root,
    .pixels = Pixels{.finish = write_numbers, .on_devices = true},
};

}  // namespace

const Algorithm& algorithm_of(const RenumberForm&) { return renumber_algorithm; }

}  // namespace preamar::blocks
