// Tasks that merge the summaries of blocks, and split results for borders.
#include "blocks/job/task.h"

#include "core/error_text.h"

#include <span>

namespace preamar::blocks {
namespace {

// The records of the merges of a group, by node.
Bytes merges_to_bytes(const std::map<std::int64_t, PerStep>& merges) {
  ByteWriter writer;
  writer.put<std::uint64_t>(merges.size());
  for (const auto& [node, steps] : merges) {
    writer.put(node);
    writer.put<std::uint64_t>(steps.size());
    for (const Bytes& record : steps) writer.put_list(std::span<const std::byte>(record));
  }
  return writer.take();
}

std::map<std::int64_t, PerStep> merges_from(const Bytes& bytes) {
  ByteReader reader(bytes);
  std::map<std::int64_t, PerStep> merges;
  for (auto count = reader.get<std::uint64_t>(); count > 0; --count) {
    PerStep& steps = merges[reader.get<std::int64_t>()];
    steps.resize(reader.get<std::uint64_t>());
    for (Bytes& record : steps) record = reader.get_bytes();
  }
  return merges;
}

}  // namespace

// Of a step whose summaries are folded; empty in the first round.
Bytes JobTask::root_result(std::size_t step) {
  const int pass = job_.root_pass(step, stage_.pass);
  return pass < 0 ? Bytes() : std::move(records_.require_steps(root_name(pass))[step]);
}

// Of a block, or of the top of a group that was merged before.
Bytes JobTask::summary_of(std::size_t step, std::int64_t node) {
  if (is_kind<RelaxationKind>(task(step)) && job_.tree().node(node).is_block())
    return values_at_rest(step, node).summary;
  const auto known = summaries_.find(node);
  if (known != summaries_.end()) return known->second[step];
  return summaries_.emplace(node, records_.require_steps(summary_name(stage_.pass, node))).first->second[step];
}

void JobTask::run_merge() {
  const std::int64_t top = job_.groups().roots(stage_.level)[static_cast<std::size_t>(index_)];
  const bool is_root = top == Tree::root();
  const std::string last = is_root ? root_name(stage_.pass) : summary_name(stage_.pass, top);
  const bool has_records = !work().split.empty() && job_.tree().block_count() > 1;
  if (records_.get(last) && (!has_records || records_.get(merges_name(stage_.pass, top)))) {
    report_.was_done = true;
    return;
  }
  PerStep results(program().steps.size());
  std::map<std::int64_t, PerStep> merges;
  for (const std::size_t step : work().merged) {
    results[step] = merge_below(step, top, merges);
    if (is_root) results[step] = tree_steps_of(task(step)).finish_root(task(step), results[step]);
  }
  for (const std::size_t step : work().folded) {
    const auto& kind = as_kind<FoldKind>(task(step));
    const auto fold = kind.make(task(step), round(step), root_result(step), 1);
    fold_below(step, top, *fold);
    results[step] = fold->take();
    if (is_root) results[step] = kind.root(task(step), std::move(results[step]));
  }
  if (has_records) records_.put(merges_name(stage_.pass, top), merges_to_bytes(merges));
  records_.put(last, results);
}

Bytes JobTask::merge_below(std::size_t step, std::int64_t index, std::map<std::int64_t, PerStep>& merges) {
  const Node node = job_.tree().node(index);
  if (is_below(node)) return summary_of(step, index);
  const Bytes low = merge_below(step, node.low, merges);
  const Bytes high = merge_below(step, node.high, merges);
  Merged both = tree_steps_of(task(step)).merge(task(step), Tree::seam(node), low, high);
  PerStep& records = merges[index];
  records.resize(program().steps.size());
  records[step] = std::move(both.merge_record);
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
  if (are_borders_known(top)) {
    report_.was_done = true;
    return;
  }
  PerStep results =
      records_.require_steps(top == Tree::root() ? root_name(stage_.pass) : border_name(stage_.pass, top));
  const auto merges = merges_from(records_.require(merges_name(stage_.pass, top)));
  split_below(work().split, top, merges, std::move(results));
}

void JobTask::split_below(const std::vector<std::size_t>& steps, std::int64_t index,
                          const std::map<std::int64_t, PerStep>& merges, PerStep results) {
  const Node node = job_.tree().node(index);
  if (is_below(node)) return records_.put(border_name(stage_.pass, index), results);
  PerStep low(results.size()), high(results.size());
  for (const std::size_t step : steps) {
    const auto record = merges.find(index);
    if (record == merges.end()) throw Error(ErrorKind::io, text("the record of merge ", index, " is missing"));
    std::tie(low[step], high[step]) =
        tree_steps_of(task(step)).split(task(step), Tree::seam(node), record->second[step], results[step]);
  }
  results.clear();
  split_below(steps, node.low, merges, std::move(low));
  split_below(steps, node.high, merges, std::move(high));
}

// The last one first: it is written last.
bool JobTask::are_borders_known(std::int64_t index) {
  const Node node = job_.tree().node(index);
  if (is_below(node)) return records_.get(border_name(stage_.pass, index)).has_value();
  return are_borders_known(node.high) && are_borders_known(node.low);
}

}  // namespace preamar::blocks
