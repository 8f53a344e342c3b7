// The interface of a device for the launchers of primitives: memory, copies and kernels. OpenCL and CUDA each implement
// it once.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace preamar::device {

// Device memory, by its handle in the driver; 0 is none.
enum class Memory : std::uint64_t { none = 0 };

// An argument of a kernel: in the order of its parameters and of exactly their types.
using Argument = std::variant<Memory, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double,
                              std::uint8_t, std::uint16_t, std::int8_t, std::int16_t>;

// A kernel of a variant of a program, as src/backends/kernels/CMakeLists.txt lists them: {"map", "u8", "map_add"}.
struct KernelName {
  std::string_view program, variant, name;
};

// Counts of operations on a device since the process began. They are measured because times without the hardware mean
// nothing.
struct Work {
  std::int64_t launches = 0, bytes_in = 0, bytes_out = 0, copies_in = 0, copies_out = 0;
  std::int64_t rounds = 0, visits = 0, iterations = 0, steps = 0;  // by propagate; each step ends with a barrier
};

struct Info {
  std::string name;          // "opencl:0"
  std::string description;   // the driver's name of the device
  std::string tuning;        // the key in the tuning table
  std::int64_t largest = 0;  // maximum bytes per allocation
  int units = 1;             // minimum number of groups that run concurrently
  bool has_f64 = false;
  bool is_exact = false;  // float32 division and square root are correctly rounded, and subnormal numbers are kept
};

// One thread at a time makes all calls, in order. Failures throw Error (device or resource) that names the device; the
// driver stays usable.
class Driver {
 public:
  virtual ~Driver() = default;
  [[nodiscard]] virtual const Info& info() const = 0;

  // Uninitialised; at least one byte. Throws Error (resource).
  [[nodiscard]] virtual Memory allocate(std::int64_t bytes) = 0;
  virtual void release(Memory memory) noexcept = 0;
  // Returns when `from` may be reused; the copy may still be in progress.
  virtual void write(Memory to, std::int64_t at, const void* from, std::int64_t bytes) = 0;
  // Returns when the bytes have arrived.
  virtual void read(void* to, Memory from, std::int64_t at, std::int64_t bytes) = 0;
  virtual void fill(Memory memory, std::int64_t at, std::uint8_t value, std::int64_t bytes) = 0;
  // `groups` is 1 or more. Returns at once.
  virtual void launch(const KernelName& kernel, std::int64_t groups, int group_size,
                      std::span<const Argument> arguments) = 0;
  virtual void finish() = 0;

  // For memory shared with other libraries: the handle of the stream on which kernels run. Other libraries can order
  // their work before kernels that are launched here. 0 if the driver has no such streams.
  [[nodiscard]] virtual std::uint64_t stream() = 0;
  // Work that another library puts on its stream from now on waits for everything launched and copied here so far. If
  // stream() is 0, the caller waits instead.
  virtual void order_before(std::uint64_t other) = 0;

  Work work;
};

}  // namespace preamar::device
