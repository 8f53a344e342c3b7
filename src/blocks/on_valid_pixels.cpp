// Operators on images in memory of which only some pixels are valid: a run in blocks from and to memory.
#include "core/error_text.h"
#include "core/require.h"

#include <preamar/blocks.h>

#include <algorithm>

namespace preamar {
namespace {

// What other calls on images in memory refuse too.
void require_images(const Operator& op, std::span<const ConstImageView> inputs, ConstImageView valid,
                    std::span<const ImageView> outs, const std::optional<ImageView>& valid_out, const Execution& on) {
  require_execution(op.name, on);
  std::vector<NamedImage> read{{"valid", valid}}, written;
  for (std::size_t i = 0; i < inputs.size(); ++i) read.push_back({op.inputs[i].name, inputs[i]});
  for (const ImageView& out : outs) written.push_back({"out", out});
  if (valid_out) written.push_back({"valid_out", *valid_out});
  for (const NamedImage& image : read) require_readable(op.name, {}, image);
  for (std::size_t i = 0; i < written.size(); ++i) {
    require_readable(op.name, {}, written[i]);
    require_writable_once(op.name, written[i]);
    for (const NamedImage& image : read) require_apart(op.name, image, written[i]);
    for (std::size_t k = 0; k < i; ++k) require_apart(op.name, written[k], written[i]);
  }
}

}  // namespace

Results run_on_valid_pixels(const Operator& op, std::span<const ConstImageView> inputs, ConstImageView valid,
                            std::span<const ImageView> outs, const std::optional<ImageView>& valid_out,
                            const Values& options, const Execution& on) {
  (void)check_call(op, inputs.size(), options);
  require_images(op, inputs, valid, outs, valid_out, on);
  if (on.scratch_memory > 0)
    throw Error(ErrorKind::call, text(op.name, ": scratch_memory does not limit calls with valid pixels; run them in ",
                                      "blocks, with a limit of all memory"));
  if (inputs[0].shape().count() == 0) return run_operator(op, inputs, outs, options, on);
  std::vector<BlockInput> from;
  for (std::size_t i = 0; i < inputs.size(); ++i) from.emplace_back(memory_reader(inputs[i], op.inputs[i].name));
  std::vector<BlockOutput> to;
  for (std::size_t i = 0; i < outs.size(); ++i) to.emplace_back(memory_writer(outs[i], op.outputs[i].name));
  BlockSettings settings;
  settings.valid = memory_reader(valid, "valid");
  const bool has_pixels =
      std::ranges::any_of(outs, [&](const ImageView& out) { return out.shape() == inputs[0].shape(); });
  if (valid_out && has_pixels) settings.valid_out = memory_writer(*valid_out, "valid_out");
  return run_in_blocks(op, from, to, options, settings, on).found;
}

}  // namespace preamar
