// The identity of a run, and small named records of it, each in a file, or an object in a store, of its own.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace preamar::blocks {

// The number of the run whose records are in `folder`, if that run has this identity.
[[nodiscard]] std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity);
// The number of the run whose records are in `folder`, whatever its identity.
[[nodiscard]] std::optional<std::uint64_t> run_in(const std::filesystem::path& folder);
// Begins a run with this identity in `folder`, which must be empty or missing. Returns its number, which is random.
// `guard` is as io::Store::put has it.
std::uint64_t begin_run(const std::filesystem::path& folder, std::string_view identity,
                        const std::function<void()>& guard);
// The same with this number.
void begin_run(const std::filesystem::path& folder, std::string_view identity, std::uint64_t run,
               const std::function<void()>& guard);
[[nodiscard]] std::uint64_t random_run();
// After this, find_run() finds none.
void forget_run(const std::filesystem::path& folder);

// A file starts with a digest: damaged bytes, or bytes of another name or run, count as missing. So nothing needs to be
// flushed. `guard` is as io::Store::put has it. get_record() throws Error (io) if a store does not answer.
void put_record(const std::filesystem::path& folder, std::uint64_t run, const std::string& name,
                std::span<const std::byte> bytes, const std::function<void()>& guard = {});
[[nodiscard]] std::optional<Bytes> get_record(const std::filesystem::path& folder, std::uint64_t run,
                                              const std::string& name);

}  // namespace preamar::blocks
