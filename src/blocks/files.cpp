// Runs operators from files to files, out of core.
#include "blocks/engine.h"
#include "blocks/plan.h"
#include "blocks/request.h"
#include "blocks/run_outputs.h"
#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/values.h"
#include "io/open.h"

#include <preamar/io.h>

#include <algorithm>
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
      throw Error(ErrorKind::io, text(request.inputs[i].string(), ": changed while it was read; run ",
                                      request.task.op->name, " again"));
}

// Results that are not written in blocks: images of another shape, and a table.
class OtherOutputs {
 public:
  // Throws, before any pixel is read, if an output cannot be written.
  OtherOutputs(const Request& request, std::span<const Path> outputs) : write_(request.settings.write) {
    require_names(request, outputs);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const bool is_image = i < request.task.results.size();
      if (outputs[i].empty() || (is_image && is_blockwise(request.task, request.task.results[i]))) continue;
      if (is_image)
        require_writable(outputs[i], request.task.results[i], write_);
      else
        require_table_writable(outputs[i]);
      (is_image ? images_ : tables_).emplace_back(outputs[i], begin_output(outputs[i], write_));
    }
  }

  void write(const Outcome& outcome) {
    for (std::size_t i = 0; i < images_.size(); ++i) write_image(images_[i].first, outcome.others[i], with(images_[i]));
    for (const File& table : tables_) write_table(table.first, outcome.found.table, with(table));
  }

 private:
  static void require_names(const Request& request, std::span<const Path> outputs) {
    const Operator& op = *request.task.op;
    const bool has_table = std::ranges::any_of(op.outputs, [&](const Output& output) {
      return output.kind == OutputKind::table &&
             (output.with.empty() || value_or(request.task.options, output.with, false));
    });
    const std::size_t most = request.task.results.size() + (has_table ? 1 : 0);
    if (outputs.size() > most)
      throw Error(ErrorKind::call, text(op.name, ": output names ", outputs.size(), " files; ", most,
                                        most == 1 ? " is" : " are", " written"));
    for (const Path& file : outputs)
      if (!file.empty() && std::ranges::count(outputs, file) > 1)
        throw Error(ErrorKind::call, text(op.name, ": output names ", file.string(), " twice"));
  }

  using File = std::pair<Path, io::SharedOutput>;
  [[nodiscard]] WriteOptions with(const File& file) const {
    WriteOptions options = write_;
    options.begun = file.second;
    return options;
  }

  const WriteOptions& write_;
  std::vector<File> images_, tables_;
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
  return blocks::resolve(op, inputs, outputs, options, settings, on).plan;
}

BlockReport run_in_blocks(const Operator& op, std::span<const std::filesystem::path> inputs,
                          std::span<const std::filesystem::path> outputs, const Values& options,
                          const BlockSettings& settings, const Execution& on) {
  const blocks::Request request = blocks::resolve(op, inputs, outputs, options, settings, on);
  if (on.log)
    on.log(text("blocks: ", request.plan.blocks, " of ", request.plan.block.text(), ", at most ",
                request.plan.peak_memory, " bytes of memory"));
  const KeptLimit limit(request.plan.peak_memory / 8);
  const blocks::Tree tree(request.task.image, request.plan.block);
  const std::vector<io::InputIdentity> before = blocks::identities_of_inputs(request);
  blocks::OtherOutputs others(request, outputs);
  blocks::RunOutputs run(request, blocks::identity_of(request, before), tree.size());
  blocks::BlockStreams streams;
  for (const auto& file : inputs)
    streams.inputs.emplace_back([file, read = settings.read] { return io::open_source(file, read); });
  streams.outputs = run.sinks();
  blocks::Outcome outcome;
  try {
    outcome = blocks::run(request.task, tree, streams, run.state(), run.journal(), on);
    blocks::require_unchanged(request, before);
    run.commit();
    others.write(outcome);
  } catch (const Error& error) {
    // A refused input would be refused again: there is nothing to resume.
    if (error.kind() != ErrorKind::input && error.kind() != ErrorKind::call) run.keep();
    throw;
  } catch (...) {
    run.keep();
    throw;
  }
  return {request.plan,           std::move(outcome.found), std::move(outcome.others),
          outcome.counters.reads, outcome.counters.writes,  std::move(outcome.counters.shares)};
}

}  // namespace preamar
