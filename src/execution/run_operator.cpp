// Runs an operator on images in memory, on the device that the caller names.
#include "blocks/run/in_memory.h"
#include "core/device_names.h"
#include "core/error_text.h"
#include "core/require.h"
#include "primitives/backend.h"
#include "primitives/map.h"
#include "primitives/work_image.h"

#include <preamar/operator.h>

#include <deque>
#include <string>
#include <vector>

namespace preamar {
namespace {

using namespace primitives;

void require_usable_images(const Operator& op, std::span<const ConstImageView> inputs, std::span<const ImageView> outs,
                           const Execution& on) {
  require_execution(op.name, on);
  for (std::size_t i = 0; i < inputs.size(); ++i) require_readable(op.name, on, {op.inputs[i].name, inputs[i]});
  for (const ImageView& out : outs) {
    require_readable(op.name, on, {"out", out});
    require_writable_once(op.name, {"out", out});
  }
}

// The outputs must have the types that the operator's `results` gives.
void require_results(const Operator& op, std::span<const ConstImageView> inputs, std::span<const ImageView> outs,
                     const Values& options) {
  std::vector<ImageType> types;
  for (const ConstImageView& input : inputs) types.push_back(input.type());
  const std::vector<ImageType> wanted = op.results(types, options);
  if (outs.size() != wanted.size())
    throw Error(ErrorKind::call,
                text(op.name, ": ", outs.size(), " images are given for results; ", wanted.size(), " are written"));
  for (std::size_t i = 0; i < outs.size(); ++i)
    if (outs[i].type() != wanted[i])
      throw Error(ErrorKind::call, text(op.name, ": out is ", outs[i].shape().text(), " ", name_of(outs[i].dtype()),
                                        "; it must be ", wanted[i].shape.text(), " ", name_of(wanted[i].dtype)));
}

void require_taken(const Operator& op, ConstImageView image, const Execution& on) {
  if (op.on_devices.contains(image.dtype())) return;
  std::string taken;
  for (int i = 0; i < dtype_count; ++i)
    if (const auto dtype = static_cast<DType>(i); op.on_devices.contains(dtype))
      taken += text(taken.empty() ? "" : ", ", name_of(dtype));
  throw Error(ErrorKind::device,
              text(op.name, ": ", op.inputs[0].name, " is ", name_of(image.dtype()), " and the device ", on.device,
                   "; ", taken.empty() ? "no device has this operator" : text("on devices it takes ", taken),
                   "; the device 'cpu' takes all"));
}

// Images in the memory of another device cannot be copied from here.
void require_host(const Operator& op, ConstImageView image, const Execution& on) {
  if (image.location() == Location::device)
    throw Error(ErrorKind::call, text(op.name, ": an image is in the memory of another device than '", on.device,
                                      "'; bring its pixels to the host first"));
}

// Copies each image at most once to the device and once back, whatever the operator does. Images already in the
// device's memory are not copied.
Results run_on_device(const Operator& op, std::span<const ConstImageView> inputs, std::span<const ImageView> outs,
                      const Values& options, const Execution& on) {
  require_taken(op, inputs[0], on);
  const auto is_there = [&](ConstImageView image) { return backend_for({.device = on.device}).holds(image.data()); };
  std::deque<WorkImage> copies;
  std::vector<ConstImageView> in(inputs.begin(), inputs.end());
  std::vector<ImageView> out(outs.begin(), outs.end());
  for (ConstImageView& image : in) {
    if (is_there(image)) continue;
    require_host(op, image, on);
    const ImageView copy = copies.emplace_back(on, image.type()).view();
    map(on, {.pixel = Pixel::copy}, image, copy);
    image = copy;
  }
  // The host writes results of another shape, such as counts.
  std::deque<Image> others;
  for (ImageView& image : out) {
    const bool is_pixels = image.shape() == in[0].shape();
    if (!is_there(image)) require_host(op, image, on);
    if (is_pixels && !is_there(image)) image = copies.emplace_back(on, image.type()).view();
    if (!is_pixels && is_there(image)) image = others.emplace_back(image.type()).view();
  }
  Results found = op.run(in, out, options, on);
  for (std::size_t i = 0; i < outs.size(); ++i)
    if (out[i].data() != outs[i].data()) map(on, {.pixel = Pixel::copy}, out[i], outs[i]);
  return found;
}

}  // namespace

Results run_operator(const Operator& op, std::span<const ConstImageView> inputs, std::span<const ImageView> outs,
                     const Values& options, const Execution& on) {
  const Values checked = check_call(op, inputs.size(), options);
  require_usable_images(op, inputs, outs, on);
  require_results(op, inputs, outs, checked);
  if (names_several(on.device)) return blocks::run_hybrid(op, inputs, outs, checked, on);
  if (backend_for({.device = on.device}).reserve) return run_on_device(op, inputs, outs, checked, on);
  return op.run(inputs, outs, checked, on);
}

}  // namespace preamar
