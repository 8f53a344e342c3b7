#include "writers/wording.h"

#include "words.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <regex>
#include <set>

namespace preamar::convert {
namespace {

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

bool has_word(const std::string& text, const std::string& word) {
  return std::regex_search(text, std::regex("\\b" + word + "\\b"));
}

std::string capitalised(std::string_view function) {
  std::string name;
  bool begins = true;
  for (const char c : function) {
    if (c != '_') name += begins ? upper(c) : c;
    begins = c == '_';
  }
  return name;
}

// The constant border, as a number of the pixel's type.
std::string beyond_text(const Kernel& kernel, bool is_c_plus_plus) {
  const Type& pixel = kernel.parameters[0].type;
  if (pixel.is_struct()) return is_c_plus_plus ? pixel.name + "{}" : "(" + pixel.name + "){0}";
  char text[64];
  if (is_floating(pixel.dtype))
    std::snprintf(text, sizeof text, "%.17g", kernel.beyond);
  else
    std::snprintf(text, sizeof text, "%.0f", std::nearbyint(kernel.beyond));
  return "(" + pixel.name + ")" + text;
}

std::string cast(const std::string& type, const std::string& text) {
  const bool is_word = std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0; });
  return "(" + type + ")" + (is_word ? text : "(" + text + ")");
}

std::string argument(const Parameter& parameter, const Call& call, std::size_t& image) {
  switch (parameter.role) {
    case Role::window:
      ++image;
      return "window";
    case Role::pixel:
      return numbered(call.images, image++) + call.element;
    case Role::counters:
      return call.counters;
    case Role::bins:
      return "bins";
    case Role::index:
      return cast(parameter.type.name, call.index);
    case Role::x:
      return cast(parameter.type.name, call.x);
    case Role::y:
      return cast(parameter.type.name, call.y);
    case Role::z:
      return cast(parameter.type.name, call.z);
    case Role::width:
      return cast(parameter.type.name, "width");
    case Role::height:
      return cast(parameter.type.name, "height");
    case Role::depth:
      return cast(parameter.type.name, "depth");
    case Role::setting:
      break;
  }
  return (parameter.is_pointer ? "&" : "") + parameter.name + "_";
}

}  // namespace

std::string numbered(const std::string& name, std::size_t i) {
  return i == 0 ? name : name + "_" + std::to_string(i + 1);
}

std::string space_of(const Program& program) { return program.name + "_converted"; }

std::string free_name(const Program& program, std::string name) {
  const auto is_taken = [&](const std::string& text) { return has_word(text, name); };
  while (std::ranges::any_of(program.functions, is_taken)) name += "_";
  return name;
}

std::string class_name(const Program& program, const Kernel& kernel) {
  std::string texts = program.types;
  for (const Macro& macro : program.macros) texts += " " + macro.name;
  std::set<std::string> taken{"Layout"};
  for (const Kernel& other : program.kernels) {
    const std::string base = capitalised(other.name).empty() ? "Kernel" : capitalised(other.name);
    std::string name = base;
    for (int number = 1; taken.contains(name) || has_word(texts, name); ++number)
      name = base + (number == 1 ? "Kernel" : std::to_string(number));
    if (&other == &kernel || other.name == kernel.name) return name;
    taken.insert(name);
  }
  return capitalised(kernel.name);
}

std::string call_text(const Kernel& kernel, const Call& call) {
  const bool is_fold = kernel.skeleton == Skeleton::reduce;
  if (is_fold && kernel.lift.empty()) return "(" + kernel.result.name + ")" + call.images + call.element;
  std::string arguments;
  std::size_t image = 0;
  for (const Parameter& parameter : kernel.parameters)
    arguments += (arguments.empty() ? "" : ", ") + argument(parameter, call, image);
  return call.scope + (is_fold ? kernel.lift : kernel.name) + "(" + arguments + ")";
}

std::string for_each_image(const Kernel& kernel, std::string_view format, std::string_view separator,
                           std::size_t first) {
  std::string list;
  const std::vector<Parameter> images = kernel.images();
  for (std::size_t i = first; i < images.size(); ++i) {
    if (i > first) list += separator;
    list += fill(format, {{"Pixel", images[i].type.name}, {"image", numbered("image", i)}, {"_i", numbered("", i)}});
  }
  return list;
}

std::string for_each_setting(const Kernel& kernel, std::string_view format, std::string_view separator) {
  std::string list;
  for (const Parameter& setting : kernel.settings()) {
    if (!list.empty()) list += separator;
    const std::string& type = setting.type.name;
    list += fill(format, {{"Type", type},
                          {"const_Type", setting.type.is_struct() ? "const " + type + "&" : type},
                          {"setting", setting.name}});
  }
  return list;
}

std::string border_function(const Kernel& kernel) {
  if (kernel.skeleton != Skeleton::stencil || kernel.border == Border::constant) return "";
  return name_of(kernel.border) + "_index";
}

std::string border_functions(const Program& program, const std::string& words, const std::string& integer,
                             bool (*is_wanted)(const Kernel&)) {
  std::set<std::string> used;
  for (const Kernel& kernel : program.kernels)
    if (const std::string border = border_function(kernel); !border.empty() && is_wanted(kernel)) used.insert(border);
  std::string text;
  for (const std::string& border : used)
    text += fill(template_named("border/" + border + ".c"), {{"words", words}, {"integer", integer}});
  return text;
}

std::string pixel_or_border(const Kernel& kernel, const std::string& stride, bool is_c_plus_plus) {
  const bool is_volume = kernel.rank == 3;
  const std::string border = border_function(kernel);
  if (!border.empty()) {
    const std::string row = border + "(row, height)";
    const std::string line = is_volume ? "(" + border + "(plane, depth) * height + " + row + ")" : row;
    return "image[" + line + " * " + stride + " + " + border + "(column, width)]";
  }
  return std::string(is_volume ? "plane < 0 || plane >= depth || " : "") +
         "row < 0 || row >= height || column < 0 || column >= width ? " + beyond_text(kernel, is_c_plus_plus) +
         " : image[" + (is_volume ? "(plane * height + row)" : "row") + " * " + stride + " + column]";
}

bool uses_place(const Kernel& kernel) {
  return kernel.uses(Role::x) || kernel.uses(Role::y) || kernel.uses(Role::z) || kernel.has_margin();
}

std::string positions_text(const Kernel& kernel, const std::string& integer) {
  const bool is_volume = kernel.rank == 3, is_map = kernel.skeleton == Skeleton::map;
  std::map<Role, std::string> values;
  if (!is_map) values = {{Role::x, "i % width"}, {Role::y, is_volume ? "i / width % height" : "i / width"}};
  if (is_map && is_volume) values[Role::y] = "line % height";
  if (is_volume) values[Role::z] = is_map ? "line / height" : "i / width / height";
  std::string text;
  for (const auto& [role, value] : values) {
    if (!kernel.uses(role) && !kernel.has_margin()) continue;
    const char* const name = role == Role::x ? "x" : role == Role::y ? "y" : "z";
    text += (text.empty() ? "const " + integer + " " : ", ") + name + " = " + value;
  }
  return text.empty() ? text : text + ";";
}

std::string margin_condition(const Kernel& kernel) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " || ") + part; };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string position(position_words[axis]), extent(extent_words[axis]);
    if (kernel.margin[2 * axis] > 0) add(position + " < " + std::to_string(kernel.margin[2 * axis]));
    if (kernel.margin[2 * axis + 1] > 0)
      add(position + " >= " + extent + " - " + std::to_string(kernel.margin[2 * axis + 1]));
  }
  return text;
}

bool has_floats(const Type& type) {
  if (!type.is_struct()) return is_floating(type.dtype);
  return std::ranges::any_of(type.fields, [](const Field& field) { return is_floating(field.dtype); });
}

bool has_struct_pixels(const Kernel& kernel) {
  const bool writes_pixels = kernel.skeleton == Skeleton::map || kernel.skeleton == Skeleton::stencil;
  return kernel.images()[0].type.is_struct() || (writes_pixels && kernel.result.is_struct());
}

bool is_stencil(const Kernel& kernel) { return kernel.skeleton == Skeleton::stencil; }
bool is_flat_stencil(const Kernel& kernel) { return is_stencil(kernel) && kernel.rank == 2; }
bool is_volume_stencil(const Kernel& kernel) { return is_stencil(kernel) && kernel.rank == 3; }

Values program_values(const Program& program) {
  std::string capitals = program.name;
  std::ranges::transform(capitals, capitals.begin(), upper);
  return {{"program", program.name}, {"identifier", program.name}, {"PROGRAM", capitals}, {"space", space_of(program)}};
}

Values kernel_values(const Program& program, const Kernel& kernel) {
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  const auto unless_zero = [&](const char* sign, std::int64_t n) { return when(n != 0, sign + number(n)); };
  Values values = program_values(program);
  const bool is_volume = kernel.rank == 3;
  const auto& [planes, rows, columns] = kernel.window;
  const auto extents = [&](const std::string& type) {
    return (is_volume ? type + " depth, " : "") + type + " height, " + type + " width";
  };
  values.insert({
      {"name", kernel.name},
      {"Class", class_name(program, kernel)},
      {"Pixel", kernel.images()[0].type.name},
      {"Result", kernel.result.name},
      {"images", for_each_image(kernel, "const @Pixel@* @image@", ", ")},
      {"image_names", for_each_image(kernel, "@image@", ", ")},
      {"both", kernel.images().size() > 1 ? "all images" : "`image`"},
      {"settings", for_each_setting(kernel, "@const_Type@ @setting@", ", ")},
      {"no_settings", when(kernel.settings().empty())},
      {"initialisers", for_each_setting(kernel, "@setting@_(@setting@)", ", ")},
      {"members", for_each_setting(kernel, "@Type@ @setting@_;", "\n")},
      {"extents", extents("std::int64_t")},
      {"extent_names", is_volume ? "depth, height, width" : "height, width"},
      {"lines", is_volume ? "depth * height" : "height"},
      {"line_name", is_volume ? "line" : "y"},
      {"count", is_volume ? "depth * height * width" : "height * width"},
      {"bins", number(kernel.bins)},
      {"rank", number(kernel.rank)},
      {"flat", when(!is_volume)},
      {"volume", when(is_volume)},
      {"window_planes", number(planes)},
      {"window_rows", number(rows)},
      {"window_columns", number(columns)},
      {"window_text", (is_volume ? number(planes) + " x " : "") + number(rows) + " x " + number(columns)},
      {"window_lines", number(planes * rows)},
      {"half_planes", unless_zero(" - ", planes / 2)},
      {"half_rows", unless_zero(" - ", rows / 2)},
      {"half_columns", unless_zero(" - ", columns / 2)},
      {"more_planes", unless_zero(" + ", planes - 1)},
      {"more_rows", unless_zero(" + ", rows - 1)},
      {"more_columns", unless_zero(" + ", columns - 1)},
      {"border", name_of(kernel.border)},
      {"margin", when(kernel.has_margin())},
      {"no_margin", when(!kernel.has_margin())},
      {"in_margin", margin_condition(kernel)},
      {"margin_words",
       when(kernel.has_margin(), "\n  // Pixels where " + margin_condition(kernel) + " stay as they are.")},
  });
  return values;
}

}  // namespace preamar::convert
