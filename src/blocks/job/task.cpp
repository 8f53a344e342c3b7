#include "blocks/job/task.h"

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

JobTask::JobTask(Job& job, const PlanFile& plan, const JobStage& stage, std::int64_t number, const Execution& on)
    : job_(job),
      plan_(plan),
      stage_(stage),
      index_(number - stage.first),
      on_(on),
      run_outputs_(job.plan(), job.identity(plan.inputs), job.seat(io::Lease::Part::task, job.stage())),
      outputs_(run_outputs_, job.plan(), job.stage(), job.stage_plan()) {
  if (is_url(state().folder())) job.set_begun();  // a request per task would take longer than some tasks
  report_.stage = stage;
  report_.is_last = number + 1 == plan.plan.tasks;
}

void JobTask::require_task(std::int64_t number, std::int64_t count) const {
  if (number >= count)
    throw Error(ErrorKind::io, text(plan_.plan.file.string(), ": has more tasks than its job; plan the job again"));
}

void JobTask::require_lock() const {
  if (const auto guard = run_outputs_.guard()) guard();
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
      report_.state_bytes = state().bytes();
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
  auto job = std::make_shared<Job>(plan.call, plan.first, plan.run, plan.stage);
  if (job->stage_plan().block != plan.plan.block)
    throw Error(ErrorKind::io, text(plan.plan.file.string(), ": blocks of ", plan.plan.block.text(),
                                    " are planned, and ", job->stage_plan().block.text(),
                                    " follow from the inputs as they are now; ", "plan the job again"));
  require_stages(*job, plan);
  const std::lock_guard lock(last.mutex);
  last.file = plan.plan.file;
  last.digest = plan.digest;
  last.found = job;
  return job;
}

// An error says that there is nothing left to remove, or that it is another run's now.
template <class Remove>
void remove_leftovers(const Remove& remove) try {
  remove();
} catch (const Error&) {
}

// The process that ended the job may have been killed before it removed the state. Its records may be gone already.
void clear_up_after(const PlanFile& plan, const Execution& on) {
  remove_leftovers([&] {
    const auto lock = commit_lock(plan, on);
    const auto job = job_of(plan);
    JobSeat seat = job->seat(io::Lease::Part::task, std::nullopt);
    seat.is_known_to_be_begun = seat.clears_up = true;
    RunOutputs(job->plan(), {}, seat).end();
  });
}

TaskReport report_of(const PlanFile& plan, std::int64_t number, Execution on) {
  const auto job = job_of(plan);
  if (on.threads == 0) on.threads = job->stage_plan().load.threads;
  const KeptLimit limit(job->stage_plan().peak_memory / 8);
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

void clear_up_ended(const Path& first) {
  bool has_ended = true;
  for (int number = 0; has_ended; ++number) {
    has_ended = false;
    remove_leftovers([&] {
      const PlanFile plan = read_plan_file(number == 0 ? first : later_plan(first, number));
      const auto ended = ended_plan(plan);
      if (!ended) return;
      has_ended = true;
      const bool is_last = ended->next.empty() && !io::has_object(later_plan(first, number + 1));
      if (is_last && ended->stage.name == stage_commit) clear_up_after(plan, {});
    });
  }
}

}  // namespace blocks

JobPlan read_plan(const std::filesystem::path& plan) { return blocks::read_plan_file(plan).plan; }

void cancel_job(const std::filesystem::path& plan) {
  const blocks::PlanFile file = blocks::read_plan_file(plan);
  const auto job = blocks::job_of(file);
  const auto seat = job->seat(io::Lease::Part::task, std::nullopt);
  blocks::RunOutputs(job->plan(), job->identity(file.inputs), seat).cancel();
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
  if (report.was_done && report.stage.name == blocks::stage_commit && report.next.empty())
    blocks::clear_up_after(file, on);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace preamar
