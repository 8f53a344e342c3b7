// The program that compares the targets with the serial code, and the project that builds all.
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>
#include <set>

namespace preamar::convert {
namespace {

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

std::string text_of(bool value) { return value ? "true" : "false"; }

// How values of a struct are compared and shown.
std::string struct_text(const Type& type) {
  std::vector<std::string> comparisons, texts;
  for (const Field& field : type.fields) {
    comparisons.push_back(fill("check::is_close(a.@f@, b.@f@, tolerance)", {{"f", field.name}}));
    texts.push_back("check::text_of(value." + field.name + ")");
  }
  return fill(
      template_named("project/check_struct.cpp"),
      {{"Struct", type.name}, {"comparisons", joined(comparisons, " && ")}, {"texts", joined(texts, " + \", \" + ")}});
}

std::string serial_call(const Program& program, const Kernel& kernel) {
  const std::string more = kernel.parameters ? ", parameters" : "";
  const Values values = kernel_values(program, kernel);
  switch (kernel.skeleton) {
    case Skeleton::reduce:
      return fill("*result = @identifier@_serial_@name@(@image_names@, height, width", values) + more + ")";
    case Skeleton::histogram:
      return fill("@identifier@_serial_@name@(@image_names@, height, width, result, @bins@", values) + more + ")";
    default:
      return fill("@identifier@_serial_@name@(@image_names@, result, height, width", values) + more + ")";
  }
}

Values check_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  const bool is_value = kernel.skeleton == Skeleton::reduce, has_bins = kernel.skeleton == Skeleton::histogram;
  const std::string kind = is_value ? "value" : has_bins ? "counters" : "pixels";
  values["kind"] = kind;
  values[kind] = kind;
  values["counters_or_none"] = has_bins ? values["bins"] : "0";
  values["is_inexact"] = text_of(!kernel.inexact.empty());
  values["has_floats"] = text_of(has_floats(kernel.result));
  values["Pixels"] = for_each_image(kernel, "@Pixel@", ", ");
  values["example"] = kernel.example;
  values["serial_call"] = serial_call(program, kernel);
  if (kernel.parameters && kernel.example.empty())
    for (const Field& field : kernel.parameters->fields)
      values["random_parameters"] += "check::fill_small(parameters." + field.name + ", random);\n";
  return values;
}

std::string kernel_text(const Program& program, const Kernel& kernel, const std::vector<Target>& chosen) {
  Values values = check_values(program, kernel);
  for (const Target target : chosen) {
    const std::string name = name_of(target);
    values["target"] = name;
    values["TARGET"] = target == Target::cpp ? "CPP" : target == Target::opencl ? "OPENCL" : "CUDA";
    values["object"] = name + "::" + class_name(kernel.name) + (kernel.parameters ? "(parameters)" : "()");
    values["with_targets"] += fill(template_named("project/check_target.cpp"), values);
  }
  return fill(template_named("project/check_kernel.cpp"), values);
}

}  // namespace

std::vector<File> check_files(const Program& program, const std::vector<Target>& chosen) {
  Values values = program_values(program);
  std::set<std::string> structs;
  values["structs"] = "";
  for (const Kernel& kernel : program.kernels) {
    if (kernel.result.is_struct() && structs.insert(kernel.result.name).second)
      values["structs"] += struct_text(kernel.result);
    values["kernels"] += kernel_text(program, kernel, chosen);
    values["calls"] += "holds = check_" + kernel.name + "(options) && holds;\n";
  }
  std::vector<std::string> names;
  for (const Target target : chosen) {
    names.push_back(name_of(target));
    values[names.back()] = "yes";
  }
  values["targets"] = joined(names, ";");
  values["target_list"] = "\"" + joined(names, "\", \"") + "\"";
  values["math"] = when(!program.mathematics.empty());
  return {{"check.h", fill(template_named("project/check.h"), values)},
          {"check.cpp", fill(template_named("project/check.cpp"), values)},
          {"CMakeLists.txt", fill(template_named("project/CMakeLists.txt"), values)}};
}

}  // namespace preamar::convert
