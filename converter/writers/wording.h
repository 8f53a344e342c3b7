// The C text of a kernel: names, parameter lists, and the call of the user's function. Shared by all targets.
#pragma once

#include "program.h"
#include "writers/templates.h"

#include <string>
#include <string_view>

namespace preamar::convert {

// "image", "image_2", "image_3" ...
[[nodiscard]] std::string numbered(const std::string& name, std::size_t i);
// The namespace of a project.
[[nodiscard]] std::string space_of(const Program& program);
// "binarise_image" becomes "BinariseImage", or another name if a type, a macro or another kernel has that.
[[nodiscard]] std::string class_name(const Program& program, const Kernel& kernel);
// The name, or one that no converted function has.
[[nodiscard]] std::string free_name(const Program& program, std::string name);

// The expressions in a call of the user's function.
struct Call {
  std::string element;  // suffix of each image's name; of a stencil, of the images after the window
  std::string index = "i", x = "x", y = "y", z = "z";
  std::string counters = "counts";
  std::string scope = "";        // prefix of the function's name
  std::string images = "image";  // prefix of their names
};
// For a reduction: the value of a pixel, from the lift or a conversion.
[[nodiscard]] std::string call_text(const Kernel& kernel, const Call& call);

// A text per image, joined by `separator`; `format` has @Pixel@, @image@ and @_i@, the suffix of its name.
[[nodiscard]] std::string for_each_image(const Kernel& kernel, std::string_view format, std::string_view separator,
                                         std::size_t first = 0);
// The same for each setting, with @Type@, @const_Type@ (by reference for a struct) and @setting@.
[[nodiscard]] std::string for_each_setting(const Kernel& kernel, std::string_view format, std::string_view separator);

// The function that maps an index beyond the edge to one inside: "nearest_index" and so on; empty if none is needed.
[[nodiscard]] std::string border_function(const Kernel& kernel);
// These functions, for the kernels for which `is_wanted` holds; `words` precede each, `integer` is the type of an
// index.
[[nodiscard]] std::string border_functions(const Program& program, const std::string& words, const std::string& integer,
                                           bool (*is_wanted)(const Kernel&));
// A pixel at `row` and `column` (and `plane`), which may be beyond the edge; rows are `stride` apart.
[[nodiscard]] std::string pixel_or_border(const Kernel& kernel, const std::string& stride, bool is_c_plus_plus);

// Declares those of x, y and z that the kernel uses on a device, from the index `i` of its pixel; for a map, which has
// x and its row, the others.
[[nodiscard]] std::string positions_text(const Kernel& kernel, const std::string& integer);
[[nodiscard]] bool uses_place(const Kernel& kernel);
// Whether x, y, z is in the margin, where nothing is written.
[[nodiscard]] std::string margin_condition(const Kernel& kernel);

// Whether the type or a field of it is floating point.
[[nodiscard]] bool has_floats(const Type& type);
// Whether its pixels or results are structs.
[[nodiscard]] bool has_struct_pixels(const Kernel& kernel);
[[nodiscard]] bool is_stencil(const Kernel& kernel);
[[nodiscard]] bool is_flat_stencil(const Kernel& kernel);
[[nodiscard]] bool is_volume_stencil(const Kernel& kernel);

// Values for the templates of every target.
[[nodiscard]] Values kernel_values(const Program& program, const Kernel& kernel);
[[nodiscard]] Values program_values(const Program& program);

}  // namespace preamar::convert
