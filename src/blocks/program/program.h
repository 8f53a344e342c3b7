// The operators that run together on one grid of blocks, without files between them. One operator is the simplest
// program.
//
// Operators whose blocks are independent are computed from their inputs whenever their pixels are needed. Every other
// operator needs passes over the image before its first pixel is known; from then on its blocks are computed, from its
// inputs and its results for borders, in every pass that needs them. A pass reads each block of an input at most once.
#pragma once

#include "blocks/families/algorithm_parts.h"

#include <string>
#include <vector>

namespace preamar::blocks {

// An image of a program: an input, or a result of a step.
struct Operand {
  int step = -1;          // -1: an input
  std::size_t index = 0;  // of the input, or of the step's result
  [[nodiscard]] bool is_input() const { return step < 0; }
  [[nodiscard]] std::size_t at() const { return static_cast<std::size_t>(step); }
  friend bool operator==(const Operand&, const Operand&) = default;
};

struct Step {
  Operation operation;
  std::vector<Operand> inputs;  // results of earlier steps, or inputs of the program
};

struct Program {
  std::string name;               // for messages: the operator's, or those of steps
  std::vector<ImageType> inputs;  // all of one shape
  std::vector<Step> steps;        // after the steps whose results they use
  std::vector<Operand> outputs;   // the images that are written

  [[nodiscard]] const Shape& image() const { return steps.front().operation.image; }
  [[nodiscard]] const ImageType& type_of(const Operand& operand) const {
    return operand.is_input() ? inputs[operand.index] : steps[operand.at()].operation.results[operand.index];
  }
};

// The program of one operator, which writes all its results of the image's shape.
[[nodiscard]] Program program_of(const Operation& operation);

// Whether a step reads beyond its block, or its blocks need a shape or an order of their own. Its inputs must then be
// known before the first pass.
[[nodiscard]] bool needs_known_inputs(const Operation& operation);

// Whether the blocks of one of the steps must be slabs.
[[nodiscard]] bool has_slabs(const Program& program);
// Whether the memory of a step grows with the number of workers rather than with the block.
[[nodiscard]] bool needs_memory_per_worker(const Program& program);

// When each step runs. Passes are counted from 0.
class Schedule {
 public:
  explicit Schedule(const Program& program);

  // The number of passes.
  [[nodiscard]] int passes() const { return passes_; }
  // The first pass in which the pixels of an image can be computed.
  [[nodiscard]] int available(const Operand& operand) const {
    return operand.is_input() ? 0 : available_[operand.at()];
  }
  // The round of a step in a pass: 0 is the first; -1 if the step computes no summaries in it.
  [[nodiscard]] int round(std::size_t step, int pass) const;
  // The width of the margin around a block in which pixels of an image are needed.
  [[nodiscard]] const Coordinates& margin(const Operand& operand) const {
    return operand.is_input() ? input_margins_[operand.index] : margins_[operand.at()];
  }
  // The outputs that a pass writes.
  [[nodiscard]] const std::vector<std::size_t>& written(int pass) const {
    return written_[static_cast<std::size_t>(pass)];
  }

 private:
  void find_passes(const Program& program);
  void find_margins(const Program& program);

  int passes_ = 0;
  std::vector<int> first_, rounds_, available_;  // per step
  std::vector<Coordinates> margins_, input_margins_;
  std::vector<std::vector<std::size_t>> written_;  // per pass
};

// Whether blocks may be read again because of their content: a step exchanges border values.
[[nodiscard]] bool reads_depend_on_pixels(const Program& program);

}  // namespace preamar::blocks
