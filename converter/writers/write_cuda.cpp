// The CUDA target: kernels, and classes that run them.
#include "writers/targets.h"
#include "writers/wording.h"

#include <algorithm>

namespace preamar::convert {
namespace {

Values cuda_values(const Program& program, const Kernel& kernel) {
  Values values = kernel_values(program, kernel);
  values["kernel"] = kernel.name + "_" + name_of(kernel.skeleton);
  values["more_parameters"] = for_each_setting(kernel, ", @Type@ @setting@_", "");
  values["more_arguments"] = for_each_setting(kernel, ", @setting@_", "");
  values["copies_in"] = for_each_image(
      kernel, "const Buffer<@Pixel@> in@_i@(@image@, {" + values["lines"] + ", width, layout.image_stride});", "\n");
  values["buffer_names"] = for_each_image(kernel, "in@_i@.data()", ", ");
  values["out"] = kernel.has_margin()
                      ? fill("const Buffer<@Result@> out(result, {@lines@, width, layout.result_stride});", values)
                      : fill("const Buffer<@Result@> out(count);", values);
  values["pixel"] = pixel_or_border(kernel, "width", true);
  values["and_inside"] = when(kernel.has_margin(), " && !(" + margin_condition(kernel) + ")");
  Call call{.element = "[i]", .counters = "mine", .scope = "source::"};
  values["call"] = call_text(kernel, call);
  call.counters = "counts";
  values["global_call"] = call_text(kernel, call);
  values["position"] = positions_text(kernel, "std::int64_t");
  return values;
}

std::string cuda_text(const Program& program, const std::string& suffix) {
  std::string text;
  for (const Kernel& kernel : program.kernels) {
    const bool is_volume = is_volume_stencil(kernel) && suffix == ".cu";
    text += fill(template_named("cuda/" + std::string(is_volume ? "volume_" : "") + name_of(kernel.skeleton) + suffix),
                 cuda_values(program, kernel));
  }
  return text;
}

}  // namespace

std::vector<File> cuda_files(const Program& program) {
  Values values = program_values(program);
  values["functions"] = program.functions_for(Target::cuda);
  values["prelude"] = mathematics_text(program, Target::cuda, "__device__ inline ");
  values["volumes"] = when(std::ranges::any_of(program.kernels, is_volume_stencil));
  values["flats"] = when(std::ranges::any_of(program.kernels, is_flat_stencil));
  for (const Skeleton skeleton : {Skeleton::stencil, Skeleton::histogram})
    if (has(program, skeleton))
      values["prelude"] += fill(template_named("cuda/" + name_of(skeleton) + "_prelude.cu"), values);
  values["borders"] = border_functions(program, "__device__ inline ", "std::int64_t", is_stencil);
  if (has(program, Skeleton::reduce)) values["borders"] += template_named("cuda/reduce_prelude.cu");
  values["macros"] = when(!program.macros.empty());
  values["calculates"] = when(program.needs_math_header);
  values["reduces"] = when(has(program, Skeleton::reduce));
  values["kernels"] = cuda_text(program, ".cu");
  values["definitions"] = cuda_text(program, ".cpp");
  return {class_header(program, Target::cuda, "on a GPU, by CUDA"),
          {program.name + "_cuda.cu", fill(template_named("cuda/source.cu"), values)},
          {"cuda_device.h", fill(template_named("cuda/cuda_device.h"), values)}};
}

}  // namespace preamar::convert
