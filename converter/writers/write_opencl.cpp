// The OpenCL target: kernels as text, and classes that run them.
#include "writers/targets.h"
#include "writers/wording.h"

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

// As it lies in memory that the host shares, where OpenCL C has no bool.
Type shared(Type type) {
  if (!type.is_struct() && type.dtype == DType::boolean) type.name = "uchar";
  return type;
}

// With functions called as OpenCL C has them.
Kernel renamed(const Program& program, Kernel kernel) {
  for (std::string* const name : {&kernel.name, &kernel.lift})
    if (const auto found = program.opencl_names.find(*name); found != program.opencl_names.end()) *name = found->second;
  return kernel;
}

Values opencl_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  const Kernel called = renamed(program, kernel);
  values["function"] = called.name;
  Kernel outside = kernel;
  for (Type& pixel : outside.pixels) pixel = shared(pixel);
  values["buffers"] = for_each_image(outside, "__global const @Pixel@* @image@", ", ");
  values["Out"] = shared(kernel.result).name;
  values["more_parameters"] = kernel.parameters ? ", const " + kernel.parameters->name + " parameters" : "";
  values["more_arguments"] = kernel.parameters ? ", parameters_" : "";
  values["copies_in"] = for_each_image(kernel, "const Buffer in@_i@(@image@, count * sizeof(@Pixel@));", "\n");
  values["buffer_names"] = for_each_image(kernel, "in@_i@", ", ");
  Call call{.element = kernel.skeleton == Skeleton::stencil ? "window" : "[i]",
            .index = kernel.skeleton == Skeleton::stencil ? "y * width + x" : "i",
            .column = "x",
            .row = "y",
            .counters = "mine, bins"};
  values["call"] = call_text(called, call);
  call.counters = "counts, bins";
  values["global_call"] = call_text(called, call);
  values["position"] = when(kernel.positions.size() == 2, "const long x = i % width, y = i / width;");
  return values;
}

std::string text_of(const Program& program, const std::string& suffix) {
  std::string text;
  for (const Kernel& kernel : program.kernels)
    text += fill(template_named("opencl/" + name_of(kernel.skeleton) + suffix), opencl_values(program, kernel));
  return text;
}

}  // namespace

std::vector<File> opencl_files(const Program& program) {
  Values values = program_values(program);
  values["types"] = program.types;
  values["fixed_types"] = fixed_types_text(program);
  values["functions"] = program.functions_for(Target::opencl);
  values["prelude"] = mathematics_text(program, Target::opencl, "");
  for (const Skeleton skeleton : {Skeleton::stencil, Skeleton::reduce, Skeleton::histogram})
    if (has(program, skeleton)) values["prelude"] += template_named("opencl/" + name_of(skeleton) + "_prelude.cl");
  values["prelude"] += border_functions(program, "", "long");
  values["kernels"] = text_of(program, ".cl");
  values["definitions"] = text_of(program, ".cpp");
  values["reduces"] = when(has(program, Skeleton::reduce));
  values["global_bins"] = when(has(program, Skeleton::histogram));
  return {class_header(program, Target::opencl, "on a device, by OpenCL"),
          {program.name + "_opencl.cpp", fill(template_named("opencl/source.cpp"), values)},
          {program.name + ".cl", fill(template_named("opencl/kernels.cl"), values)},
          {"opencl_device.h", std::string(template_named("opencl/opencl_device.h"))}};
}

}  // namespace preamar::convert
