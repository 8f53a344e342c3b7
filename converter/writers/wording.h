// How a kernel is said in C: names, lists of parameters, and the call of the user's function. All targets share them.
#pragma once

#include "program.h"
#include "writers/templates.h"

#include <string>
#include <string_view>

namespace preamar::convert {

// "image", "image_2", "image_3" ...
[[nodiscard]] std::string numbered(const std::string& name, std::size_t i);
// The namespace that all of a project is in.
[[nodiscard]] std::string space_of(const Program& program);
// "binarise_image" becomes "BinariseImage", or another name where a type, a macro or another kernel has that.
[[nodiscard]] std::string class_name(const Program& program, const Kernel& kernel);
// The name, or one that no converted function has.
[[nodiscard]] std::string free_name(const Program& program, std::string name);

// The expressions that a call of the user's function is made of.
struct Call {
  std::string element;  // put after the name of each image; of a stencil after those behind the window
  std::string index = "i", x = "x", y = "y", z = "z";
  std::string counters = "counts";
  std::string scope = "";        // put before the function's name
  std::string images = "image";  // how their names begin
};
// Of a reduction: the value of a pixel, as the lift or a conversion gives it.
[[nodiscard]] std::string call_text(const Kernel& kernel, const Call& call);

// A text for each image, with `separator` between them; `format` has @Pixel@, @image@ and @_i@, the end of its name.
[[nodiscard]] std::string for_each_image(const Kernel& kernel, std::string_view format, std::string_view separator,
                                         std::size_t first = 0);
// The same for each parameter that is given once, with @Type@, @const_Type@ (by reference where it is a struct) and
// @setting@.
[[nodiscard]] std::string for_each_setting(const Kernel& kernel, std::string_view format, std::string_view separator);

// The function from an index that may lie beyond the edge to one inside: "nearest_index" and so on; empty where
// none is called.
[[nodiscard]] std::string border_function(const Kernel& kernel);
// Those functions, of the kernels for which `is_wanted` holds; `words` stand before each, `integer` is the type of an
// index.
[[nodiscard]] std::string border_functions(const Program& program, const std::string& words, const std::string& integer,
                                           bool (*is_wanted)(const Kernel&));
// A pixel at `row` and `column` (and `plane`), which may lie beyond the edge; rows are `stride` apart.
[[nodiscard]] std::string pixel_or_border(const Kernel& kernel, const std::string& stride, bool is_c_plus_plus);

// Declares those of x, y and z that the kernel uses on a device, from the number `i` of its pixel; of a map, which has
// x and its row, the others.
[[nodiscard]] std::string positions_text(const Kernel& kernel, const std::string& integer);
[[nodiscard]] bool uses_place(const Kernel& kernel);
// Whether x, y, z lie where nothing is written.
[[nodiscard]] std::string margin_condition(const Kernel& kernel);

// Whether a number of it, or of a field of it, is floating.
[[nodiscard]] bool has_floats(const Type& type);
// Whether its pixels, or what it writes, are structs.
[[nodiscard]] bool has_struct_pixels(const Kernel& kernel);
[[nodiscard]] bool is_stencil(const Kernel& kernel);
[[nodiscard]] bool is_flat_stencil(const Kernel& kernel);
[[nodiscard]] bool is_volume_stencil(const Kernel& kernel);

// What templates of every target may use.
[[nodiscard]] Values kernel_values(const Program& program, const Kernel& kernel);
[[nodiscard]] Values program_values(const Program& program);

}  // namespace preamar::convert
