// The kernel texts of src/backends/kernels, as the build embeds them.
#pragma once

#include <span>
#include <string_view>

namespace preamar::kernels {

// One way in which a program is compiled.
struct Variant {
  std::string_view program, name;
  std::string_view definitions;  // as a compiler's command line has them: "-DPIXEL=u8 -DRANK=2"
};

struct Program {
  std::string_view name, text;
};

[[nodiscard]] std::span<const Variant> variants();
[[nodiscard]] std::span<const Program> programs();
[[nodiscard]] std::string_view opencl_prelude();

}  // namespace preamar::kernels
