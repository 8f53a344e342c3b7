// What a run has computed so far, so that another can go on where it was stopped: named bytes in a folder.
#pragma once

#include "core/bytes.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace preamar::blocks {

class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  // Each may be called by several threads, for different names.
  virtual void put(const std::string& name, const Bytes& bytes) = 0;
  [[nodiscard]] virtual std::optional<Bytes> get(const std::string& name) = 0;
  virtual void drop(const std::string& name) = 0;
};

// In memory; gone at the end.
[[nodiscard]] std::unique_ptr<Store> memory_store();

// The number by which a run knows its own records, if `folder` holds those of a run with this identity.
[[nodiscard]] std::optional<std::uint64_t> find_run(const std::filesystem::path& folder, std::string_view identity);
// Makes `folder`, which holds nothing, that of a new run with this identity; returns its number.
std::uint64_t begin_run(const std::filesystem::path& folder, std::string_view identity);

// In `folder`, which is made if it is missing, of the run of this number. Bytes are checked when they are read: what is
// broken, lost, or of another name or run is not there. So nothing needs to be flushed.
[[nodiscard]] std::unique_ptr<Store> folder_store(const std::filesystem::path& folder, std::uint64_t run);

}  // namespace preamar::blocks
