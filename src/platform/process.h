// This process, as the operating system sees it.
#pragma once

#include <cstdint>
#include <string>

namespace preamar {

// Differs in a forked child.
[[nodiscard]] std::int64_t os_process_id() noexcept;
// The most memory the process has had resident, in bytes; 0 where unknown.
[[nodiscard]] std::int64_t os_peak_memory() noexcept;
// The processor's name; empty where unknown.
[[nodiscard]] std::string os_processor_name();

}  // namespace preamar
