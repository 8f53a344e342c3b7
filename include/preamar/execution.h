/// @file
/// Where and how an operator runs: device, threads, scratch memory, progress.
#pragma once

#include <preamar/export.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace preamar {

/// Where and how an operator runs. The default uses every core of the processor.
struct Execution {
  /// Device: "cpu"; "reference" (plain serial loops, to compare with); a name of devices() such as "opencl:0" or
  /// "cuda:0". run_operator() and run_in_blocks() also take "hybrid" (the cpu and every device) and "cpu+opencl:0".
  std::string device = "cpu";
  /// Maximum number of threads, up to 4096. 0: all of the machine, or of the caller's oneTBB arena.
  int threads = 0;
  /// Maximum scratch memory in bytes, beyond the images of the call; a call that needs more throws. 0: no limit.
  std::int64_t scratch_memory = 0;

  /// Receives the fraction done, 0 to 1, never decreasing; called from any thread, one call at a time.
  std::function<void(double)> progress{};
  /// Stops the call: it throws Error of kind `stopped`, and its output is undefined.
  std::stop_token stop{};
  /// Receives one line per decision (device, backend, instruction set, tiles). The library itself never prints.
  std::function<void(std::string_view)> log{};

  /// On devices: maximum number of work-groups (CUDA: blocks) per kernel launch, from 1 to 2147483647. Results do not
  /// depend on it. 0: 64 per compute unit.
  std::int64_t device_groups = 0;
  /// On devices: side of a tile, in pixels, when a 2-D image is flooded, as by reconstruct(): 32 or 64. It is also the
  /// number of items per group. Volumes always have tiles of 8. Results do not depend on it. 0: the library's choice.
  int device_tile = 0;
};

}  // namespace preamar
