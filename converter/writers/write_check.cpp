// The program that compares the targets with the serial code, and the project that builds everything.
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

std::string bool_text(bool value) { return value ? "true" : "false"; }

// How values of a struct are compared, printed and generated.
std::string check_struct_text(const Type& type) {
  std::vector<std::string> comparisons, texts, distances, pixels;
  for (const Field& field : type.fields) {
    const Values name{{"f", field.name}};
    comparisons.push_back(fill("check::is_close(a.@f@, b.@f@, tolerance)", name));
    texts.push_back(fill("check::text_of(value.@f@)", name));
    distances.push_back(fill("check::distance_of(a.@f@, b.@f@)", name));
    pixels.push_back(fill("check::fill_pixel(pixel.@f@, bits = check::Random(bits).next(), levels);", name));
  }
  return fill(template_named("project/check_struct.cpp"), {{"Struct", type.name},
                                                           {"comparisons", joined(comparisons, " && ")},
                                                           {"texts", joined(texts, " + \", \" + ")},
                                                           {"distances", joined(distances, ", ")},
                                                           {"pixel_fields", joined(pixels, "\n")}});
}

// Height and width in the check's notation, preceded by the depth for a volume.
std::string sizes_of(const Kernel& kernel) {
  return std::string(kernel.rank == 3 ? "size.depth, " : "") + "size.height, size.width";
}

std::string serial_call(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  values["sizes"] = sizes_of(kernel);
  const std::string more = for_each_setting(kernel, ", @setting@_", "") + ")";
  switch (kernel.skeleton) {
    case Skeleton::reduce:
      return fill("*result = @identifier@_serial_@name@(@image_names@, @sizes@", values) + more;
    case Skeleton::histogram:
      return fill("@identifier@_serial_@name@(@image_names@, @sizes@, result, @bins@", values) + more;
    default:
      return fill("@identifier@_serial_@name@(@image_names@, result, @sizes@", values) + more;
  }
}

// How parameters are generated and printed; an example from the source is used unchanged.
std::string drawn_text(const Kernel& kernel) {
  std::string text, told;
  for (const Parameter& setting : kernel.settings()) {
    if (!setting.example.empty()) continue;
    if (!setting.type.is_struct()) {
      text += "check::fill_setting(" + setting.name + "_, random);\n";
      told += std::string(told.empty() ? "" : " + \", \" + ") + "std::string(\"" + setting.name +
              " = \") + check::text_of(" + setting.name + "_)";
    }
    for (const Field& field : setting.type.fields) {
      const std::string name = setting.name + "_." + field.name;
      text += "check::fill_small(" + name + ", random);\n";
      told += std::string(told.empty() ? "" : " + \", \" + ") + "std::string(\"" + setting.name + "." + field.name +
              " = \") + check::text_of(" + name + ")";
    }
  }
  if (text.empty()) return "static_cast<void>(random); return std::string();";
  return text + "return " + told + ";";
}

Values check_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  const bool is_value = kernel.skeleton == Skeleton::reduce, has_bins = kernel.skeleton == Skeleton::histogram;
  const std::string kind = is_value ? "value" : has_bins ? "counters" : "pixels";
  values["kind"] = kind;
  values[kind] = kind;
  values["counters_or_none"] = has_bins ? values["bins"] : "0";
  std::vector<std::int64_t> size = kernel.size;
  if (!size.empty()) size.insert(size.begin(), 3 - size.size(), 1);
  for (const std::int64_t extent : size)
    values["only_size"] += (values["only_size"].empty() ? "" : ", ") + std::to_string(extent);
  values["inexact"] = when(!kernel.inexact.empty());
  const std::vector<Parameter> images = kernel.images();
  values["special"] = when(!kernel.converts_to_integers &&
                           std::ranges::any_of(images, [](const Parameter& image) { return has_floats(image.type); }));
  values["has_floats"] = bool_text(has_floats(kernel.result));
  values["Pixels"] = for_each_image(kernel, "@Pixel@", ", ");
  values["sizes"] = sizes_of(kernel);
  values["serial_call"] = serial_call(program, kernel);
  values["drawn"] = drawn_text(kernel);
  for (const Parameter& setting : kernel.settings())
    values["setting_variables"] +=
        setting.type.name + " " + setting.name + "_" +
        (setting.example.empty() ? "{}" : fill(" = @identifier@_serial_@name@_", values) + setting.name + "()") + ";\n";
  return values;
}

std::string kernel_text(const Program& program, const Kernel& kernel, const std::vector<Target>& chosen) {
  Values values = check_values(program, kernel);
  for (const Target target : chosen) {
    const std::string name = name_of(target);
    values["target"] = name;
    values["TARGET"] = target == Target::cpp ? "CPP" : target == Target::opencl ? "OPENCL" : "CUDA";
    values["layout"] = writes_pixels(program) ? "strides.image, strides.result" : "strides.image";
    values["object"] = name + "::" + values["Class"] + "(" + for_each_setting(kernel, "@setting@_", ", ") + ")";
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
    std::vector<Type> types{kernel.result};
    for (const Parameter& image : kernel.images()) types.push_back(image.type);
    for (const Type& type : types)
      if (type.is_struct() && structs.insert(type.name).second) values["structs"] += check_struct_text(type);
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
