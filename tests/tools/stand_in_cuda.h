// A stand-in CUDA driver: it does what the driver's manual promises and nothing more. Streams, including the default
// ones, are lazy: nothing runs before it is waited for. Its addresses are invalid for the processor, new memory holds a
// pattern, kernels run as threads (tools/host_kernels.h), and any call can be made to fail.
#pragma once

#include "backends/cuda/library.h"
#include "backends/kernels/fatbins.h"

#include <cstdint>
#include <span>
#include <string>

namespace preamar::test::stand_in {

[[nodiscard]] cuda::Library library();
// One per program, for the modules of the stand-in.
[[nodiscard]] std::span<const kernels::Fatbin> fatbins();
[[nodiscard]] kernels::CudaTargets targets();

// Objects that were created and not destroyed.
struct Held {
  std::int64_t memory = 0, pinned = 0, streams = 0, events = 0, modules = 0, contexts = 0;
  bool operator==(const Held&) const = default;
};
[[nodiscard]] Held held();

// The call after `calls` others fails; -1: none. Functions that destroy something do so and then report failure.
void fail_after(std::int64_t calls);
// Whether it has failed.
[[nodiscard]] bool has_failed();
// The result of cuInit.
void answer_init(cuda::Result code);
// From now on kernels of the one program are looked up in the other.
void replace_program(const std::string& program, const std::string& other);

}  // namespace preamar::test::stand_in
