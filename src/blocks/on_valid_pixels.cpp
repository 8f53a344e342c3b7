// Images in memory as inputs and outputs of runs in blocks; operators on images of which only some pixels are valid.
#include "core/error_text.h"
#include "io/pixels.h"

#include <preamar/blocks.h>

#include <algorithm>

namespace preamar {

RegionReader memory_reader(ConstImageView image, std::string_view name) {
  return {.type = image.type(),
          .read = [image](const std::int64_t* origin,
                          ImageView out) { io::copy_image(io::crop(image, origin, out.shape()), out); },
          .name = std::string(name)};
}

RegionWriter memory_writer(ImageView image, std::string_view name) {
  return {
      .type = image.type(),
      .write = [image](const std::int64_t* origin,
                       ConstImageView part) { io::copy_image(part, io::crop<ImageView>(image, origin, part.shape())); },
      .name = std::string(name)};
}

Results run_on_valid_pixels(const Operator& op, std::span<const ConstImageView> inputs, ConstImageView valid,
                            std::span<const ImageView> outs, const std::optional<ImageView>& valid_out,
                            const Values& options, const Execution& on) {
  if (inputs.empty()) throw Error(ErrorKind::call, text(op.name, ": no image is given; give one"));
  if (valid.shape() != inputs[0].shape() || is_floating(valid.dtype()))
    throw Error(ErrorKind::call, text(op.name, ": valid is ", valid.shape().text(), " ", name_of(valid.dtype()),
                                      "; it must be ", inputs[0].shape().text(), ", of bool or integers"));
  if (inputs[0].shape().count() == 0) return run_operator(op, inputs, outs, options, on);
  std::vector<BlockInput> from;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    from.emplace_back(memory_reader(inputs[i], i < op.inputs.size() ? op.inputs[i].name : "image"));
  std::vector<BlockOutput> to;
  for (std::size_t i = 0; i < outs.size(); ++i) to.emplace_back(memory_writer(outs[i], op.outputs[i].name));
  BlockSettings settings;
  settings.block = inputs[0].shape();
  settings.valid = memory_reader(valid, "valid");
  const bool has_pixels =
      std::ranges::any_of(outs, [&](const ImageView& out) { return out.shape() == inputs[0].shape(); });
  if (valid_out && has_pixels) settings.valid_out = memory_writer(*valid_out, "valid");
  return run_in_blocks(op, from, to, options, settings, on).found;
}

}  // namespace preamar
