#include "platform/process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <fstream>

namespace preamar {

std::int64_t os_process_id() noexcept { return getpid(); }

std::int64_t os_peak_memory() noexcept {
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return std::int64_t{usage.ru_maxrss} * 1024;  // Linux counts in kilobytes
}

std::string os_processor_name() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("model name")) {
      const auto at = line.find(": ");
      return at == std::string::npos ? "" : line.substr(at + 2);
    }
  return "";
}

}  // namespace preamar
