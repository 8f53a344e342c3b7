// The images of a program in one block: inputs as they are read, results of steps as they are computed.
#pragma once

#include "blocks/program/program.h"

#include <span>
#include <vector>

namespace preamar::blocks {

class BlockImages {
 public:
  // The results per step, of its last round: for the border of the block, and at the root: see ResultFrom in
  // blocks/families/algorithm_parts.h.
  BlockImages(const Program& program, const Schedule& schedule, const Box& block, std::span<const Bytes> border_results,
              std::span<const Bytes> root_results);

  // The box of an image: the block and the margin in which its pixels are needed.
  [[nodiscard]] Box box_of(const Operand& operand) const;
  // Memory for the pixels of an input.
  [[nodiscard]] ImageView make_input(std::size_t index);
  [[nodiscard]] ConstImageView input(std::size_t index) const { return inputs_[index]; }

  // The values of the cells around the block, for a step whose blocks exchange them.
  void set_around(std::size_t step, std::vector<std::uint64_t> values) { around_[step] = std::move(values); }

  // Computes the pixels of these steps; all inputs that they need are read.
  void compute(const std::vector<bool>& steps, const Execution& on);
  // Calls use() with the inputs of a step for the block and the halo of the step.
  template <class Use>
  auto with_view(std::size_t step, const Execution& on, const Use& use) const {
    const StepInputs inputs = inputs_of(step, block_);
    return use(view_of(step, inputs, on));
  }
  // The pixels of an image in the block.
  [[nodiscard]] ConstImageView in_block(const Operand& operand) const;

 private:
  // The inputs of a step in a box, dense; those that need a copy have it in `copies`.
  struct StepInputs {
    std::vector<Image> copies;
    std::vector<ConstImageView> views;
    Box box, inner;
  };

  [[nodiscard]] const Image& image_of(const Operand& operand) const {
    return operand.is_input() ? inputs_[operand.index] : results_[operand.at()][operand.index];
  }
  [[nodiscard]] StepInputs inputs_of(std::size_t step, const Box& inner) const;
  [[nodiscard]] BlockView view_of(std::size_t step, const StepInputs& inputs, const Execution& on) const;
  [[nodiscard]] const Bytes& result_for(std::size_t step) const;
  void compute_step(std::size_t step, const Execution& on);

  const Program& program_;
  const Schedule& schedule_;
  Box block_;
  std::span<const Bytes> border_results_, root_results_;
  std::vector<Image> inputs_;
  std::vector<std::vector<Image>> results_;         // per step
  std::vector<std::vector<std::uint64_t>> around_;  // per step
};

}  // namespace preamar::blocks
