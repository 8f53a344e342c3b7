// The serial target: plain loops in C around the functions as the source has them.
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>

namespace preamar::convert {
namespace {

Values serial_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  const bool has_place = kernel.positions.size() == 2;
  const bool is_stencil = kernel.skeleton == Skeleton::stencil;
  values["more_parameters"] = kernel.parameters ? ", " + kernel.parameters->name + " parameters" : "";
  values["whole"] = when(!has_place);
  values["example"] = kernel.example;
  values["call"] = call_text(kernel, {.element = is_stencil  ? "window"
                                                 : has_place ? "[y * width + x]"
                                                             : "[i]",
                                      .index = is_stencil ? "y * width + x" : "i",
                                      .column = "x",
                                      .row = "y",
                                      .counters = "counts, bins"});
  values["first"] = call_text(kernel, {.element = "[0]", .index = "0", .column = "0", .row = "0"});
  return values;
}

}  // namespace

std::vector<File> serial_files(const Program& program) {
  std::string declarations, definitions = border_functions(program, "static ", "int64_t");
  const auto add = [&](const std::string& text) {
    definitions += text;
    declarations += text.substr(0, text.find('{')) + ";\n";
  };
  for (const Kernel& kernel : program.kernels) {
    const Values values = serial_values(program, kernel);
    add(fill(template_named("serial/" + name_of(kernel.skeleton) + ".c"), values));
    if (!kernel.example.empty()) add(fill(template_named("serial/example.c"), values));
  }
  const bool has_bool = std::ranges::find(program.fixed_types, "bool") != program.fixed_types.end();
  Values values = program_values(program);
  values["types"] = program.types;
  values["stdbool"] = when(has_bool);
  values["stdint"] = when(program.fixed_types.size() > (has_bool ? 1 : 0));
  values["histogram"] = when(has(program, Skeleton::histogram));
  values["declarations"] = declarations;
  values["definitions"] = definitions;
  return {{program.name + "_types.h", fill(template_named("serial/types.h"), values)},
          {program.name + "_serial.h", fill(template_named("serial/header.h"), values)},
          {program.name + "_serial.c", fill(template_named("serial/source.c"), values)}};
}

}  // namespace preamar::convert
