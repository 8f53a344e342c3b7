// The C++ target: Preamar's primitives over rows, on every core.
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>
#include <array>

namespace preamar::convert {
namespace {

bool is_gathered(const Kernel& kernel) { return kernel.skeleton == Skeleton::stencil && has_struct_pixels(kernel); }
bool has_float_bins(const Kernel& kernel) {
  return kernel.skeleton == Skeleton::histogram && is_floating(kernel.result.dtype);
}

// The position of the row in the image; only what is used.
std::string line_text(const Kernel& kernel, bool needs_all) {
  const bool is_volume = kernel.rank == 3;
  const bool needs_line = needs_all || kernel.images().size() > 1;
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "const std::int64_t " : ", ") + part; };
  const bool needs_y = kernel.uses(Role::y) || kernel.has_margin() || is_gathered(kernel);
  if (is_volume && (needs_line || needs_y || kernel.uses(Role::z))) add("line = call.first / width");
  if (!is_volume && (needs_line || needs_y)) add("y = call.first / width");
  if (needs_line || kernel.uses(Role::x) || kernel.has_margin()) add("left = call.first % width");
  if (is_volume && needs_y) add("y = line % height");
  if (is_volume && (kernel.uses(Role::z) || kernel.has_margin() || is_gathered(kernel))) add("z = line / height");
  return text.empty() ? text : text + ";";
}

// The columns of the row that are computed; the others stay unchanged.
std::string margin_text(const Kernel& kernel, const std::string& line) {
  const auto& margin = kernel.margin;
  const auto number = [](std::int64_t n) { return std::to_string(n); };
  Kernel rows = kernel;
  rows.margin[4] = rows.margin[5] = 0;
  const std::string outside = margin_condition(rows);
  const std::string first = "std::clamp<std::int64_t>(" + number(margin[4]) + " - left, 0, call.length)";
  const std::string end = "std::clamp<std::int64_t>(width - " + number(margin[5]) + " - left, first, call.length)";
  return "const " + kernel.result.name + "* const kept = result + " + line + " * result_stride + left;\n" +
         "const std::int64_t first = " + (outside.empty() ? first : outside + " ? call.length : " + first) + ";\n" +
         "const std::int64_t end = " + end + ";\n" +
         "std::copy_n(kept, first, to);\nstd::copy(kept + end, kept + call.length, to + end);";
}

Values cpp_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  const bool is_stencil = kernel.skeleton == Skeleton::stencil, by_bytes = has_struct_pixels(kernel);
  const std::string line = kernel.rank == 3 ? "line" : "y";
  values["by_bytes"] = when(by_bytes);
  values["numbers"] = when(!by_bytes);
  values["line"] = line_text(kernel, by_bytes || kernel.has_margin());
  const std::string from = "const @Pixel@* __restrict from@_i@ = @image@ + " + line + " * image_stride + left;";
  std::string rows = for_each_image(kernel, from, "\n", is_stencil || !by_bytes ? 1 : 0);
  if (!is_stencil && !by_bytes)
    rows = fill("const @Pixel@* __restrict from = static_cast<const @Pixel@*>(call.from[0]);", values) +
           (rows.empty() ? "" : "\n" + rows);
  values["rows"] = rows;
  values["to"] =
      by_bytes ? "result + " + line + " * result_stride + left" : "static_cast<" + kernel.result.name + "*>(call.to)";
  values["copies"] = for_each_setting(kernel, "const @Type@ @setting@_ = this->@setting@_;", "\n");
  values["margin_columns"] = when(kernel.has_margin(), margin_text(kernel, line));
  values["Window"] = kernel.rank == 3 ? "Volume" : "Window";
  values["window_rows_given"] = when(kernel.rank == 3, ", " + values["window_rows"]);
  values["window_extents"] = values["window_planes"] + ", " + values["window_rows"] + ", " + values["window_columns"];
  values["strided_pixel"] = pixel_or_border(kernel, "image_stride", true);
  values["gathered"] = when(is_gathered(kernel), fill(template_named("cpp/gathered_rows.cpp"), values));
  char beyond[40];
  std::snprintf(beyond, sizeof beyond, "%.17g", kernel.beyond);
  values["beyond_given"] = kernel.border == Border::constant
                               ? std::string("preamar::Beyond(preamar::Border::constant, ") + beyond + ")"
                               : "preamar::Border::" + values["border"];
  values["call"] = call_text(
      kernel, {.element = "[x]", .index = "call.first + x", .x = "left + x", .scope = "source::", .images = "from"});
  // The compiler vectorises a fold of integers by itself; it must not reorder a fold of floats.
  values["lanes"] = when(has_floats(kernel.result), kernel.result.is_struct() ? "4" : "8");
  return values;
}

}  // namespace

std::vector<File> cpp_files(const Program& program) {
  Values values = program_values(program);
  const auto any = [&](bool (*holds)(const Kernel&)) { return std::ranges::any_of(program.kernels, holds); };
  values["prelude"] = mathematics_text(program, Target::cpp, "inline ");
  values["volumes"] = when(any(is_volume_stencil));
  for (const Skeleton skeleton : {Skeleton::stencil, Skeleton::histogram})
    if (has(program, skeleton))
      values["prelude"] += fill(template_named("cpp/" + name_of(skeleton) + "_prelude.h"), values);
  values["borders"] = border_functions(program, "inline ", "std::int64_t", is_gathered);
  values["functions"] = program.functions_for(Target::cpp);
  values["macros"] = when(!program.macros.empty());
  values["reduces"] = when(has(program, Skeleton::reduce));
  values["calculates"] = when(program.needs_math_header);
  values["structs"] = when(any(has_struct_pixels));
  std::string& definitions = values["definitions"];
  for (const Kernel& kernel : program.kernels)
    definitions +=
        fill(template_named("cpp/" + (has_float_bins(kernel) ? "histogram_sums" : name_of(kernel.skeleton)) + ".cpp"),
             cpp_values(program, kernel));
  return {class_header(program, Target::cpp, "on all cores of the processor, by Preamar's primitives"),
          {program.name + "_cpp.cpp", fill(template_named("cpp/source.cpp"), values)}};
}

}  // namespace preamar::convert
