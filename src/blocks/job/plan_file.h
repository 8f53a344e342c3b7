// The plan of a job as a JSON file.
#pragma once

#include "blocks/job/call.h"
#include "io/input_identity.h"

#include <preamar/job.h>

#include <cstdint>
#include <filesystem>
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

void write_plan(const PlanFile& plan);
// Throws Error (io) if the file cannot be read, is no plan, or was written by another version.
[[nodiscard]] PlanFile read_plan_file(const std::filesystem::path& file);

// The stage of a task. Throws Error (call) if there is no such task.
[[nodiscard]] const JobStage& stage_of(const JobPlan& plan, std::int64_t number);

// What the last task of a plan left: a file next to the plan, which exists once the task is done.
[[nodiscard]] std::filesystem::path end_file(const std::filesystem::path& plan);

}  // namespace preamar::blocks
