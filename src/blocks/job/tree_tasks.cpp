// Tasks that merge the summaries of blocks, and split results for borders.
#include "blocks/job/task.h"

#include "core/error_text.h"

#include <algorithm>
#include <map>
#include <span>

namespace preamar::blocks {
namespace {

Bytes bytes_of(const std::map<std::int64_t, Bytes>& records) {
  ByteWriter writer;
  writer.put<std::uint64_t>(records.size());
  for (const auto& [node, record] : records) {
    writer.put(node);
    writer.put_list(std::span<const std::byte>(record));
  }
  return writer.take();
}

std::map<std::int64_t, Bytes> records_in(const Bytes& bytes) {
  ByteReader reader(bytes);
  std::map<std::int64_t, Bytes> records;
  for (auto count = reader.get<std::uint64_t>(); count > 0; --count) {
    Bytes& record = records[reader.get<std::int64_t>()];
    record = reader.get_bytes();
  }
  return records;
}

}  // namespace

Bytes JobTask::root_result(std::size_t step) {
  const int round = job_.root_round(step, stage_.pass);
  return round < 0 ? Bytes() : state().require({StateKind::root, step, round});
}

// Of a block, or of the top of a group that was merged before.
Bytes JobTask::summary_of(std::size_t step, std::int64_t node) {
  if (is_kind<RelaxationKind>(operation(step)) && job_.tree().node(node).is_block())
    return values_at_rest(step, node).summary;
  return state().require(key(StateKind::summary, step, node));
}

void JobTask::run_merge() {
  const std::int64_t top = job_.groups().roots(stage_.level)[static_cast<std::size_t>(index_)];
  const bool is_root = top == Tree::root();
  const auto last = [&](std::size_t step) {
    return is_root ? StateKey{StateKind::root, step, round(step)} : key(StateKind::summary, step, top);
  };
  report_.was_done = true;
  for (const std::size_t step : work().merged) {
    const bool has_records = std::ranges::count(work().split, step) > 0 && job_.tree().block_count() > 1;
    if (state().get(last(step)) && (!has_records || state().get(key(StateKind::merge, step, top)))) continue;
    report_.was_done = false;
    Records records;
    Bytes summary = merge_below(step, top, records);
    if (is_root) summary = tree_steps_of(operation(step)).finish_root(operation(step), summary);
    if (has_records) state().put(key(StateKind::merge, step, top), bytes_of(records));
    state().put(last(step), summary);
  }
  for (const std::size_t step : work().folded) {
    if (state().get(last(step))) continue;
    report_.was_done = false;
    const auto& kind = as_kind<FoldKind>(operation(step));
    const auto fold = kind.make(operation(step), round(step), root_result(step), 1);
    fold_below(step, top, *fold);
    Bytes sum = fold->take();
    state().put(last(step), is_root ? kind.root(operation(step), std::move(sum)) : std::move(sum));
  }
}

Bytes JobTask::merge_below(std::size_t step, std::int64_t index, Records& records) {
  const Node node = job_.tree().node(index);
  if (is_below(node)) return summary_of(step, index);
  const Bytes low = merge_below(step, node.low, records);
  const Bytes high = merge_below(step, node.high, records);
  Merged both = tree_steps_of(operation(step)).merge(operation(step), Tree::seam(node), low, high);
  records[index] = std::move(both.merge_record);
  return std::move(both.summary);
}

void JobTask::fold_below(std::size_t step, std::int64_t index, Fold& fold) {
  const Node node = job_.tree().node(index);
  if (!is_below(node)) {
    fold_below(step, node.low, fold);
    fold_below(step, node.high, fold);
    return;
  }
  // A block without labels has no summary.
  if (Bytes summary = summary_of(step, index); !summary.empty()) fold.add(std::move(summary));
}

void JobTask::run_split() {
  const std::int64_t top = job_.groups().roots(stage_.level)[static_cast<std::size_t>(index_)];
  report_.was_done = true;
  for (const std::size_t step : work().split) {
    if (are_borders_known(step, top)) continue;
    report_.was_done = false;
    Bytes result = state().require(top == Tree::root() ? StateKey{StateKind::root, step, round(step)}
                                                       : key(StateKind::border, step, top));
    split_below(step, top, records_in(state().require(key(StateKind::merge, step, top))), std::move(result));
  }
}

void JobTask::split_below(std::size_t step, std::int64_t index, const Records& records, Bytes result) {
  const Node node = job_.tree().node(index);
  if (is_below(node)) return state().put(key(StateKind::border, step, index), result);
  const auto record = records.find(index);
  if (record == records.end()) throw Error(ErrorKind::io, text("the record of merge ", index, " is missing"));
  auto [low, high] = tree_steps_of(operation(step)).split(operation(step), Tree::seam(node), record->second, result);
  result.clear();
  split_below(step, node.low, records, std::move(low));
  split_below(step, node.high, records, std::move(high));
}

// The last one first: it is written last.
bool JobTask::are_borders_known(std::size_t step, std::int64_t index) {
  const Node node = job_.tree().node(index);
  if (is_below(node)) return state().get(key(StateKind::border, step, index)).has_value();
  return are_borders_known(step, node.high) && are_borders_known(step, node.low);
}

}  // namespace preamar::blocks
