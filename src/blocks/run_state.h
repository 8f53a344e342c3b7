// The intermediate results of a run: named bytes, in memory or in a folder, from which a later process can resume.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace preamar::blocks {

class RunState {
 public:
  RunState() = default;
  RunState(const RunState&) = delete;
  RunState& operator=(const RunState&) = delete;
  virtual ~RunState() = default;

  // Thread-safe for different names.
  virtual void put(const std::string& name, const Bytes& bytes) = 0;
  [[nodiscard]] virtual std::optional<Bytes> get(const std::string& name) = 0;
  virtual void drop(const std::string& name) = 0;
};

// For a run that cannot be resumed.
[[nodiscard]] std::unique_ptr<RunState> in_memory_state();

// The number of the run whose state is in `folder`, if that run has this identity.
[[nodiscard]] std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity);
// Begins a run with this identity in `folder`, which must be empty or missing. Returns its number, which is random.
std::uint64_t begin_run(const std::filesystem::path& folder, std::string_view identity);

// The state of the run with this number in `folder`; creates the folder if it is missing. `get` checks a digest:
// damaged bytes, or bytes of another name or run, count as missing. So nothing needs to be flushed.
[[nodiscard]] std::unique_ptr<RunState> state_in_folder(const std::filesystem::path& folder, std::uint64_t run);

}  // namespace preamar::blocks
