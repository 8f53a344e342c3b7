#include "writers/writers.h"

#include "mathematics.h"
#include "writers/format.h"
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace preamar::convert {
namespace {

std::vector<File> target_files(const Program& program, Target target) {
  switch (target) {
    case Target::cpp:
      return cpp_files(program);
    case Target::opencl:
      return opencl_files(program);
    case Target::cuda:
      break;
  }
  return cuda_files(program);
}

bool is_code(const std::string& name) { return !name.ends_with(".txt"); }

}  // namespace

bool has(const Program& program, Skeleton skeleton) {
  return std::ranges::any_of(program.kernels, [&](const Kernel& kernel) { return kernel.skeleton == skeleton; });
}

bool writes_pixels(const Program& program) { return has(program, Skeleton::map) || has(program, Skeleton::stencil); }

std::string mathematics_text(const Program& program, Target target, const std::string& words) {
  // By the number of arguments.
  static constexpr const char* wrappers[] = {
      "", "@words@@type@ c_@name@(@type@ a) { return @called@(a); }\n",
      "@words@@type@ c_@name@(@type@ a, @type@ b) { return @called@(a, b); }\n",
      "@words@@type@ c_@name@(@type@ a, @type@ b, @type@ c) { return @called@(a, b, c); }\n"};
  std::string text;
  for (const std::string& name : program.mathematics) {
    const MathFunction& function = *math_function(name);
    const std::string called(target == Target::opencl ? function.plain : function.name);
    text += fill(wrappers[function.arguments],
                 {{"words", words}, {"type", std::string(function.type)}, {"name", name}, {"called", called}});
  }
  return text;
}

File class_header(const Program& program, Target target, const std::string& where) {
  std::string classes;
  for (const Kernel& kernel : program.kernels)
    classes += fill(template_named("class/" + name_of(kernel.skeleton) + ".h"), kernel_values(program, kernel));
  Values values = program_values(program);
  values["target"] = name_of(target);
  values["where"] = where;
  values["classes"] = classes;
  values["vector"] = when(has(program, Skeleton::histogram));
  values["writes"] = when(writes_pixels(program));
  values["threads"] = when(target == Target::cpp);
  values["and_threads"] = when(target == Target::cpp, ", and how many threads work");
  return {program.name + "_" + name_of(target) + ".h", fill(template_named("class/header.h"), values)};
}

std::vector<File> project_files(const Program& program, const std::vector<Target>& chosen) {
  std::vector<File> files = serial_files(program);
  const auto add = [&files](std::vector<File> more) { std::ranges::move(more, std::back_inserter(files)); };
  for (const Target target : chosen) add(target_files(program, target));
  add(check_files(program, chosen));
  for (File& file : files)
    if (is_code(file.name)) file.text = formatted(file.text, file.name);
  files.insert(files.begin(), {program.name + ".c", program.serial});
  files.insert(files.end(), program.headers.begin(), program.headers.end());
  return files;
}

void write_files(const std::vector<File>& files, const std::filesystem::path& folder) {
  for (const File& file : files) {
    std::filesystem::create_directories((folder / file.name).parent_path());
    std::ofstream out(folder / file.name, std::ios::binary);
    if (!(out << file.text << std::flush))
      throw std::runtime_error((folder / file.name).string() + ": cannot be written");
  }
}

}  // namespace preamar::convert
