#include "writers/meaning.h"

#include "words.h"

#include <algorithm>

namespace preamar::convert {
namespace {

std::string extents_of(const Kernel& kernel) {
  std::string text;
  for (auto axis = static_cast<std::size_t>(3 - kernel.rank); axis < 3; ++axis)
    text += (text.empty() ? "" : " x ") + std::to_string(kernel.window[axis]);
  return text;
}

std::string words_of(const Parameter& parameter, const Kernel& kernel, std::size_t image) {
  const std::string type = " (" + parameter.type.name + ")";
  switch (parameter.role) {
    case Role::window:
      return "window of " + extents_of(kernel) + " pixels" + type + ", beyond the edges " + name_of(kernel.border);
    case Role::pixel:
      return image == 0 ? "pixel" + type : "pixel of image " + std::to_string(image + 1) + type;
    case Role::counters:
      return "bins, which are added to" + type;
    case Role::bins:
      return "number of bins";
    case Role::index:
      return "position: number of the pixel" + type;
    case Role::x:
      return "position: column" + type;
    case Role::y:
      return "position: row" + type;
    case Role::z:
      return "position: plane" + type;
    case Role::width:
      return "width of the image" + type;
    case Role::height:
      return "height of the image" + type;
    case Role::depth:
      return "depth of the volume" + type;
    case Role::setting:
      break;
  }
  return (parameter.type.is_struct() ? "structure of parameters" : "parameter") + type +
         ", given once and the same for every pixel" +
         (parameter.example.empty() ? "" : "; the check takes '" + parameter.example + "'");
}

}  // namespace

std::string meaning_of(const Kernel& kernel) {
  std::size_t longest = 0, image = 0;
  for (const Parameter& parameter : kernel.parameters) longest = std::max(longest, parameter.name.size());
  std::string text = kernel.name + ": " + name_of(kernel.skeleton) + ", result " + kernel.result.name +
                     (kernel.lift.empty() ? "" : ", of values by " + kernel.lift) + "\n";
  for (const Parameter& parameter : kernel.parameters) {
    text += "  " + parameter.name + std::string(longest - parameter.name.size() + 2, ' ') +
            words_of(parameter, kernel, image) + "\n";
    if (parameter.role == Role::pixel || parameter.role == Role::window) ++image;
  }
  return text;
}

}  // namespace preamar::convert
