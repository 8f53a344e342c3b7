// What a run has worked out so far, so that another can go on where it was stopped: named bytes in a folder.
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
  // All whose names end so.
  virtual void drop_all(std::string_view ending) = 0;
};

// In memory; gone at the end.
[[nodiscard]] std::unique_ptr<Store> memory_store();

// In `folder`, which is made where it is not there. What it holds of a run whose `identity` was another is removed.
// Bytes appear under their name at once and whole, and are checked when they are read: what is broken is not there.
[[nodiscard]] std::unique_ptr<Store> folder_store(const std::filesystem::path& folder, std::string_view identity);

}  // namespace preamar::blocks
