#include "blocks/job/job.h"

#include "blocks/pipeline/folder.h"
#include "core/error_text.h"

#include <algorithm>

namespace preamar::blocks {
namespace {

constexpr std::int64_t most_blocks = std::int64_t{1} << 24;  // each process has a list of them

std::vector<BlockInput> inputs_of(const JobCall& call) { return {call.inputs.begin(), call.inputs.end()}; }
std::vector<BlockOutput> outputs_of(const JobCall& call) { return {call.outputs.begin(), call.outputs.end()}; }

}  // namespace

Job::Job(const JobCall& call, std::uint64_t run, std::size_t stage) : call_(call), run_(run), stage_(stage) {
  const auto require_stage = [&](std::size_t stages) {
    if (stage >= stages) throw Error(ErrorKind::io, text("the job has no stage ", stage, "; plan the job again"));
  };
  on_.threads = call.threads;
  std::vector<std::function<std::unique_ptr<io::Source>()>> openers;
  if (call_.op) {
    require_stage(1);
    request_ = resolve(*call_.op, inputs_of(call_), outputs_of(call_), call_.options, call_.settings, on_, true);
    for (std::size_t i = 0; i < call_.inputs.size(); ++i)
      openers.emplace_back([op = call_.op, input = call_.inputs[i], read = reading_of(request_.settings, i)] {
        return open_input(*op, input, read);
      });
  } else {
    layout_.emplace(call_.pipeline, call_.settings, on_, true);
    require_stage(layout_->stages().list.size());
    layout_->set_folder(PipelineFolder::path_for(main_output()));
    for (std::size_t i = 0; i < stage; ++i) {
      auto record = get_stage(PipelineFolder::record_in(PipelineFolder::path_for(main_output())), run, i);
      if (!record)
        throw Error(ErrorKind::io, text(main_output().string(), ": stage ", i + 1, " of the pipeline is not done"));
      layout_->add_done(std::move(*record));
    }
    const Stage& own = layout_->stages().list[stage];
    request_ = layout_->request_for(own);
    openers = layout_->openers(own);
  }
  schedule_.emplace(program());
  for (int pass = 0; pass < schedule_->passes(); ++pass) work_.push_back(work_of_pass(program(), *schedule_, pass));
  tree_.emplace(program().image(), request_.plan.block);
  if (tree_->block_count() > most_blocks)
    throw Error(ErrorKind::resource, text(program().name, ": ", tree_->block_count(), " blocks; a job has at most ",
                                          most_blocks, "; give larger blocks"));
  groups_.emplace(*tree_);
  pools_ = source_pools(openers);
}

std::vector<io::InputIdentity> Job::identities() const {
  return layout_ ? layout_->identities() : identities_of_inputs(request_);
}

std::string Job::identity(const std::vector<io::InputIdentity>& inputs) const {
  return text("job\n", layout_ ? layout_->identity_of_stage(inputs, stage_, request_) : identity_of(request_, inputs));
}

int Job::root_pass(std::size_t step, int pass) const {
  const int known = schedule_->available({static_cast<int>(step), 0}) - 1;
  return schedule_->round(step, pass) > 0 ? pass - 1 : known < pass ? known : -1;
}

}  // namespace preamar::blocks
