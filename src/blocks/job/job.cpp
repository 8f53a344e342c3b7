#include "blocks/job/job.h"

#include "core/error_text.h"

namespace preamar::blocks {
namespace {

constexpr std::int64_t most_blocks = std::int64_t{1} << 24;  // each process has a list of them

}  // namespace

Plan plan_of(const JobCall& call) {
  Execution on;
  on.threads = call.threads;
  if (!call.op) return {call_of(call.pipeline), call.settings, on, Executor::tasks};
  const std::vector<BlockInput> inputs(call.inputs.begin(), call.inputs.end());
  const std::vector<BlockOutput> outputs(call.outputs.begin(), call.outputs.end());
  return {call_of(*call.op, inputs, outputs, call.options, call.settings), call.settings, on, Executor::tasks};
}

Job::Job(const JobCall& call, const Path& first, std::uint64_t run, std::size_t stage)
    : call_(call), first_(first), run_(run), stage_(stage), plan_(plan_of(call)) {
  if (stage >= plan_->count()) throw Error(ErrorKind::io, text("the job has no stage ", stage, "; plan the job again"));
  const JobFolders folders = folders_of_job(*plan_, first, run);
  plan_->set_folders(folders.images, folders.images);
  ObjectState records(folders.record, run);
  for (std::size_t i = 0; i < stage; ++i) {
    auto record = get_stage(records, i);
    if (!record) throw Error(ErrorKind::io, text(first.string(), ": stage ", i + 1, " of the pipeline is not done"));
    plan_->add_done(std::move(*record));
  }
  stage_plan_ = plan_->stage(stage);
  schedule_.emplace(program());
  for (int pass = 0; pass < schedule_->passes(); ++pass) work_.push_back(work_of_pass(program(), *schedule_, pass));
  tree_.emplace(program().image(), stage_plan_.block);
  if (tree_->block_count() > most_blocks)
    throw Error(ErrorKind::resource, text(program().name, ": ", tree_->block_count(), " blocks; a job has at most ",
                                          most_blocks, "; give larger blocks"));
  groups_.emplace(*tree_);
  std::vector<std::function<std::unique_ptr<io::Source>()>> openers;
  for (const StageInput& input : stage_plan_.inputs)
    openers.emplace_back([owner = plan_->call().name(), &input] { return open_input(owner, input.image, input.read); });
  pools_ = source_pools(openers);
}

JobSeat Job::seat(io::Lease::Part part, std::optional<std::size_t> stage) const {
  return {run_, part, first_, stage, is_begun_};
}

std::string Job::identity(const std::vector<io::InputIdentity>& inputs) const {
  if (inputs.size() != plan_->call().inputs.size())  // masks of inputs are inputs too
    throw Error(ErrorKind::io, text(first_.string(), ": its identities are not one per input; plan the job again"));
  return identity_of_job(*plan_, inputs);
}

int Job::root_round(std::size_t step, int pass) const {
  const int round = schedule_->round(step, pass);
  if (round >= 0) return round - 1;
  const bool is_known = pass >= schedule_->available({static_cast<int>(step), 0});
  return is_known ? rounds_of(program().steps[step].operation) - 1 : -1;
}

}  // namespace preamar::blocks
