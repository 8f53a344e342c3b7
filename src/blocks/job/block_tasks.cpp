// Tasks that read and write pixels.
#include "blocks/job/task.h"

#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {

void JobTask::run_block() {
  const std::int64_t block = job_.groups().blocks()[static_cast<std::size_t>(index_)];
  outputs_.open_sinks();
  for (io::Sink* const sink : outputs_.sinks()) sink->defer_smaller();
  BlockVisit block_visit{
      block, job_.tree().node(block).box, work_for(program(), work().summarised, work().written), {}, {}};
  if (is_block_done(block_visit)) {
    report_.was_done = true;
    return;
  }
  const std::vector<Bytes> borders = border_results(block_visit.work, block), roots = root_results(block_visit.work);
  block_visit.border_results = borders;
  block_visit.root_results = roots;
  block_visit.around = values_around(block_visit.work, block);
  std::vector<Bytes> summaries(program().steps.size());
  const auto summarise_step = [&](std::size_t step, const BlockView& view) {
    summaries[step] = summarise(operation(step), view, [&](const FoldKind& kind) {
      const auto fold = kind.make(operation(step), round(step), roots[step], 1);
      kind.add(operation(step), view, round(step), roots[step], *fold);
      return fold->take();
    });
  };
  visit(block_visit, summarise_step, [&] {
    for (const std::size_t step : work().summarised) state().put(key(StateKind::summary, step, block), summaries[step]);
  });
}

bool JobTask::is_block_done(const BlockVisit& visit) {
  for (const std::size_t step : visit.work.summarised)
    if (!state().get(key(StateKind::summary, step, visit.index))) return false;
  const Digests digests = digests_of(visit.index);
  const std::vector<io::Sink*> sinks = outputs_.sinks();
  return knows_inputs(digests, visit.work, visit.index) &&
         std::ranges::all_of(visit.work.written, [&](std::size_t output) {
           const auto digest = digests.output(output, visit.index);
           return digest && sinks[output]->recover(visit.box.origin.data(), visit.box.shape, *digest);
         });
}

bool JobTask::knows_inputs(const Digests& digests, const BlockWork& work, std::int64_t block) const {
  const std::vector<int> reads = reads_of_inputs(program());
  for (std::size_t i = 0; i < reads.size(); ++i)
    if (work.read[i] && reads[i] > 1 && !digests.knows_input(i, block)) return false;
  return true;
}

Digests JobTask::digests_of(std::int64_t block) {
  return {state(), block, stage_.pass, {program().inputs.size(), program().outputs.size()}};
}

void JobTask::visit(const BlockVisit& visit, const BlockVisits::Summarise& summarise,
                    const std::function<void()>& after) {
  Digests digests = digests_of(visit.index);
  BlockStreams streams;
  streams.outputs = outputs_.sinks();
  streams.io_threads = job_.stage_plan().load.io_threads;
  WorkerPool workers(on_, 1);
  BlockVisits visits(program(), job_.schedule(), job_.pools(), streams, digests, on_, workers);
  require_digests(visit, visits, digests);
  const Digests::Written written = visits.visit(visit, summarise);
  after();
  if (!visit.work.written.empty())
    for (io::Sink* const sink : streams.outputs) sink->flush();
  digests.record({&written, 1});
  const Counters counters = visits.counters();
  report_.bytes_read += counters.bytes_read;
  report_.bytes_written += counters.bytes_written;
  report_.shares = counters.shares;
}

// Without the digest of an earlier pass, a change of the pixels would not be seen.
void JobTask::require_digests(const BlockVisit& visit, const BlockVisits& visits, const Digests& digests) {
  for (int pass = 0; pass < stage_.pass; ++pass) {
    const PassWork& of_pass = job_.work(pass);
    const BlockWork before = work_for(program(), of_pass.exchanged_or_summarised(), of_pass.written);
    for (std::size_t i = 0; i < before.read.size(); ++i)
      if (before.read[i] && visit.work.read[i] && visits.is_read_again(i) && !digests.knows_input(i, visit.index))
        throw Error(ErrorKind::io,
                    text(state().folder().string(), ": the digest of a block that was read before is missing ",
                         "or damaged; plan the job again"));
  }
}

std::vector<Bytes> JobTask::border_results(const BlockWork& work, std::int64_t block) {
  std::vector<Bytes> results(program().steps.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!work.computed[i] || result_from(operation(i)) != ResultFrom::border) continue;
    const int round = job_.root_round(i, stage_.pass);
    results[i] = state().require(block == Tree::root() ? StateKey{StateKind::root, i, round}
                                                       : StateKey{StateKind::border, i, round, block});
  }
  return results;
}

std::vector<Bytes> JobTask::root_results(const BlockWork& work) {
  std::vector<Bytes> results(program().steps.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool is_summarised = std::ranges::find(work.summarised, i) != work.summarised.end();
    if (result_from(operation(i)) == ResultFrom::root && (is_summarised || work.computed[i]))
      results[i] = root_result(i);
  }
  return results;
}

std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> JobTask::values_around(const BlockWork& work,
                                                                                       std::int64_t block) {
  std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> all;
  for (std::size_t i = 0; i < program().steps.size(); ++i)
    if (is_kind<RelaxationKind>(operation(i)) && work.computed[i]) all.emplace_back(i, values_at_rest(i, block).around);
  return all;
}

// A region of a smaller level has the extents of a block. It is made anew each time: the level above may have been
// repaired.
void JobTask::run_smaller() {
  outputs_.open_sinks();
  const auto level = static_cast<std::size_t>(stage_.level);
  for (io::Sink* const sink : outputs_.sinks()) {
    const std::vector<Shape> levels = sink->smaller_levels();
    if (level == 0 || level > levels.size()) continue;  // a temporary image
    sink->defer_smaller();
    const Tree regions(levels[level - 1], job_.stage_plan().block);
    require_task(index_, regions.block_count());
    sink->make_smaller(level, regions.node(TreeGroups(regions).blocks()[static_cast<std::size_t>(index_)]).box);
    sink->flush();
  }
}

}  // namespace preamar::blocks
