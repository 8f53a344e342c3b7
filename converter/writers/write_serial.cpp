// The serial target: plain loops in C around the functions of the source.
#include "mathematics.h"
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>
#include <set>

namespace preamar::convert {
namespace {

// Loops over all pixels except the margin; with `from` 1, without the first pixel.
std::string loops_text(const Kernel& kernel, bool has_place, int from) {
  if (!has_place) {
    const std::string count = kernel.rank == 3 ? "depth * height * width" : "height * width";
    return "for (int64_t i = " + std::to_string(from) + "; i < " + count + "; ++i)";
  }
  std::string text;
  for (auto axis = static_cast<std::size_t>(3 - kernel.rank); axis < 3; ++axis) {
    const std::string name(position_words[axis]), extent(extent_words[axis]);
    const std::int64_t before = kernel.margin[2 * axis], behind = kernel.margin[2 * axis + 1];
    const std::string is_first = kernel.rank == 3 ? "z == 0 && y == 0" : "y == 0";
    text += "for (int64_t " + name + " = " + (from == 1 && axis == 2 ? is_first + " ? 1 : 0" : std::to_string(before)) +
            "; " + name + " < " + extent + (behind > 0 ? " - " + std::to_string(behind) : "") + "; ++" + name + ")\n";
  }
  return text;
}

Values serial_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  const bool has_place = uses_place(kernel) || kernel.skeleton == Skeleton::stencil;
  const bool is_volume = kernel.rank == 3;
  values["extents_c"] = std::string(is_volume ? "int64_t depth, " : "") + "int64_t height, int64_t width";
  values["more_parameters"] = for_each_setting(kernel, ", @Type@ @setting@_", "");
  values["loops"] = loops_text(kernel, has_place, kernel.skeleton == Skeleton::reduce ? 1 : 0);
  values["place"] = when(
      has_place, is_volume ? "const int64_t i = (z * height + y) * width + x;" : "const int64_t i = y * width + x;");
  values["window_brackets"] = (is_volume ? "[" + values["window_planes"] + "]" : "") + "[" + values["window_rows"] +
                              "][" + values["window_columns"] + "]";
  values["pixel"] = pixel_or_border(kernel, "width", false);
  values["call"] = call_text(kernel, {.element = "[i]"});
  values["first"] = call_text(kernel, {.element = "[0]", .index = "0", .x = "0", .y = "0", .z = "0"});
  return values;
}

// The argument for a parameter of the function with the loops.
std::string loop_argument(const Kernel& kernel, const std::string& word) {
  const std::vector<Parameter> images = kernel.images();
  for (std::size_t i = 0; i < images.size(); ++i)
    if (images[i].name == word) return "(void*)" + numbered("image", i);
  for (const Parameter& setting : kernel.settings())
    if (setting.name == word) return (setting.is_pointer ? "&" : "") + word + "_";
  if (word == "count") return kernel.rank == 3 ? "depth * height * width" : "height * width";
  if (!word.starts_with("result")) return word;
  return kernel.skeleton == Skeleton::reduce      ? "&value"
         : kernel.skeleton == Skeleton::histogram ? "(void*)counts"
                                                  : "(void*)result";
}

// The name, in the serial function, of the image that the loops read and write; empty if there is none.
std::string image_in_place(const Kernel& kernel) {
  const std::vector<Parameter> images = kernel.images();
  for (const std::string& word : kernel.loop->arguments)
    for (std::size_t i = 0; i < images.size(); ++i)
      if (word == "result:" + images[i].name) return numbered("image", i);
  return "";
}

// Calls the original function with its loops, in the form of the other serial functions.
std::string loop_text(const Kernel& kernel, Values values) {
  const bool is_value = kernel.skeleton == Skeleton::reduce, has_bins = kernel.skeleton == Skeleton::histogram;
  const std::vector<std::string>& words = kernel.loop->arguments;
  const auto has_word = [&](const std::string& word) { return std::ranges::find(words, word) != words.end(); };
  values["loop"] = kernel.loop->name;
  values["loop_arguments"] = "";
  for (const std::string& word : words)
    values["loop_arguments"] += (values["loop_arguments"].empty() ? "" : ", ") + loop_argument(kernel, word);
  const std::string between = is_value ? "" : has_bins ? "" : ", @Result@* result";
  values["serial_parameters"] = fill(
      "@images@" + between + ", @extents_c@" + (has_bins ? ", @Result@* counts, int bins" : "") + "@more_parameters@",
      values);
  values["returned"] = is_value ? values["Result"] : "void";
  values["starts_with_image"] = image_in_place(kernel);
  values["clears"] = when(has_bins);
  values["value"] = when(is_value && has_word("result"));
  values["gives"] = when(is_value && !has_word("result"));
  values["plain"] = when(!is_value || has_word("result"));
  return fill(template_named("serial/loop.c"), values);
}

// Functions whose last bits the check perturbs.
std::set<std::string> inexact_functions(const Program& program) {
  std::set<std::string> all;
  for (const Kernel& kernel : program.kernels) all.insert(kernel.inexact.begin(), kernel.inexact.end());
  return all;
}

std::string moved_text(const std::set<std::string>& functions, const Values& program) {
  // By the number of arguments.
  static constexpr const char* wrappers[] = {
      "", "@type@ moved_@name@(@type@ a) { return moved_@type@(@name@(a)); }\n",
      "@type@ moved_@name@(@type@ a, @type@ b) { return moved_@type@(@name@(a, b)); }\n",
      "@type@ moved_@name@(@type@ a, @type@ b, @type@ c) { return moved_@type@(@name@(a, b, c)); }\n"};
  Values values = program;
  values["wrappers"] = "";
  for (const std::string& name : functions) {
    const MathFunction& function = *math_function(name);
    values[function.type == "float" ? "floats" : "doubles"] = "yes";
    values["wrappers"] +=
        "static " + fill(wrappers[function.arguments], {{"type", std::string(function.type)}, {"name", name}});
  }
  for (const std::string& name : functions) values["wrappers"] += "#define " + name + " moved_" + name + "\n";
  return fill(template_named("serial/moved.c"), values);
}

Values macro_values(const Program& program) {
  Values values{{"macros", when(!program.macros.empty())}, {"macro_lines", ""}, {"macro_ends", ""}, {"macro_text", ""}};
  for (const Macro& macro : program.macros) {
    values["macro_lines"] += "#pragma push_macro(\"" + macro.name + "\")\n#undef " + macro.name + "\n" + macro.text;
    values["macro_ends"] += "#pragma pop_macro(\"" + macro.name + "\")\n";
    values["macro_text"] += macro.text;
  }
  return values;
}

}  // namespace

std::vector<File> serial_files(const Program& program) {
  const auto is_any = [](const Kernel& kernel) { return !kernel.loop; };
  std::string declarations, definitions = border_functions(program, "static ", "int64_t", is_any);
  const auto add = [&](const std::string& text) {
    definitions += text;
    declarations += text.substr(0, text.find('{')) + ";\n";
  };
  for (const Kernel& kernel : program.kernels) {
    Values values = serial_values(program, kernel);
    add(kernel.loop ? loop_text(kernel, values)
                    : fill(template_named("serial/" + name_of(kernel.skeleton) + ".c"), values));
    for (const Parameter& setting : kernel.settings()) {
      if (setting.example.empty()) continue;
      values["Type"] = setting.type.name;
      values["setting"] = setting.name;
      values["example"] = setting.example;
      add(fill(template_named("serial/example.c"), values));
    }
  }
  const std::set<std::string> inexact = inexact_functions(program);
  const bool has_bool = std::ranges::find(program.fixed_types, "bool") != program.fixed_types.end();
  Values values = program_values(program);
  values.merge(macro_values(program));
  values["moved"] = values["unmoved"] = "";
  if (!inexact.empty()) {
    values["moved"] = moved_text(inexact, values);
    for (const std::string& name : inexact) values["unmoved"] += "#undef " + name + "\n";
    declarations += fill("void @identifier@_serial_move(int way);\n", values);
  }
  values["types"] = program.types;
  values["stdbool"] = when(has_bool);
  values["stdint"] = when(program.fixed_types.size() > (has_bool ? 1 : 0));
  values["string"] =
      when(has(program, Skeleton::histogram) ||
           std::ranges::any_of(program.kernels, [](const Kernel& kernel) { return kernel.loop.has_value(); }));
  values["declarations"] = declarations;
  values["definitions"] = definitions;
  std::vector<File> files{{program.name + "_types.h", fill(template_named("serial/types.h"), values)},
                          {program.name + "_serial.h", fill(template_named("serial/header.h"), values)},
                          {program.name + "_serial.c", fill(template_named("serial/source.c"), values)}};
  if (!program.macros.empty())
    files.push_back({program.name + "_macros.h", fill(template_named("serial/macros.h"), values)});
  return files;
}

}  // namespace preamar::convert
