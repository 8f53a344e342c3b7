// Tasks that read and write pixels.
#include "blocks/job/task.h"

#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {

void JobTask::run_block() {
  const std::int64_t block = job_.groups().blocks()[static_cast<std::size_t>(index_)];
  files_.open_sinks(std::vector<bool>(files_.count(), false));
  for (const auto& sink : files_.sinks()) sink->defer_smaller();
  BlockVisit block_visit{
      block, job_.tree().node(block).box, work_for(program(), work().summarised, work().written), {}, {}};
  if (is_block_done(block_visit)) {
    report_.was_done = true;
    return;
  }
  const PerStep borders = border_results(block_visit.work, block), roots = root_results(block_visit.work);
  block_visit.border_results = borders;
  block_visit.root_results = roots;
  block_visit.around = values_around(block_visit.work, block);
  PerStep summaries(program().steps.size());
  const auto summarise_step = [&](std::size_t step, const Piece& piece) {
    summaries[step] = summarise(task(step), piece, [&](const FoldKind& kind) {
      const auto fold = kind.make(task(step), round(step), roots[step], 1);
      kind.add(task(step), piece, round(step), roots[step], *fold);
      return fold->take();
    });
  };
  visit(block_visit, summarise_step, [&] {
    if (!work().summarised.empty()) records_.put(summary_name(stage_.pass, block), summaries);
  });
}

bool JobTask::is_block_done(const BlockVisit& visit) {
  if (!visit.work.summarised.empty() && !records_.get(summary_name(stage_.pass, visit.index))) return false;
  const Journal journal = journal_of(visit.index);
  return knows_inputs(journal, visit.work, visit.index) &&
         std::ranges::all_of(visit.work.written, [&](std::size_t output) {
           const auto digest = journal.output(output, visit.index);
           return digest && files_.sinks()[output]->recover(visit.box.origin.data(), visit.box.shape, *digest);
         });
}

bool JobTask::knows_inputs(const Journal& journal, const BlockWork& work, std::int64_t block) const {
  const std::vector<int> reads = reads_of_inputs(program());
  for (std::size_t i = 0; i < reads.size(); ++i)
    if (work.read[i] && reads[i] > 1 && !journal.knows_input(i, block)) return false;
  return true;
}

Journal JobTask::journal_of(std::int64_t block) {
  return {records_.journal_of(stage_.pass, block), job_.run(), job_.tree().size(), program().inputs.size(),
          program().outputs.size()};
}

void JobTask::visit(const BlockVisit& visit, const BlockVisits::Summarise& summarise,
                    const std::function<void()>& after) {
  Journal journal = journal_of(visit.index);
  BlockStreams streams;
  for (const auto& sink : files_.sinks()) streams.outputs.push_back(sink.get());
  streams.outputs.resize(program().outputs.size());
  streams.io_threads = job_.request().load.io_threads;
  WorkerPool workers(on_, 1);
  BlockVisits visits(program(), job_.schedule(), job_.pools(), streams, journal, on_, workers);
  require_digests(visit, visits, journal);
  const Journal::Written written = visits.visit(visit, summarise);
  after();
  if (!visit.work.written.empty())
    for (const auto& sink : files_.sinks()) sink->flush();
  journal.record({&written, 1});
  const Counters counters = visits.counters();
  report_.bytes_read += counters.bytes_read;
  report_.bytes_written += counters.bytes_written;
  report_.shares = counters.shares;
}

// Without the digest of an earlier pass, a change of the pixels would not be seen.
void JobTask::require_digests(const BlockVisit& visit, const BlockVisits& visits, const Journal& journal) const {
  for (int pass = 0; pass < stage_.pass; ++pass) {
    const PassWork& of_pass = job_.work(pass);
    const BlockWork before = work_for(program(), of_pass.exchanged_or_summarised(), of_pass.written);
    for (std::size_t i = 0; i < before.read.size(); ++i)
      if (before.read[i] && visit.work.read[i] && visits.is_read_again(i) && !journal.knows_input(i, visit.index))
        throw Error(ErrorKind::io,
                    text(records_.folder().string(), ": the digest of a block that was read before is missing ",
                         "or damaged; plan the job again"));
  }
}

PerStep JobTask::border_results(const BlockWork& work, std::int64_t block) {
  PerStep results(program().steps.size());
  std::map<int, PerStep> of_pass;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!work.computed[i] || result_from(task(i)) != ResultFrom::border) continue;
    const int pass = job_.root_pass(i, stage_.pass);
    auto& known = of_pass[pass];
    if (known.empty())
      known = records_.require_steps(block == Tree::root() ? root_name(pass) : border_name(pass, block));
    results[i] = known[i];
  }
  return results;
}

PerStep JobTask::root_results(const BlockWork& work) {
  PerStep results(program().steps.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool is_summarised = std::ranges::find(work.summarised, i) != work.summarised.end();
    if (result_from(task(i)) == ResultFrom::root && (is_summarised || work.computed[i])) results[i] = root_result(i);
  }
  return results;
}

std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> JobTask::values_around(const BlockWork& work,
                                                                                       std::int64_t block) {
  std::vector<std::pair<std::size_t, std::vector<std::uint64_t>>> all;
  for (std::size_t i = 0; i < program().steps.size(); ++i)
    if (is_kind<RelaxationKind>(task(i)) && work.computed[i]) all.emplace_back(i, values_at_rest(i, block).around);
  return all;
}

// A region of a smaller level has the extents of a block. It is made anew each time: the level above may have been
// repaired.
void JobTask::run_smaller() {
  files_.open_sinks(std::vector<bool>(files_.count(), false));
  const auto level = static_cast<std::size_t>(stage_.level);
  for (const auto& sink : files_.sinks()) {
    const std::vector<Shape> levels = sink->smaller_levels();
    if (level == 0 || level > levels.size()) continue;  // a temporary image
    sink->defer_smaller();
    const Tree regions(levels[level - 1], job_.request().plan.block);
    require_task(index_, regions.block_count());
    sink->make_smaller(level, regions.node(TreeGroups(regions).blocks()[static_cast<std::size_t>(index_)]).box);
    sink->flush();
  }
}

}  // namespace preamar::blocks
