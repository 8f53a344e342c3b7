// The kernels of src/backends/kernels as C++ functions, with one thread per item of a group: for the sanitizers, and
// for the stand-in CUDA driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace preamar::test {

struct HostKernel {
  struct Parameter {
    std::size_t size;
    bool is_pointer;
  };
  std::vector<Parameter> parameters;
  // Runs one item; each argument is the address of a value of the parameter's type.
  std::function<void(void* const* arguments)> item;
  std::string family;  // "copy.copy": the program and the kernel, without the variant
};

// Null if there is none of that name; names are those of nvcc's functions: "copy_1_copy".
[[nodiscard]] const HostKernel* host_kernel(std::string_view name);

// Kernels of which no variant was run so far, as "copy.copy".
[[nodiscard]] std::vector<std::string> idle_host_kernels();

// Groups that run concurrently; every item is a thread.
inline constexpr std::int64_t groups_at_once = 2;

// Returns when all items are done.
void run_as_threads(const HostKernel& kernel, std::int64_t groups, int group_size, void* const* arguments);

// Placeholder if a variant lacks a kernel that others of its program have.
struct NoKernel {};

// Registers a kernel; the generated sources have one per kernel.
class Registered {
 public:
  Registered(const char*, const char*, const NoKernel&) {}
  template <class... Parameters>
  Registered(const char* name, const char* family, void (*kernel)(Parameters...)) {
    const auto item = [kernel]<std::size_t... at>(void* const* arguments, std::index_sequence<at...>) {
      kernel(*static_cast<std::remove_const_t<Parameters>*>(arguments[at])...);
    };
    enter(name, {.parameters = {{sizeof(Parameters), std::is_pointer_v<Parameters>}...},
                 .item = [item](void* const* arguments) { item(arguments, std::index_sequence_for<Parameters...>()); },
                 .family = family});
  }

 private:
  static void enter(std::string name, HostKernel kernel);
};

}  // namespace preamar::test
