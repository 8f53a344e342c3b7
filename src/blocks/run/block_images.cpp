#include "blocks/run/block_images.h"

#include "core/assert.h"
#include "io/pixels.h"

namespace preamar::blocks {

BlockImages::BlockImages(const Program& program, const Schedule& schedule, const Box& block,
                         std::span<const Bytes> border_results, std::span<const Bytes> root_results)
    : program_(program),
      schedule_(schedule),
      block_(block),
      border_results_(border_results),
      root_results_(root_results),
      inputs_(program.inputs.size()),
      results_(program.steps.size()),
      around_(program.steps.size()) {}

Box BlockImages::box_of(const Operand& operand) const {
  return widened(block_, schedule_.margin(operand), program_.image());
}

ImageView BlockImages::make_input(std::size_t index) {
  inputs_[index] = Image(program_.inputs[index].dtype, box_of({.index = index}).shape);
  return inputs_[index];
}

BlockImages::StepInputs BlockImages::inputs_of(std::size_t step, const Box& inner) const {
  const Step& of = program_.steps[step];
  StepInputs inputs;
  inputs.inner = inner;
  inputs.box = widened(inner, of.operation.halo, program_.image());
  inputs.copies.reserve(of.inputs.size());
  for (const Operand& input : of.inputs) {
    const Image& image = image_of(input);
    const Box have = box_of(input);
    if (have == inputs.box) {
      inputs.views.push_back(image);
      continue;
    }
    const Box part = within(inputs.box, have);
    inputs.copies.emplace_back(image.dtype(), part.shape);
    io::copy_image(io::crop<ConstImageView>(image, part.origin.data(), part.shape), inputs.copies.back());
    inputs.views.push_back(inputs.copies.back());
  }
  return inputs;
}

BlockView BlockImages::view_of(std::size_t step, const StepInputs& inputs, const Execution& on) const {
  return {inputs.views, inputs.box,   inputs.inner, program_.image(), program_.steps[step].operation.options,
          on,           around_[step]};
}

const Bytes& BlockImages::result_for(std::size_t step) const {
  return (result_from(program_.steps[step].operation) == ResultFrom::border ? border_results_ : root_results_)[step];
}

void BlockImages::compute_step(std::size_t step, const Execution& on) {
  const Operation& operation = program_.steps[step].operation;
  const Box inner = widened(block_, schedule_.margin({static_cast<int>(step), 0}), program_.image());
  const StepInputs inputs = inputs_of(step, inner);
  std::vector<Image>& results = results_[step];
  std::vector<ImageView> outs;
  for (const ImageType& result : operation.results) {
    results.emplace_back();
    if (!is_blockwise(operation, result)) continue;
    results.back() = Image(result.dtype, inner.shape);
    outs.emplace_back(results.back());
  }
  const Pixels* const pixels = pixels_of(operation);
  PREAMAR_ASSERT(pixels, "only images that are written in blocks are computed");
  pixels->finish(operation, view_of(step, inputs, on), result_for(step), outs);
}

void BlockImages::compute(const std::vector<bool>& steps, const Execution& on) {
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i]) compute_step(i, on);
}

ConstImageView BlockImages::in_block(const Operand& operand) const {
  const Box part = within(block_, box_of(operand));
  return io::crop<ConstImageView>(image_of(operand), part.origin.data(), part.shape);
}

}  // namespace preamar::blocks
