// The plan of a job as a JSON file.
#pragma once

#include "blocks/job/call.h"
#include "io/input_identity.h"

#include <preamar/job.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace preamar::blocks {

struct PlanFile {
  JobPlan plan;
  std::string digest;           // of the file
  std::filesystem::path first;  // the first plan of the job, which is next to this one
  std::uint64_t run = 0;        // the job as a number
  int number = 0;               // of the plan in its job
  JobCall call;
  std::size_t stage = 0;                  // of the pipeline
  std::vector<io::InputIdentity> inputs;  // when the job was planned
  int exchanged = -1;                     // the step whose blocks exchange values in this plan; -1: none does
  int round = 0;                          // of the exchange
};

// `guard` is as io::Store::put has it.
void write_plan(const PlanFile& plan, const std::function<void()>& guard = {});
// Somebody else may have written the file: every number is within the range that planning can give it, and the number
// of tasks is that of the stages. Whether the stages are those of the job is for require_stages() to say. Throws Error
// (io) if the file cannot be read, is not a plan, was changed or renamed, or was written by another version.
[[nodiscard]] PlanFile read_plan_file(const std::filesystem::path& file);

// The stage of a task. Throws Error (call) if there is no such task.
[[nodiscard]] const JobStage& stage_of(const JobPlan& plan, std::int64_t number);

// What the last task of a plan left: a file next to the plan, which exists once the task is done.
[[nodiscard]] std::filesystem::path end_file(const std::filesystem::path& plan);

// The plans that follow the first one are next to it: plan.json.1, plan.json.2.
[[nodiscard]] std::filesystem::path later_plan(const std::filesystem::path& first, int number);
// Removes later plans, and what the last tasks of all plans left; only files of this job, or of any job if it is empty.
void remove_ends(const std::filesystem::path& first, const std::string& job = {});
// Removes the file if it is a plan, or the end of one, of this job.
void remove_of_job(const std::filesystem::path& file, const std::string& job);

}  // namespace preamar::blocks
