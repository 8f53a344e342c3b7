#include "writers/wording.h"

#include "words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <set>

namespace preamar::convert {
namespace {

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

// A file may be called what no function can be.
std::string identifier(std::string name) {
  std::ranges::replace_if(
      name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "_" + name : name;
}

// image, image_2, image_3 ...
std::string numbered(const std::string& name, std::size_t i) {
  return i == 0 ? name : name + "_" + std::to_string(i + 1);
}

// The constant border, as a number of the pixel's type.
std::string beyond_text(const Kernel& kernel) {
  char text[64];
  if (is_floating(kernel.pixels[0].dtype))
    std::snprintf(text, sizeof text, "%.17g", kernel.beyond);
  else
    std::snprintf(text, sizeof text, "%.0f", std::nearbyint(kernel.beyond));
  return "(" + kernel.pixels[0].name + ")" + text;
}

std::string comma(const std::string& list, const std::string& more) { return list.empty() ? more : list + ", " + more; }

std::string positions(const Kernel& kernel, const Call& call) {
  const auto cast = [](const std::string& type, const std::string& text) {
    const bool is_word = std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0; });
    return "(" + type + ")" + (is_word ? text : "(" + text + ")");
  };
  if (kernel.positions.empty()) return "";
  if (kernel.positions.size() == 1) return cast(kernel.positions[0], call.index);
  return cast(kernel.positions[0], call.column) + ", " + cast(kernel.positions[1], call.row);
}

}  // namespace

std::string class_name(std::string_view function) {
  std::string name;
  bool begins = true;
  for (const char c : function) {
    if (c != '_') name += begins ? upper(c) : c;
    begins = c == '_';
  }
  return name;
}

std::string call_text(const Kernel& kernel, const Call& call) {
  const bool is_fold = kernel.skeleton == Skeleton::reduce;
  if (is_fold && kernel.lift.empty()) return "(" + kernel.result.name + ")" + call.images + call.element;
  std::string arguments;
  if (kernel.skeleton == Skeleton::stencil)
    arguments = call.element;
  else
    for (std::size_t i = 0; i < kernel.pixels.size(); ++i)
      arguments = comma(arguments, numbered(call.images, i) + call.element);
  if (kernel.skeleton == Skeleton::histogram) arguments = comma(arguments, call.counters);
  if (!kernel.positions.empty()) arguments = comma(arguments, positions(kernel, call));
  if (kernel.parameters) arguments = comma(arguments, "parameters");
  return call.scope + (is_fold ? kernel.lift : kernel.name) + "(" + arguments + ")";
}

std::string for_each_image(const Kernel& kernel, std::string_view format, std::string_view separator,
                           std::size_t first) {
  std::string list;
  for (std::size_t i = first; i < kernel.pixels.size(); ++i) {
    if (i > first) list += separator;
    list += fill(format, {{"Pixel", kernel.pixels[i].name}, {"image", numbered("image", i)}, {"_i", numbered("", i)}});
  }
  return list;
}

std::string border_function(const Kernel& kernel) {
  if (kernel.skeleton != Skeleton::stencil || kernel.border == Border::constant) return "";
  return name_of(kernel.border) + "_index";
}

std::string border_functions(const Program& program, const std::string& words, const std::string& integer) {
  std::set<std::string> used;
  for (const Kernel& kernel : program.kernels)
    if (const std::string border = border_function(kernel); !border.empty()) used.insert(border);
  std::string text;
  for (const std::string& border : used)
    text += fill(template_named("border/" + border + ".c"), {{"words", words}, {"integer", integer}});
  return text;
}

std::string pixel_or_border(const Kernel& kernel) {
  if (const std::string border = border_function(kernel); !border.empty())
    return "image[" + border + "(row, height) * width + " + border + "(column, width)]";
  return "row < 0 || row >= height || column < 0 || column >= width ? " + beyond_text(kernel) +
         " : image[row * width + column]";
}

bool has_floats(const Type& type) {
  if (!type.is_struct()) return is_floating(type.dtype);
  return std::ranges::any_of(type.fields, [](const Field& field) { return is_floating(field.dtype); });
}

Values program_values(const Program& program) {
  const std::string name = identifier(program.name);
  std::string capitals = name;
  std::ranges::transform(capitals, capitals.begin(), upper);
  return {{"program", program.name}, {"identifier", name}, {"PROGRAM", capitals}};
}

Values kernel_values(const Program& program, const Kernel& kernel) {
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  const auto unless_zero = [&](const char* sign, std::int64_t n) { return when(n != 0, sign + number(n)); };
  Values values = program_values(program);
  const bool is_constant = kernel.border == Border::constant;
  values.insert({
      {"name", kernel.name},
      {"Class", class_name(kernel.name)},
      {"Pixel", kernel.pixels[0].name},
      {"Result", kernel.result.name},
      {"Parameters", kernel.parameters ? kernel.parameters->name : ""},
      {"images", for_each_image(kernel, "const @Pixel@* @image@", ", ")},
      {"image_names", for_each_image(kernel, "@image@", ", ")},
      {"both", kernel.pixels.size() > 1 ? "all images" : "`image`"},
      {"bins", number(kernel.bins)},
      {"place", when(kernel.positions.size() == 2)},
      {"index", when(kernel.positions.size() == 1)},
      {"window_rows", number(kernel.window[0])},
      {"window_columns", number(kernel.window[1])},
      {"half_rows", unless_zero(" - ", kernel.window[0] / 2)},
      {"half_columns", unless_zero(" - ", kernel.window[1] / 2)},
      {"more_rows", unless_zero(" + ", kernel.window[0] - 1)},
      {"more_columns", unless_zero(" + ", kernel.window[1] - 1)},
      {"border", name_of(kernel.border)},
      {"beyond", when(is_constant, beyond_text(kernel))},
      {"no_beyond", when(!is_constant)},
      {"pixel", pixel_or_border(kernel)},
  });
  return values;
}

}  // namespace preamar::convert
