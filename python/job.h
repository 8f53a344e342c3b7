// Jobs: plans of tasks, and their tasks.
#pragma once

#include <nanobind/nanobind.h>

#include "blocks.h"
#include "pipeline.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace preamar::python {

// Each returns a plan as a dict: file, job, name, stages, tasks, block, blocks, memory, threads. A stage is a tuple:
// name, pass, level, first task, number of tasks.
[[nodiscard]] nanobind::dict plan_job(const std::string& name, const std::vector<std::filesystem::path>& inputs,
                                      const std::vector<std::filesystem::path>& outputs, const nanobind::dict& options,
                                      const Memory& memory, const Extents& block, bool resume,
                                      const nanobind::dict& reading, const nanobind::dict& writing,
                                      const nanobind::dict& outlines, std::optional<std::int64_t> threads,
                                      const std::filesystem::path& plan);
[[nodiscard]] nanobind::dict plan_pipeline_job(const PipelineRows::All& pipeline,
                                               const PipelineRows::Settings& settings,
                                               std::optional<std::int64_t> threads, const std::filesystem::path& plan);
[[nodiscard]] nanobind::dict read_plan(const std::filesystem::path& plan);

// The report of a task as a dict: stage, was_done, seconds, bytes_read, bytes_written, state_bytes, shares, is_last,
// next (None if the job is done) and found (numbers by step).
[[nodiscard]] nanobind::dict run_task(const std::filesystem::path& plan, std::int64_t number, const std::string& device,
                                      std::optional<std::int64_t> threads);

}  // namespace preamar::python
