// The kernel sources of src/backends/kernels, embedded by the build.
#pragma once

#include <span>
#include <string_view>

namespace preamar::kernels {

// One variant in which a program is compiled.
struct Variant {
  std::string_view program, name;
  std::string_view definitions;  // in the form of a compiler's command line: "-DPIXEL=u8 -DRANK=2"
};

struct Program {
  std::string_view name, text;
};

[[nodiscard]] std::span<const Variant> variants();
[[nodiscard]] std::span<const Program> programs();
[[nodiscard]] std::string_view opencl_prelude();

}  // namespace preamar::kernels
