// The OpenCL target: kernels as text, and classes that run them.
#include "writers/handed_structs.h"
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>
#include <map>

namespace preamar::convert {
namespace {

// Types of stdint.h, which OpenCL C lacks.
std::string fixed_types_text(const Program& program) {
  static const std::map<std::string, std::string> types{
      {"int8_t", "char"},   {"int16_t", "short"},   {"int32_t", "int"},   {"int64_t", "long"},
      {"uint8_t", "uchar"}, {"uint16_t", "ushort"}, {"uint32_t", "uint"}, {"uint64_t", "ulong"}};
  std::string text;
  for (const std::string& name : program.fixed_types)
    if (const auto found = types.find(name); found != types.end())
      text += "typedef " + found->second + " " + name + ";\n";
  return text;
}

// The type in memory shared with the host; OpenCL C has no bool there.
Type shared(Type type) {
  if (!type.is_struct() && type.dtype == DType::boolean) type.name = "uchar";
  return type;
}

// With the names of functions in OpenCL C.
Kernel renamed(const Program& program, Kernel kernel) {
  for (std::string* const name : {&kernel.name, &kernel.lift})
    if (const auto found = program.opencl_names.find(*name); found != program.opencl_names.end()) *name = found->second;
  return kernel;
}

// Settings as the kernel takes them, and as the class passes them.
void add_settings(const Kernel& kernel, Values& values) {
  for (const Parameter& setting : kernel.settings()) {
    const bool is_handed = needs_handing(setting.type);
    const std::string type = is_handed ? handed_name(setting.type) : shared(setting.type).name;
    values["more_parameters"] += ", const " + type + " " + setting.name + (is_handed ? "_handed" : "_");
    values["more_arguments"] += ", " + (is_handed ? "handed(" + setting.name + "_)" : setting.name + "_");
    if (is_handed)
      values["taken"] += "const " + setting.type.name + " " + setting.name + "_ = " + taking_name(setting.type) + "(" +
                         setting.name + "_handed);\n";
  }
}

Values opencl_values(const Program& program, const Kernel& kernel) {
  const bool is_volume = kernel.rank == 3;
  Values values = kernel_values(program, kernel);
  const Kernel called = renamed(program, kernel);
  values["function"] = called.name;
  values["kernel"] = free_name(program, kernel.name + "_" + name_of(kernel.skeleton));
  Kernel outside = kernel;
  for (Parameter& parameter : outside.parameters) parameter.type = shared(parameter.type);
  values["buffers"] = for_each_image(outside, "__global const @Pixel@* @image@", ", ");
  values["Out"] = shared(kernel.result).name;
  values["extents_cl"] = std::string(is_volume ? "const long depth, " : "") + "const long height, const long width";
  values["more_parameters"] = values["more_arguments"] = values["taken"] = "";
  add_settings(kernel, values);
  values["copies_in"] = for_each_image(
      kernel, "const Buffer in@_i@(@image@, {" + values["lines"] + ", width, layout.image_stride}, sizeof(@Pixel@));",
      "\n");
  values["buffer_names"] = for_each_image(kernel, "in@_i@", ", ");
  values["out"] =
      fill(kernel.has_margin() ? "const Buffer out(result, {@lines@, width, layout.result_stride}, sizeof(@Result@));"
                               : "const Buffer out(static_cast<std::size_t>(count) * sizeof(@Result@));",
           values);
  values["pixel"] = pixel_or_border(kernel, "width", false);
  values["atomic_add"] = is_floating(kernel.result.dtype) ? "add_global_float" : "atomic_add";
  Call call{.element = "[i]", .counters = "mine"};
  values["call"] = call_text(called, call);
  call.counters = "counts";
  values["global_call"] = call_text(called, call);
  values["position"] = positions_text(kernel, "long");
  return values;
}

std::string opencl_text(const Program& program, const std::string& suffix) {
  std::string text;
  for (const Kernel& kernel : program.kernels) {
    const bool is_volume = is_volume_stencil(kernel) && suffix == ".cl";
    text +=
        fill(template_named("opencl/" + std::string(is_volume ? "volume_" : "") + name_of(kernel.skeleton) + suffix),
             opencl_values(program, kernel));
  }
  return text;
}

bool has_sums(const Kernel& kernel) { return kernel.skeleton == Skeleton::histogram && has_floats(kernel.result); }
bool has_counts(const Kernel& kernel) { return kernel.skeleton == Skeleton::histogram && !has_floats(kernel.result); }

}  // namespace

std::vector<File> opencl_files(const Program& program) {
  Values values = program_values(program);
  const auto any = [&](bool (*holds)(const Kernel&)) { return when(std::ranges::any_of(program.kernels, holds)); };
  values["types"] = program.types;
  values["macros"] = "";
  for (const Macro& macro : program.macros) values["macros"] += macro.text;
  values["fixed_types"] = fixed_types_text(program);
  values["functions"] = program.functions_for(Target::opencl);
  values["prelude"] = mathematics_text(program, Target::opencl, "");
  values["volumes"] = any(is_volume_stencil);
  values["flats"] = any(is_flat_stencil);
  values["sums"] = any(has_sums);
  values["counts"] = any(has_counts);
  for (const Skeleton skeleton : {Skeleton::stencil, Skeleton::reduce, Skeleton::histogram})
    if (has(program, skeleton))
      values["prelude"] += fill(template_named("opencl/" + name_of(skeleton) + "_prelude.cl"), values);
  values["prelude"] += border_functions(program, "", "long", is_stencil);
  values["kernels"] = opencl_text(program, ".cl");
  values["definitions"] = opencl_text(program, ".cpp");
  values["reduces"] = when(has(program, Skeleton::reduce));
  values["global_bins"] = when(has(program, Skeleton::histogram));
  values["handed_device"] = handed_on_device(program);
  values["handed_host"] = values["handed"] = handed_on_host(program);
  return {class_header(program, Target::opencl, "on a device, by OpenCL"),
          {program.name + "_opencl.cpp", fill(template_named("opencl/source.cpp"), values)},
          {program.name + ".cl", fill(template_named("opencl/kernels.cl"), values)},
          {"opencl_device.h", fill(template_named("opencl/opencl_device.h"), values)}};
}

}  // namespace preamar::convert
