// A call with its names resolved: steps in an order in which each comes after those whose results it uses.
#pragma once

#include "blocks/call/call.h"
#include "blocks/program/program.h"
#include "blocks/state/stage_record.h"

#include <span>
#include <string>
#include <vector>

namespace preamar::blocks {

struct GraphStep {
  std::string name;
  const Operator* op = nullptr;
  Values options;                         // as check_call() returned them
  std::vector<Operand> inputs;            // inputs of the call, or results of earlier steps of the graph
  std::vector<std::size_t> numbers_from;  // steps whose numbers are options
  std::vector<std::size_t> tables_from;   // steps whose tables are measurements of its outlines
  Operation operation;                    // a number that is not known yet counts as 1
  std::vector<ResultMetadata> metadata;   // per image
};

struct GraphOutput {
  enum class Kind {
    blockwise,  // an image that is written block by block
    other,      // an image of another shape than the input's
    table,
  } kind;
  Operand image;      // the image; of a table, its step
  std::size_t index;  // of the output in the call
};

struct Graph {
  const Operator* op = nullptr;  // null: a pipeline
  std::vector<std::string> input_names;
  std::vector<ImageType> inputs;
  std::vector<Metadata> input_metadata;
  std::vector<GraphStep> steps;
  std::vector<GraphOutput> outputs;  // those that are written
  std::vector<Operand> results;      // of an operator: its images

  [[nodiscard]] const ImageType& type_of(const Operand& operand) const {
    return operand.is_input() ? inputs[operand.index] : steps[operand.at()].operation.results[operand.index];
  }
  [[nodiscard]] const Metadata& metadata_of(const Operand& operand) const;
  // What its step loses, as ResultMetadata::lost.
  [[nodiscard]] std::vector<std::string> lost_by(const Operand& operand) const;
  // "step", or "step.output" for a result that is not the first.
  [[nodiscard]] std::string name_of(const Operand& operand) const;
};

// Whether two names are of one file, which need not exist.
[[nodiscard]] bool is_same_file(const std::filesystem::path& one, const std::filesystem::path& other);

// Throws Error (call) as plan_pipeline() and plan_in_blocks(), Error (input) if the grids of the inputs of a step
// differ.
[[nodiscard]] Graph graph_of(const Call& call, std::span<const FileInfo> inputs, const FoundNumbers& found);

}  // namespace preamar::blocks
