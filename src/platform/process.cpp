#include "platform/process.h"

#include <time.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <fstream>

namespace preamar {

std::int64_t os_process_id() noexcept { return getpid(); }

// getrusage() would also count the process that started this program, before it did.
std::int64_t os_peak_memory() noexcept try {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (std::int64_t kilobytes = 0; word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  return 0;
} catch (const std::exception&) {
  return 0;
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

std::string os_host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string os_variables(std::string_view prefix) {
  std::string lines;
  for (char** variable = environ; variable && *variable; ++variable)
    if (std::string_view(*variable).starts_with(prefix)) lines.append(*variable).push_back('\n');
  return lines;
}

std::chrono::nanoseconds os_uptime() noexcept {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace preamar
