// A job, or one stage of the pipeline of a job, with everything that its tasks need: the request is resolved from the
// headers of the inputs, in each process anew.
#pragma once

#include "blocks/engine.h"
#include "blocks/job/call.h"
#include "blocks/job/plan_file.h"
#include "blocks/job/tree_groups.h"
#include "blocks/pipeline/layout.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace preamar::blocks {

class Job {
 public:
  // `stage` is 0 unless the job is a pipeline.
  Job(const JobCall& call, std::uint64_t run, std::size_t stage);
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  [[nodiscard]] const JobCall& call() const { return call_; }
  [[nodiscard]] std::uint64_t run() const { return run_; }
  [[nodiscard]] io::JobPart part(io::Lease::Part part) const { return {job_name(run_), part}; }
  [[nodiscard]] const Request& request() const { return request_; }
  [[nodiscard]] const Program& program() const { return request_.program; }
  [[nodiscard]] const Schedule& schedule() const { return *schedule_; }
  [[nodiscard]] const Tree& tree() const { return *tree_; }
  [[nodiscard]] const TreeGroups& groups() const { return *groups_; }
  [[nodiscard]] const std::vector<std::unique_ptr<SourcePool>>& pools() const { return pools_; }

  // Of a pipeline; null otherwise.
  [[nodiscard]] const PipelineLayout* layout() const { return layout_ ? &*layout_ : nullptr; }
  [[nodiscard]] std::size_t stage() const { return stage_; }
  [[nodiscard]] bool is_last_stage() const { return !layout_ || stage_ + 1 == layout_->stages().list.size(); }
  [[nodiscard]] Path main_output() const { return main_output_of(call_); }

  // Whether the record of this job was found where its plan left it. Thread-safe.
  [[nodiscard]] bool is_begun() const { return is_begun_; }
  void set_begun() { is_begun_ = true; }

  [[nodiscard]] std::vector<io::InputIdentity> identities() const;
  // Everything that determines the bytes of the outputs of this stage.
  [[nodiscard]] std::string identity(const std::vector<io::InputIdentity>& inputs) const;

  // What a pass does.
  [[nodiscard]] const PassWork& work(int pass) const { return work_.at(static_cast<std::size_t>(pass)); }
  // The pass whose root result a step has in this pass; -1 if it has none yet.
  [[nodiscard]] int root_pass(std::size_t step, int pass) const;

 private:
  const JobCall call_;
  const std::uint64_t run_;
  const std::size_t stage_;
  Execution on_;
  std::optional<PipelineLayout> layout_;
  Request request_;
  std::optional<Schedule> schedule_;
  std::vector<PassWork> work_;  // per pass
  std::optional<Tree> tree_;
  std::optional<TreeGroups> groups_;
  std::vector<std::unique_ptr<SourcePool>> pools_;
  std::atomic<bool> is_begun_ = false;
};

}  // namespace preamar::blocks
