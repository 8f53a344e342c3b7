// The CUDA target: kernels, and classes that run them.
#include "writers/targets.h"
#include "writers/wording.h"

namespace preamar::convert {
namespace {

Values cuda_values(const Program& program, const Kernel& kernel) {
  const bool is_stencil = kernel.skeleton == Skeleton::stencil;
  Values values = kernel_values(program, kernel);
  values["more_parameters"] = kernel.parameters ? ", " + kernel.parameters->name + " parameters" : "";
  values["more_arguments"] = kernel.parameters ? ", parameters_" : "";
  values["copies_in"] = for_each_image(kernel, "const Buffer<@Pixel@> in@_i@(@image@, count);", "\n");
  values["buffer_names"] = for_each_image(kernel, "in@_i@.data()", ", ");
  Call call{.element = is_stencil ? "window" : "[i]",
            .index = is_stencil ? "y * width + x" : "i",
            .column = "x",
            .row = "y",
            .counters = "mine, bins",
            .scope = "source::"};
  values["call"] = call_text(kernel, call);
  call.counters = "counts, bins";
  values["global_call"] = call_text(kernel, call);
  values["position"] = when(kernel.positions.size() == 2, "const std::int64_t x = i % width, y = i / width;");
  return values;
}

std::string text_of(const Program& program, const std::string& suffix) {
  std::string text;
  for (const Kernel& kernel : program.kernels)
    text += fill(template_named("cuda/" + name_of(kernel.skeleton) + suffix), cuda_values(program, kernel));
  return text;
}

}  // namespace

std::vector<File> cuda_files(const Program& program) {
  Values values = program_values(program);
  values["functions"] = program.functions_for(Target::cuda);
  values["prelude"] = mathematics_text(program, Target::cuda, "__device__ inline ");
  for (const Skeleton skeleton : {Skeleton::stencil, Skeleton::histogram})
    if (has(program, skeleton)) values["prelude"] += template_named("cuda/" + name_of(skeleton) + "_prelude.cu");
  values["borders"] = border_functions(program, "__device__ inline ", "std::int64_t");
  if (has(program, Skeleton::reduce)) values["borders"] += template_named("cuda/reduce_prelude.cu");
  values["reduces"] = when(has(program, Skeleton::reduce));
  values["kernels"] = text_of(program, ".cu");
  values["definitions"] = text_of(program, ".cpp");
  return {class_header(program, Target::cuda, "on a GPU, by CUDA"),
          {program.name + "_cuda.cu", fill(template_named("cuda/source.cu"), values)},
          {"cuda_device.h", std::string(template_named("cuda/cuda_device.h"))}};
}

}  // namespace preamar::convert
