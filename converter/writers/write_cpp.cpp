// The C++ target: Preamar's primitives over rows, on every core.
#include "writers/targets.h"
#include "writers/wording.h"

namespace preamar::convert {
namespace {

Values cpp_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  values["rows"] = fill("const @Pixel@* __restrict from = static_cast<const @Pixel@*>(call.from[0]);", values) +
                   for_each_image(kernel, "\nconst @Pixel@* __restrict from@_i@ = @image@ + call.first;", "", 1);
  values["call"] = call_text(kernel, {.element = kernel.skeleton == Skeleton::stencil ? "window" : "[x]",
                                      .index = "call.first + x",
                                      .column = "left + x",
                                      .row = "y",
                                      .counters = "counts, bins",
                                      .scope = "source::",
                                      .images = "from"});
  // The compiler turns a fold of integers into vectors by itself; that of floats it may not reorder.
  values["lanes"] = when(has_floats(kernel.result), kernel.result.is_struct() ? "4" : "8");
  return values;
}

}  // namespace

std::vector<File> cpp_files(const Program& program) {
  Values values = program_values(program);
  values["prelude"] = mathematics_text(program, Target::cpp, "inline ");
  for (const Skeleton skeleton : {Skeleton::stencil, Skeleton::histogram})
    if (has(program, skeleton)) values["prelude"] += template_named("cpp/" + name_of(skeleton) + "_prelude.h");
  values["functions"] = program.functions_for(Target::cpp);
  values["reduces"] = when(has(program, Skeleton::reduce));
  values["calculates"] = when(!program.mathematics.empty());
  std::string& definitions = values["definitions"];
  for (const Kernel& kernel : program.kernels)
    definitions += fill(template_named("cpp/" + name_of(kernel.skeleton) + ".cpp"), cpp_values(program, kernel));
  return {class_header(program, Target::cpp, "on all cores of the processor, by Preamar's primitives"),
          {program.name + "_cpp.cpp", fill(template_named("cpp/source.cpp"), values)}};
}

}  // namespace preamar::convert
