#include "blocks/job/task.h"
#include "blocks/run_record.h"

#include "core/error_text.h"
#include "core/kept_limit.h"
#include "core/require.h"
#include "core/stop_scope.h"
#include "core/url.h"
#include "io/open.h"
#include "io/store/store.h"

#include <chrono>
#include <filesystem>
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

// Before the outputs, some of which may be in it.
std::optional<PipelineFolder> folder_of(const Job& job, const io::JobPart& part) {
  if (!job.layout()) return std::nullopt;
  return std::optional<PipelineFolder>(std::in_place, job.main_output(), std::string(), job.call().settings, job.run(),
                                       part);
}

}  // namespace

StagePlaces places_of(const Job& job, const OutputFiles& files, const Path& first_plan) {
  if (!files.is_empty()) return {files.first().record(), files.first().state()};
  const Path own = job.layout() ? PipelineFolder::path_for(job.main_output()) / text("stage-", job.stage())
                                : work_of_plan(first_plan);
  return {own / "record", own / "state"};
}

std::unique_ptr<WorkFolder> work_of_job(const Job& job, const Path& first_plan, WorkFolder::IfMissing if_missing) {
  const Path folder = work_of_plan(first_plan);
  if (job.layout() || !job.request().outputs.empty() || is_url(folder)) return nullptr;
  const bool is_there = std::filesystem::is_directory(folder) || std::filesystem::is_symlink(folder);
  if (if_missing == WorkFolder::IfMissing::fail && !is_there) return nullptr;
  return std::make_unique<WorkFolder>(folder, if_missing);
}

JobTask::JobTask(Job& job, const PlanFile& plan, const JobStage& stage, std::int64_t number, const Execution& on)
    : job_(job),
      plan_(plan),
      stage_(stage),
      index_(number - stage.first),
      on_(on),
      part_(job.part(io::Lease::Part::task)),
      folder_(folder_of(job, part_)),
      work_(work_of_job(job, plan.first, WorkFolder::IfMissing::fail)),
      files_(job.request(), &part_),
      places_(places_of(job, files_, plan.first)),
      records_(places_.state, plan.run, [this] { require_lock(); }) {
  if (has_lock_of_plan(job)) lease_.emplace(lock_of_plan(plan.first), plan.first, part_.job, part_.part);
  require_begun();
  files_.open(OutputTransaction::Leftovers::keep);
  files_.hold(true);
  if (!files_.is_empty()) guard_ = files_.first().write_guard();
  if (files_.is_empty() && folder_) guard_ = folder_->write_guard();
  if (lease_) guard_ = [this] { lease_->require(); };
  report_.stage = stage;
  report_.is_last = number + 1 == plan.plan.tasks;
}

void JobTask::require_task(std::int64_t number, std::int64_t count) const {
  if (number >= count)
    throw Error(ErrorKind::io, text(plan_.plan.file.string(), ": has more tasks than its job; plan the job again"));
}

void JobTask::require_begun() {
  if (job_.is_begun()) return;
  if (find_run(places_.record, job_.identity(plan_.inputs)) != job_.run())
    throw Error(ErrorKind::io,
                text(plan_.plan.file.string(), ": the job of this plan was not begun here, or has ended: ",
                     places_.record.string(), " is not its record; plan the job again"));
  if (is_url(places_.record)) job_.set_begun();  // a request per task would take longer than some tasks
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
  std::string digest;  // of the plan
  std::shared_ptr<Job> found;
};

std::shared_ptr<Job> job_of(const PlanFile& plan) {
  static LastJob last;
  {
    const std::lock_guard lock(last.mutex);
    if (last.file == plan.plan.file && last.digest == plan.digest) return last.found;
  }
  require_job_call(plan.call);
  auto job = std::make_shared<Job>(plan.call, plan.run, plan.stage);
  if (job->request().plan.block != plan.plan.block)
    throw Error(ErrorKind::io, text(plan.plan.file.string(), ": blocks of ", plan.plan.block.text(),
                                    " are planned, and ", job->request().plan.block.text(),
                                    " follow from the inputs as they are now; ", "plan the job again"));
  require_stages(*job, plan);
  const std::lock_guard lock(last.mutex);
  last.file = plan.plan.file;
  last.digest = plan.digest;
  last.found = job;
  return job;
}

void remove_own_work_of_plan(const PlanFile& plan, const Job& job, const io::JobPart& part) {
  std::optional<io::Lease> lease;
  if (has_lock_of_plan(job)) lease.emplace(lock_of_plan(plan.first), plan.first, part.job, part.part).release();
  const Path work = work_of_plan(plan.first);
  if (run_in(work / "record") != job.run())
    throw Error(ErrorKind::io, text(work.string(), ": is not of this job; remove it if nothing needs it"));
  io::store_of(work).remove_below(work);
}

// An error says that there is nothing left to remove, or that it is another run's now.
template <class Remove>
void remove_leftovers(const Remove& remove) try {
  remove();
} catch (const Error&) {
}

// The process that committed the outputs of a plan may have been killed before it removed the state. A pipeline's
// folder comes last, and only at the end of the job: its records are needed to find the outputs.
void clear_up_after(const PlanFile& plan, bool is_end_of_job, const Execution& on) {
  const io::JobPart part{job_name(plan.run), io::Lease::Part::task};
  remove_leftovers([&] {
    const auto lock = commit_lock(plan, on);
    const auto job = job_of(plan);
    clear_up(*job);
    if (has_lock_of_plan(*job)) remove_own_work_of_plan(plan, *job, part);
  });
  // Without a lock the folder may be that of a later run.
  if (plan.call.op || !is_end_of_job || !plan.call.settings.write.lock) return;
  remove_leftovers(
      [&] { PipelineFolder(main_output_of(plan.call), std::string(), plan.call.settings, plan.run, part).end(); });
}

TaskReport report_of(const PlanFile& plan, std::int64_t number, Execution on) {
  const auto job = job_of(plan);
  if (on.threads == 0) on.threads = job->request().load.threads;
  const KeptLimit limit(job->request().plan.peak_memory / 8);
  const JobStage& stage = stage_of(plan.plan, number);
  try {
    return JobTask(*job, plan, stage, number, on).run();
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
  return number + 1 == plan.plan.tasks ? ended_plan(plan) : std::nullopt;
}

}  // namespace

void clear_up(const Job& job) {
  const io::JobPart part = job.part(io::Lease::Part::task);
  const std::vector<BlockOutput>& outputs = job.request().outputs;
  for (std::size_t i = outputs.size(); i-- > 0;)  // the first has the records of all
    remove_leftovers([&] {
      const io::SharedOutput output = io::output_at(*file_of(outputs[i]), job.call().settings.write, &part);
      output->open(OutputTransaction::Leftovers::keep);
      output->confirm();
      output->end();
    });
}

void clear_up_ended(const Path& first) {
  bool has_ended = true;
  for (int number = 0; has_ended; ++number) {
    has_ended = false;
    remove_leftovers([&] {
      const PlanFile plan = read_plan_file(number == 0 ? first : later_plan(first, number));
      const auto ended = ended_plan(plan);
      if (!ended) return;
      const bool is_last = ended->next.empty() && !io::has_object(later_plan(first, number + 1));
      if (ended->stage.name == stage_commit) clear_up_after(plan, is_last, {});
      has_ended = true;
    });
  }
}

}  // namespace blocks

JobPlan read_plan(const std::filesystem::path& plan) { return blocks::read_plan_file(plan).plan; }

void cancel_job(const std::filesystem::path& plan) {
  const blocks::PlanFile file = blocks::read_plan_file(plan);
  const auto job = blocks::job_of(file);
  const io::JobPart part = job->part(io::Lease::Part::task);
  {
    const auto work = blocks::work_of_job(*job, file.first, WorkFolder::IfMissing::fail);
    // Outputs that are not kept are removed.
    std::optional<blocks::PipelineFolder> folder = blocks::folder_of(*job, part);
    blocks::OutputFiles files(job->request(), &part);
    if (folder) folder->end();
    files.open(OutputTransaction::Leftovers::remove);
    if (files.is_empty() && !folder) blocks::remove_own_work_of_plan(file, *job, part);
  }
  blocks::remove_ends(file.first, file.plan.job);
  blocks::remove_of_job(file.first, file.plan.job);
}

void forget_plan(const std::filesystem::path& plan) {
  blocks::remove_ends(plan);
  blocks::remove_of_job(plan, {});
}

TaskReport run_task(const std::filesystem::path& plan, std::int64_t number, const Execution& on) {
  const StopScope scope(on.stop);
  const auto begin = std::chrono::steady_clock::now();
  require_execution("task", on);
  const blocks::PlanFile file = blocks::read_plan_file(plan);
  auto ended = blocks::ended_last_task(file, number);
  TaskReport report = ended ? std::move(*ended) : blocks::report_of(file, number, on);
  if (report.was_done && report.stage.name == blocks::stage_commit)
    blocks::clear_up_after(file, report.next.empty(), on);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace preamar
