#include "blocks/job/task.h"

#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/stop_scope.h"
#include "io/store/store.h"

#include <chrono>
#include <functional>
#include <mutex>
#include <string_view>

namespace preamar {
namespace blocks {
namespace {

// The lock of a job that writes no images is next to its plan.
bool has_lock_of_plan(const Job& job) {
  return !job.layout() && job.request().outputs.empty() && job.call().settings.write.lock;
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
  if (has_lock_of_plan(job)) lease_.emplace(lock_of_plan(plan.first), plan.first, part_.job, part_.part);
  files_.open(OutputTransaction::Leftovers::keep);
  files_.hold(true);
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
  Path file;
  std::string job;
  std::shared_ptr<Job> found;
};

std::shared_ptr<Job> job_of(const PlanFile& plan) {
  static LastJob last;
  {
    const std::lock_guard lock(last.mutex);
    if (last.file == plan.plan.file && last.job == plan.plan.job) return last.found;
  }
  auto job = std::make_shared<Job>(plan.call, plan.run, plan.stage);
  if (job->request().plan.block != plan.plan.block)
    throw Error(ErrorKind::io, text(plan.plan.file.string(), ": blocks of ", plan.plan.block.text(),
                                    " are planned, and ", job->request().plan.block.text(),
                                    " follow from the inputs as they are now; ", "plan the job again"));
  const std::lock_guard lock(last.mutex);
  last.file = plan.plan.file;
  last.job = plan.plan.job;
  last.found = job;
  return job;
}

// The process that committed the outputs of a plan may have been killed before it removed the state. A pipeline's
// folder comes last, and only at the end of the job: its records are needed to find the outputs.
void clear_up(const PlanFile& plan, bool is_end_of_job) {
  const Path lock = commit_lock_of(plan);
  const io::JobPart part{job_name(plan.run), io::Lease::Part::task};
  try {
    if (!lock.empty()) const FileLock removed(lock, lock, FileLock::IfTaken::refuse);
    const auto job = job_of(plan);
    OutputFiles files(job->request(), &part);
    files.open(OutputTransaction::Leftovers::keep);
    files.open_sinks(std::vector<bool>(files.count(), true));
  } catch (const Error&) {
    // There is nothing left.
  }
  // Without a lock the folder may be that of a later run.
  if (plan.call.op || !is_end_of_job || !plan.call.settings.write.lock) return;
  try {
    PipelineFolder(main_output_of(plan.call), std::string(), plan.call.settings, plan.run, part).end();
  } catch (const Error&) {
    // Nor is there of the folder.
  }
}

TaskReport run_in(const PlanFile& plan, Job& job, std::int64_t number, const Execution& on) {
  const JobStage& stage = stage_of(plan.plan, number);
  try {
    return JobTask(job, plan, stage, number, on).run();
  } catch (const Error&) {
    // The lock is gone if the job has ended.
    if (auto ended = ended_plan(plan)) {
      if (number + 1 == plan.plan.tasks) return std::move(*ended);
      TaskReport done;
      done.stage = stage;
      done.was_done = true;
      return done;
    }
    throw;
  }
}

// The report of the last task of a plan if that is the task and it is done.
std::optional<TaskReport> ended_last_task(const PlanFile& plan, std::int64_t number) {
  if (number + 1 != plan.plan.tasks) return std::nullopt;
  auto ended = ended_plan(plan);
  if (ended && plan.plan.stages.back().name == stage_commit) clear_up(plan, ended->next.empty());
  return ended;
}

}  // namespace
}  // namespace blocks

JobPlan read_plan(const std::filesystem::path& plan) { return blocks::read_plan_file(plan).plan; }

void cancel_job(const std::filesystem::path& plan) {
  const blocks::PlanFile file = blocks::read_plan_file(plan);
  const auto job = blocks::job_of(file);
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
        lease.emplace(blocks::lock_of_plan(file.first), file.first, part.job, part.part).release();
      io::store_of(plan).remove_below(blocks::work_of_plan(file.first));
    }
  }
  forget_plan(file.first);
}

void forget_plan(const std::filesystem::path& plan) {
  blocks::remove_ends(plan);
  io::store_of(plan).remove(plan);
}

TaskReport run_task(const std::filesystem::path& plan, std::int64_t number, const Execution& on) {
  const StopScope scope(on.stop);
  const auto begin = std::chrono::steady_clock::now();
  const blocks::PlanFile file = blocks::read_plan_file(plan);
  if (auto ended = blocks::ended_last_task(file, number)) return std::move(*ended);
  const auto job = blocks::job_of(file);
  Execution own = on;
  if (own.threads == 0) own.threads = file.plan.threads;
  const KeptLimit limit(file.plan.memory / 8);
  TaskReport report = blocks::run_in(file, *job, number, own);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace preamar
