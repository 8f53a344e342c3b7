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
  std::filesystem::path first;  // the first plan of the job
  std::uint64_t run = 0;        // the job as a number
  int number = 0;               // of the plan in its job
  JobCall call;
  std::size_t stage = 0;                  // of the pipeline
  std::filesystem::path state;            // the folder of records
  std::vector<io::InputIdentity> inputs;  // when the job was planned
  int exchanged = -1;                     // the step whose blocks exchange values in this plan; -1: none does
  int round = 0;                          // of the exchange
};

[[nodiscard]] std::string job_name(std::uint64_t run);

// `guard` is as io::Store::put has it.
void write_plan(const PlanFile& plan, const std::function<void()>& guard = {});
// Throws Error (io) if the file cannot be read, is no plan, was changed, or was written by another version.
[[nodiscard]] PlanFile read_plan_file(const std::filesystem::path& file);

// The stage of a task. Throws Error (call) if there is no such task.
[[nodiscard]] const JobStage& stage_of(const JobPlan& plan, std::int64_t number);

// What the last task of a plan left: a file next to the plan, which exists once the task is done.
[[nodiscard]] std::filesystem::path end_file(const std::filesystem::path& plan);

// The plans that follow the first one are next to it: plan.json.1, plan.json.2.
[[nodiscard]] std::filesystem::path later_plan(const std::filesystem::path& first, int number);
// Removes later plans, and what the last tasks of all plans left.
void remove_ends(const std::filesystem::path& first);

}  // namespace preamar::blocks
