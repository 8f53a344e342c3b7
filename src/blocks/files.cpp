// Operators from files to files.
#include "blocks/call.h"
#include "blocks/engine.h"
#include "blocks/plan.h"
#include "blocks/unfinished.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "io/open.h"

#include <algorithm>
#include <thread>

namespace preamar {

bool works_in_blocks(const Operator& op, std::span<const ImageType> inputs, const Values& options) {
  return blocks::has_form(op, inputs, options);
}

bool needs_blocks(const Operator& op, std::span<const ImageType> inputs, const Values& options,
                  const BlockSettings& settings) {
  if (settings.block.rank() > 0 || settings.resume) return true;
  if (!works_in_blocks(op, inputs, options)) return false;
  const blocks::Task task = blocks::task_for(op, inputs, options);
  const std::int64_t memory = blocks::memory_of(settings);
  const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  const std::int64_t whole = blocks::whole_memory(task, threads);
  // What grows with content is bounded only in blocks; where no limit was given it may be worked whole.
  return whole > memory || (settings.memory > 0 && blocks::content_memory(task) > memory - whole);
}

BlockPlan plan_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                         std::span<const std::filesystem::path> outputs, const Values& options,
                         const BlockSettings& settings, const Execution& on) {
  return blocks::understand(op, inputs, outputs, options, settings, on).plan;
}

BlockReport run_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                          std::span<const std::filesystem::path> outputs, const Values& options,
                          const BlockSettings& settings, const Execution& on) {
  const blocks::Call call = blocks::understand(op, inputs, outputs, options, settings, on);
  if (on.log)
    on.log(text("blocks: ", call.plan.blocks, " of ", call.plan.block.text(), ", at most ", call.plan.peak_memory,
                " bytes of memory"));
  const KeptLimit limit(call.plan.peak_memory / 8);
  blocks::Unfinished unfinished(call);
  blocks::Ports ports;
  for (const auto& file : inputs) {
    ports.inputs.emplace_back();
    if (!file.empty()) ports.inputs.back() = [file, read = settings.read] { return open_source(file, read); };
  }
  ports.outputs = unfinished.sinks();
  const blocks::Tree tree(call.task.image, call.plan.block);
  blocks::Outcome outcome = blocks::run(call.task, tree, ports, unfinished.store(), on);
  unfinished.close();
  return {call.plan,
          std::move(outcome.found),
          std::move(outcome.others),
          outcome.counters.reads,
          outcome.counters.writes,
          std::move(outcome.counters.shares)};
}

}  // namespace preamar
