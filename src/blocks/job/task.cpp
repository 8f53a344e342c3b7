#include "blocks/job/task.h"

#include "core/error_text.h"
#include "core/kept_limit.h"
#include "io/store/store.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <string_view>

namespace preamar {
namespace blocks {
namespace {

// The lock of a job that writes no images is next to its plan.
std::optional<io::JobPart> part_without_files(const Job& job) {
  return job.layout() || !job.request().outputs.empty() || !job.call().settings.write.lock
             ? std::nullopt
             : std::optional(job.part(io::Lease::Part::task));
}

}  // namespace

JobTask::JobTask(Job& job, const PlanFile& plan, const JobStage& stage, std::int64_t number, const Execution& on)
    : job_(job),
      plan_(plan),
      stage_(stage),
      index_(number - stage.first),
      on_(on),
      part_(job.part(io::Lease::Part::task)),
      files_(job.request(), &part_),
      records_(plan.state, plan.run, [this] { require_lock(); }) {
  if (job.layout()) folder_.emplace(job.main_output(), std::string(), job.call().settings, job.run(), part_);
  if (const auto part = part_without_files(job))
    lease_.emplace(lock_of_plan(plan.first), plan.first, part->job, part->part);
  files_.open(OutputTransaction::Leftovers::keep);
  if (!files_.is_empty()) guard_ = files_.first().write_guard();
  if (files_.is_empty() && folder_) guard_ = folder_->write_guard();
  if (lease_) guard_ = [this] { lease_->require(); };
  report_.stage = stage;
  report_.is_last = number + 1 == plan.plan.tasks;
}

void JobTask::require_lock() const {
  if (guard_) guard_();
}

TaskReport JobTask::run() {
  struct Kind {
    std::string_view name;
    void (JobTask::*run)();
  };
  constexpr Kind kinds[] = {{stage_blocks, &JobTask::run_block},      {stage_merge, &JobTask::run_merge},
                            {stage_split, &JobTask::run_split},       {stage_smaller, &JobTask::run_smaller},
                            {stage_exchange, &JobTask::run_exchange}, {stage_round, &JobTask::run_round},
                            {stage_commit, &JobTask::run_commit}};
  for (const Kind& kind : kinds)
    if (kind.name == stage_.name) {
      (this->*kind.run)();
      report_.state_bytes = records_.bytes();
      return std::move(report_);
    }
  throw Error(ErrorKind::io,
              text(plan_.plan.file.string(), ": a stage is called '", stage_.name, "', which is unknown"));
}

namespace {

// The job of the last task, for the next one: a process that does many tasks of a plan reads headers once.
struct LastJob {
  std::mutex mutex;
  std::shared_ptr<const PlanFile> plan;
  std::shared_ptr<Job> job;
};

std::pair<std::shared_ptr<const PlanFile>, std::shared_ptr<Job>> job_of(const Path& file) {
  static LastJob last;
  {
    const std::lock_guard lock(last.mutex);
    // A plan of this name may have been written anew.
    if (last.plan && last.plan->plan.file == file && read_plan_file(file).plan.job == last.plan->plan.job)
      return {last.plan, last.job};
  }
  const auto plan = std::make_shared<const PlanFile>(read_plan_file(file));
  const auto job = std::make_shared<Job>(plan->call, plan->run, plan->stage);
  if (job->request().plan.block != plan->plan.block)
    throw Error(ErrorKind::io, text(file.string(), ": blocks of ", plan->plan.block.text(), " are planned, and ",
                                    job->request().plan.block.text(), " follow from the inputs as they are now; ",
                                    "plan the job again"));
  const std::lock_guard lock(last.mutex);
  last.plan = plan;
  last.job = job;
  return {plan, job};
}

TaskReport run_in(const PlanFile& plan, Job& job, std::int64_t number, const Execution& on) {
  const JobStage& stage = stage_of(plan.plan, number);
  if (stage.name == stage_commit || stage.name == stage_round)
    if (auto ended = ended_plan(plan)) return std::move(*ended);
  try {
    return JobTask(job, plan, stage, number, on).run();
  } catch (const Error&) {
    // The lock is gone if the job has ended.
    if (auto ended = ended_plan(plan)) {
      ended->stage = stage;
      ended->is_last = false;
      ended->next.clear();
      ended->found.clear();
      return std::move(*ended);
    }
    throw;
  }
}

}  // namespace
}  // namespace blocks

JobPlan read_plan(const std::filesystem::path& plan) { return blocks::read_plan_file(plan).plan; }

void cancel_job(const std::filesystem::path& plan) {
  const auto [file, job] = blocks::job_of(plan);
  const io::JobPart part = job->part(io::Lease::Part::task);
  {
    // Outputs that are not kept are removed.
    std::optional<blocks::PipelineFolder> folder;
    if (job->layout()) {
      folder.emplace(job->main_output(), std::string(), job->call().settings, job->run(), part);
      folder->end();
    }
    blocks::OutputFiles files(job->request(), &part);
    files.open(OutputTransaction::Leftovers::remove);
    if (files.is_empty() && !folder) {
      std::optional<io::Lease> lease;
      if (job->call().settings.write.lock)
        lease.emplace(blocks::lock_of_plan(file->first), file->first, part.job, part.part).release();
      io::store_of(plan).remove_below(blocks::work_of_plan(file->first));
    }
  }
  forget_plan(file->first);
}

void forget_plan(const std::filesystem::path& plan) {
  for (const std::filesystem::path& file : {plan, blocks::end_file(plan)}) io::store_of(file).remove(file);
}

TaskReport run_task(const std::filesystem::path& plan, std::int64_t number, const Execution& on) {
  const auto begin = std::chrono::steady_clock::now();
  const auto [file, job] = blocks::job_of(plan);
  Execution own = on;
  if (own.threads == 0) own.threads = file->plan.threads;
  const KeptLimit limit(file->plan.memory / 8);
  TaskReport report = blocks::run_in(*file, *job, number, own);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace preamar
