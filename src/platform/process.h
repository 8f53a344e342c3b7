// This process, as the operating system sees it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace preamar {

// Differs in a forked child.
[[nodiscard]] std::int64_t os_process_id() noexcept;
// Peak resident memory of the process in bytes; 0 if unknown.
[[nodiscard]] std::int64_t os_peak_memory() noexcept;
// The processor's name; empty if unknown.
[[nodiscard]] std::string os_processor_name();
// The machine's name; empty if unknown.
[[nodiscard]] std::string os_host_name();
// The variables of the environment whose names begin so, as lines NAME=VALUE.
[[nodiscard]] std::string os_variables(std::string_view prefix);
// Time since the machine started. It passes while the process is stopped or the machine sleeps.
[[nodiscard]] std::chrono::nanoseconds os_uptime() noexcept;

}  // namespace preamar
