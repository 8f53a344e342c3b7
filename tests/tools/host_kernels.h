// The kernels of src/backends/kernels as C++ functions, each item of a group a thread: for the sanitizers, and for the
// stand-in of a CUDA driver.
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
  // Does the work of one item; each argument is the address of a value of the parameter's type.
  std::function<void(void* const* arguments)> item;
  std::string family;  // "copy.copy", the program and the kernel without the variant
};

// Null where there is none of that name, which is that of the function that nvcc makes: "copy_1_copy".
[[nodiscard]] const HostKernel* host_kernel(std::string_view name);

// Those of which no variant was run so far, as "copy.copy".
[[nodiscard]] std::vector<std::string> idle_host_kernels();

// Groups that run at once; of each, every item is a thread.
inline constexpr std::int64_t groups_at_once = 2;

// Returns when all items are done.
void run_as_threads(const HostKernel& kernel, std::int64_t groups, int group_size, void* const* arguments);

// Stands where a variant has not a kernel that others of its program have.
struct NoKernel {};

// Puts a kernel into the table; the sources that the build makes have one for each.
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
