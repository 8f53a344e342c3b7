// A pipeline with its names resolved: steps in an order in which each comes after those whose results it uses.
#pragma once

#include "blocks/program.h"

#include <preamar/pipeline.h>

#include <map>
#include <span>
#include <string>
#include <vector>

namespace preamar::blocks {

// The numbers that steps have found, by "step.output".
using FoundNumbers = std::map<std::string, Value, std::less<>>;

struct GraphStep {
  std::string name;
  const Operator* op = nullptr;
  Values options;                         // as check_call() returned them
  std::vector<Operand> inputs;            // inputs of the pipeline, or results of earlier steps of the graph
  std::vector<std::size_t> numbers_from;  // steps whose numbers are options
  std::vector<std::size_t> tables_from;   // steps whose tables are measurements of its outlines
  Task task;                              // a number that is not known yet counts as 1
  std::vector<ResultMetadata> metadata;   // per image
};

struct GraphOutput {
  bool is_table = false;
  Operand image;  // the image; of a table, its step
  std::filesystem::path file;
  OutlineOptions outlines = {};
};

struct Graph {
  std::vector<std::string> input_names;
  std::vector<ImageType> inputs;
  std::vector<Metadata> input_metadata;
  std::vector<GraphStep> steps;
  std::vector<GraphOutput> outputs;

  [[nodiscard]] const ImageType& type_of(const Operand& operand) const {
    return operand.is_input() ? inputs[operand.index] : steps[operand.at()].task.results[operand.index];
  }
  [[nodiscard]] const Metadata& metadata_of(const Operand& operand) const;
  // What its step loses, as ResultMetadata::lost.
  [[nodiscard]] std::vector<std::string> lost_by(const Operand& operand) const;
  // "step", or "step.output" for a result that is not the first.
  [[nodiscard]] std::string name_of(const Operand& operand) const;
};

// Whether two names are of one file, which need not exist.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

// Throws Error (call) as plan_pipeline(), Error (input) if the grids of the inputs of a step differ.
[[nodiscard]] Graph graph_of(const Pipeline& pipeline, std::span<const FileInfo> inputs, const FoundNumbers& found);

}  // namespace preamar::blocks
