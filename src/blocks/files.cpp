// Runs operators out of core, from files or images of the caller to such.
#include "blocks/engine.h"
#include "blocks/plan.h"
#include "blocks/request.h"
#include "blocks/run_outputs.h"
#include "blocks/summary/table_output.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/values.h"

#include <preamar/io.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <thread>

namespace preamar {
namespace blocks {
namespace {

// The engine compares the pixels of blocks that are read twice. For blocks that are read once, the files must be in the
// same state as before.
void require_unchanged(const Request& request, const std::vector<io::InputIdentity>& before) {
  const std::vector<io::InputIdentity> now = identities_of_inputs(request);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i].content != before[i].content || (request.plan.reads_per_block == 1 && now[i] != before[i]))
      throw Error(ErrorKind::io, text(shown_name(request.inputs[i]), ": changed while it was read; run ",
                                      request.task.op->name, " again"));
}

// Results that are not written in blocks: images of another shape, and a table.
class OtherOutputs {
 public:
  // Throws, before any pixel is read, if an output cannot be written.
  OtherOutputs(const Request& request, std::span<const BlockOutput> outputs) : write_(request.settings.write) {
    require_names(request, outputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const bool is_image = i < request.task.results.size();
      const Path* file = file_of(outputs[i]);
      if ((file && file->empty()) || (is_image && is_blockwise(request.task, request.task.results[i]))) continue;
      if (!is_image) {
        require_table(*request.task.op, outputs[i]);
        table_.emplace(*file, write_);
        continue;
      }
      if (file) require_writable(*file, request.task.results[i], write_);
      images_.push_back({outputs[i], file ? begin_output(*file, write_) : nullptr});
    }
  }

  // Rows that exceed the memory wait next to the table's file; null without such a file.
  [[nodiscard]] TableSpill* spill() { return table_ ? &table_->spill() : nullptr; }

  // Returns the number of rows of the table.
  std::int64_t write(const Task& task, const StepOutcome& outcome, const Execution& on) {
    constexpr std::array<std::int64_t, max_rank> origin{};
    for (std::size_t i = 0; i < images_.size(); ++i) {
      if (const Path* file = file_of(images_[i].output))
        write_image(*file, outcome.others[i], with(images_[i]));
      else
        std::get<RegionWriter>(images_[i].output).write(origin.data(), outcome.others[i].view());
    }
    return table_ ? table_->write(task, outcome.found, on) : outcome.found.table.rows();
  }

  // Bytes of rows that exceeded the memory.
  [[nodiscard]] std::int64_t spilled() { return table_ ? table_->spill().bytes() : 0; }

 private:
  static void require_names(const Request& request, std::span<const BlockOutput> outputs) {
    const Operator& op = *request.task.op;
    const bool has_table = std::ranges::any_of(op.outputs, [&](const Output& output) {
      return output.kind == OutputKind::table &&
             (output.with.empty() || value_or(request.task.options, output.with, false));
    });
    const std::size_t most = request.task.results.size() + (has_table ? 1 : 0);
    if (outputs.size() > most)
      throw Error(ErrorKind::call, text(op.name, ": output names ", outputs.size(), " files; ", most,
                                        most == 1 ? " is" : " are", " written"));
    std::set<Path> seen;
    for (const BlockOutput& output : outputs)
      if (const Path* file = file_of(output); file && !file->empty() && !seen.insert(*file).second)
        throw Error(ErrorKind::call, text(op.name, ": output names ", file->string(), " twice"));
  }

  static void require_table(const Operator& op, const BlockOutput& output) {
    if (!file_of(output))
      throw Error(ErrorKind::call,
                  text(op.name, ": ", shown_name(output), " is an image; the table is written to a .csv file"));
  }

  struct OtherImage {
    BlockOutput output;
    io::SharedOutput begun;  // null if the caller writes it
  };
  [[nodiscard]] WriteOptions with(const OtherImage& other) const {
    WriteOptions options = write_;
    options.begun = other.begun;
    return options;
  }

  const WriteOptions& write_;
  std::vector<OtherImage> images_;
  std::optional<TableOutput> table_;
};

}  // namespace
}  // namespace blocks

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
  // Only the block engine bounds memory that grows with the content. Without a given limit the image is processed
  // whole.
  return whole > memory || (settings.memory > 0 && blocks::content_memory(task) > memory - whole);
}

BlockPlan plan_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                         std::span<const std::filesystem::path> outputs, const Values& options,
                         const BlockSettings& settings, const Execution& on) {
  const std::vector<BlockInput> from(inputs.begin(), inputs.end());
  const std::vector<BlockOutput> to(outputs.begin(), outputs.end());
  return plan_in_blocks(op, from, to, options, settings, on);
}

BlockPlan plan_in_blocks(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
                         const Values& options, const BlockSettings& settings, const Execution& on) {
  return blocks::resolve(op, inputs, outputs, options, settings, on).plan;
}

BlockReport run_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                          std::span<const std::filesystem::path> outputs, const Values& options,
                          const BlockSettings& settings, const Execution& on) {
  const std::vector<BlockInput> from(inputs.begin(), inputs.end());
  const std::vector<BlockOutput> to(outputs.begin(), outputs.end());
  return run_in_blocks(op, from, to, options, settings, on);
}

BlockReport run_in_blocks(const Operator& op, std::span<const BlockInput> inputs, std::span<const BlockOutput> outputs,
                          const Values& options, const BlockSettings& settings, const Execution& on) {
  blocks::Request request = blocks::resolve(op, inputs, outputs, options, settings, on);
  if (on.log)
    on.log(text("blocks: ", request.plan.blocks, " of ", request.plan.block.text(), ", at most ",
                request.plan.peak_memory, " bytes of memory"));
  const KeptLimit limit(request.plan.peak_memory / 8);
  const blocks::Tree tree(request.task.image, request.plan.block);
  const std::vector<io::InputIdentity> before = blocks::identities_of_inputs(request);
  blocks::OtherOutputs others(request, outputs);
  request.task.spill = request.program.steps[0].task.spill = others.spill();
  blocks::RunOutputs run(request, blocks::identity_of(request, before), tree.size());
  blocks::BlockStreams streams;
  for (const BlockInput& input : request.inputs)
    streams.inputs.emplace_back([&op, &input, &read = settings.read] { return blocks::open_input(op, input, read); });
  streams.outputs = run.sinks();
  streams.workers = request.load.workers;
  streams.ahead = request.load.ahead;
  streams.io_threads = request.load.io_threads;
  const Execution until_commit = run.until_commit(on);
  blocks::Outcome outcome;
  std::int64_t rows = 0;
  try {
    outcome = request.plan.scratch_bytes > 0
                  ? blocks::run_over_scratch(request.task, request.plan.block, request.planes, streams, run.scratch(),
                                             run.state(), run.journal(), until_commit)
                  : blocks::run(request.program, tree, streams, run.state(), run.journal(), until_commit);
    blocks::require_unchanged(request, before);
    run.commit(on);
    if (on.log && others.spilled() > 0)
      on.log(text("blocks: the table exceeds the memory: merging ", others.spilled(), " bytes of rows from the disk"));
    rows = others.write(request.task, outcome.steps[0], on);
  } catch (const Error& error) {
    // A refused input would be refused again: there is nothing to resume.
    if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::call) run.keep();
    throw;
  } catch (...) {
    run.keep();
    throw;
  }
  return {request.plan,
          std::move(outcome.steps[0].found),
          std::move(outcome.steps[0].others),
          outcome.counters.reads,
          outcome.counters.writes,
          std::move(outcome.counters.shares),
          rows,
          others.spilled(),
          outcome.counters.bytes_read};
}

}  // namespace preamar
