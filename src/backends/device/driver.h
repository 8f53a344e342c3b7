// A device as the launchers of primitives see it: memory, copies and kernels. OpenCL and CUDA each implement it once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace preamar::device {

// Memory of a device by its handle in the driver; 0 is none.
enum class Memory : std::uint64_t { none = 0 };

// A value that a kernel takes, in the order of its parameters and of exactly their types.
using Argument = std::variant<Memory, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double,
                              std::uint8_t, std::uint16_t, std::int8_t, std::int16_t>;

// One kernel of a variant of a program, as src/backends/kernels/CMakeLists.txt lists them: {"map", "u8", "map_add"}.
struct KernelName {
  std::string_view program, variant, name;
};

// What was done on a device since the process began; since times without the hardware say nothing, this is counted.
struct Work {
  std::int64_t launches = 0, bytes_in = 0, bytes_out = 0, copies_in = 0, copies_out = 0;
  std::int64_t rounds = 0, visits = 0, iterations = 0, steps = 0;  // of propagate; a step ends at a barrier
};

struct Info {
  std::string name;          // "opencl:0"
  std::string description;   // as the driver calls the device
  std::string tuning;        // the key of the tuning table
  std::int64_t largest = 0;  // bytes, of one allocation
  int units = 1;             // groups that run at once, at least
  bool has_f64 = false;
  bool is_exact = false;  // float32 divisions and roots are rounded correctly, and subnormal numbers stay
};

// All calls are made in order by one thread at a time. An error is an Error (device or resource) that names the device;
// the driver can be used after it.
class Driver {
 public:
  virtual ~Driver() = default;
  [[nodiscard]] virtual const Info& info() const = 0;

  // Not initialised; at least one byte. Throws Error (resource).
  [[nodiscard]] virtual Memory allocate(std::int64_t bytes) = 0;
  virtual void release(Memory memory) noexcept = 0;
  // Returns when `from` may be used again; the copy may still be on its way.
  virtual void write(Memory to, std::int64_t at, const void* from, std::int64_t bytes) = 0;
  // Returns when the bytes are there.
  virtual void read(void* to, Memory from, std::int64_t at, std::int64_t bytes) = 0;
  virtual void fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) = 0;
  // Groups 1 or more; returns at once.
  virtual void launch(const KernelName& kernel, std::int64_t groups, int group_size,
                      std::span<const Argument> arguments) = 0;
  virtual void finish() = 0;

  // For memory that other libraries use too. The stream of kernels by its handle in the driver: what is launched here
  // waits for what others order before it. 0 where the driver has no streams that others can wait on.
  [[nodiscard]] virtual std::uint64_t stream() = 0;
  // What another library puts on its stream from now on waits for all that was launched and copied here so far. Where
  // stream() is 0 the caller waits instead.
  virtual void order_before(std::uint64_t other) = 0;

  Work work;
};

}  // namespace preamar::device
