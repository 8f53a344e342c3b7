// How a kernel is said in C: names, lists of parameters, and the call of the user's function. All targets share them.
#pragma once

#include "program.h"
#include "writers/templates.h"

#include <string>
#include <string_view>

namespace preamar::convert {

// "binarise_image" becomes "BinariseImage".
[[nodiscard]] std::string class_name(std::string_view function);

// The expressions that a call of the user's function is made of.
struct Call {
  std::string element;  // put after the name of each image; of a stencil the window itself
  std::string index, column, row;
  std::string counters = "";     // of a histogram, with the number of bins
  std::string scope = "";        // put before the function's name
  std::string images = "image";  // how their names begin
};
// Of a reduction: the value of a pixel, as the lift or a conversion gives it.
[[nodiscard]] std::string call_text(const Kernel& kernel, const Call& call);

// A parameter, "const float* image", of each image, with `separator` between them; `format` has @Pixel@, @image@ and
// @_i@, the end of its name.
[[nodiscard]] std::string for_each_image(const Kernel& kernel, std::string_view format, std::string_view separator,
                                         std::size_t first = 0);

// The function from an index that may lie beyond the edge to one inside: "nearest_index" and so on; empty where
// none is called.
[[nodiscard]] std::string border_function(const Kernel& kernel);
// Those functions, of all kernels; `words` stand before each, `integer` is the type of an index.
[[nodiscard]] std::string border_functions(const Program& program, const std::string& words,
                                           const std::string& integer);
// A pixel at `row` and `column`, which may lie beyond the edge.
[[nodiscard]] std::string pixel_or_border(const Kernel& kernel);

// Whether a number of it, or of a field of it, is floating.
[[nodiscard]] bool has_floats(const Type& type);

// What templates of every target may use.
[[nodiscard]] Values kernel_values(const Program& program, const Kernel& kernel);
[[nodiscard]] Values program_values(const Program& program);

}  // namespace preamar::convert
