// Where and how an operator runs. The default is every core of this machine.
#pragma once

#include <preamar/export.h>

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace preamar {

struct Execution {
  std::string device = "cpu";       // "cpu", or "reference": plain serial loops, the oracle
  int threads = 0;                  // 0: as many as the machine, or the caller's oneTBB arena, offers
  std::int64_t scratch_memory = 0;  // bytes the call may use beyond its images; 0: no limit

  // Called now and then with the part done, 0 to 1, never falling; from any thread, one call at a time.
  std::function<void(double)> progress{};
  // A stopped call throws Error (stopped); its output is undefined.
  std::stop_token stop{};
  // Receives one line a decision (device, backend, instruction set, tiles); the library never prints.
  std::function<void(std::string_view)> log{};
};

}  // namespace preamar
