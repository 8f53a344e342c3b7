#include "writers/handed_structs.h"

#include <algorithm>
#include <map>

namespace preamar::convert {
namespace {

// "struct lens" becomes "lens".
std::string bare_name(const Type& type) { return type.name.substr(type.name.rfind(' ') + 1); }

std::string number_name(DType dtype, bool is_host) {
  constexpr const char* device[] = {"uchar", "uchar", "ushort", "uint",  "ulong", "char",
                                    "short", "int",   "long",   "float", "double"};
  constexpr const char* host[] = {"unsigned char", "unsigned char", "std::uint16_t", "std::uint32_t",
                                  "std::uint64_t", "std::int8_t",   "std::int16_t",  "std::int32_t",
                                  "std::int64_t",  "float",         "double"};
  return (is_host ? host : device)[static_cast<std::size_t>(dtype)];
}

std::string handed_struct_text(const Type& type, bool is_host) {
  std::string text = "typedef struct {\n";
  for (std::size_t i = 0; i < type.fields.size(); ++i)
    text += number_name(type.fields[i].dtype, is_host) + " f" + std::to_string(i) + "[" +
            std::to_string(type.fields[i].count) + "];\n";
  return text + "} " + handed_name(type) + ";\n";
}

std::map<std::string, Type> handed_types(const Program& program) {
  std::map<std::string, Type> types;
  for (const Kernel& kernel : program.kernels)
    for (const Parameter& setting : kernel.settings())
      if (needs_handing(setting.type)) types[setting.type.name] = setting.type;
  return types;
}

}  // namespace

bool needs_handing(const Type& type) {
  return std::ranges::any_of(type.fields, [](const Field& field) { return field.dtype == DType::boolean; });
}

std::string handed_name(const Type& type) { return bare_name(type) + "_handed"; }
std::string taking_name(const Type& type) { return "taken_" + bare_name(type); }

std::string handed_on_device(const Program& program) {
  std::string text;
  for (const auto& [name, type] : handed_types(program)) {
    text += "\n// The kernel argument for '" + name + "', which has a bool.\n" + handed_struct_text(type, false) +
            name + " " + taking_name(type) + "(" + handed_name(type) + " handed) {\n" + name + " taken;\n";
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      const Field& field = type.fields[i];
      const std::string from = "handed.f" + std::to_string(i);
      const std::string number = field.dtype == DType::boolean ? "bool" : number_name(field.dtype, false);
      text += field.count == 1 ? "taken." + field.name + " = " + from + "[0];\n"
                               : "for (int k = 0; k < " + std::to_string(field.count) + "; ++k) ((" + number +
                                     "*)&taken." + field.name + ")[k] = " + from + "[k];\n";
    }
    text += "return taken;\n}\n";
  }
  return text;
}

std::string handed_on_host(const Program& program) {
  std::string text;
  for (const auto& [name, type] : handed_types(program)) {
    text += "\n// '" + name + "' as a kernel takes it.\n" + handed_struct_text(type, true) + handed_name(type) +
            " handed(const " + name + "& settings) {\n" + handed_name(type) + " all;\n";
    for (std::size_t i = 0; i < type.fields.size(); ++i)
      text += "std::memcpy(all.f" + std::to_string(i) + ", &settings." + type.fields[i].name + ", sizeof all.f" +
              std::to_string(i) + ");\n";
    text += "return all;\n}\n";
  }
  return text;
}

}  // namespace preamar::convert
