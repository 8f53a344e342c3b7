// Chains of operators on files.
#pragma once

#include <nanobind/nanobind.h>
#include <preamar/pipeline.h>

#include "blocks.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace preamar::python {

// A pipeline and its settings as preamar.Pipeline passes them.
struct PipelineRows {
  using Input =
      std::tuple<std::string, std::filesystem::path, nanobind::dict, std::string>;  // name, file, reading, valid
  // Name, operator, inputs, options, and the options that are numbers of other steps: "step.output".
  using Step = std::tuple<std::string, std::string, std::vector<std::string>, nanobind::dict,
                          std::map<std::string, std::string>>;
  using Output = std::tuple<std::string, std::filesystem::path, nanobind::dict>;  // result, file, outlines
  using All = std::tuple<std::vector<Input>, std::vector<Step>, std::vector<Output>>;
  using Settings = std::tuple<Memory, Extents, bool, nanobind::dict>;  // memory, block, resume, writing
};

[[nodiscard]] Pipeline pipeline_from(const PipelineRows::All& rows);
[[nodiscard]] BlockSettings block_settings(const PipelineRows::Settings& settings);

// Raises TypeError or ValueError for an option that the operator does not have or accept.
void check_options(const std::string& name, const nanobind::dict& options);

// The fields of preamar.PipelinePlan, in order.
[[nodiscard]] nanobind::tuple plan_pipeline(const PipelineRows::All& pipeline, const PipelineRows::Settings& settings,
                                            const std::string& device, std::optional<std::int64_t> threads);
// The plan, and a dict of the numbers and columns of each step.
[[nodiscard]] nanobind::tuple run_pipeline(const PipelineRows::All& pipeline, const PipelineRows::Settings& settings,
                                           const std::string& device, std::optional<std::int64_t> threads,
                                           const nanobind::object& progress);

}  // namespace preamar::python
