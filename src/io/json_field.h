// JSON from files that nobody vouches for: every value is asked for with its kind, and what is missing or of another
// kind is an Error (io) that names the file and the field.
#pragma once

#include "io/json.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

// Throws Error (io) for a file that cannot be read, leads outside `folder` through a link, is longer than any header,
// or is not a JSON object of at most Json::deepest levels.
[[nodiscard]] Json read_json(const std::filesystem::path& file, const std::filesystem::path& folder);
// The same; nothing if there is no such file. One request in a store.
[[nodiscard]] std::optional<Json> find_json(const std::filesystem::path& file, const std::filesystem::path& folder);

// A value and where it stands, for messages.
class JsonField {
 public:
  JsonField(const std::filesystem::path& file, const Json& value) : file_(&file), value_(&value) {}

  [[nodiscard]] const Json& value() const noexcept { return *value_; }
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return *file_; }
  // A field of an object that must be there.
  [[nodiscard]] JsonField at(std::string_view name) const;
  // The same, null where it is missing or this is not an object.
  [[nodiscard]] JsonField find(std::string_view name) const;
  [[nodiscard]] bool is_null() const noexcept { return value_->is_null(); }
  // The names of the fields of an object.
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<JsonField> list() const;
  [[nodiscard]] std::string word() const;
  // An integer of at least `lowest`.
  [[nodiscard]] std::int64_t whole(std::int64_t lowest) const;
  // The same, of at most `highest`.
  [[nodiscard]] std::int64_t whole(std::int64_t lowest, std::int64_t highest) const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::vector<std::int64_t> extents(std::int64_t lowest) const;
  // Throws Error (io): the field, then `what`.
  [[noreturn]] void fail(std::string_view what) const;
  // Throws Error (input): the file is right but holds what is not read.
  [[noreturn]] void refuse(std::string_view what) const;

 private:
  JsonField(const JsonField& parent, const Json& value, std::string name)
      : file_(parent.file_), value_(&value), name_(std::move(name)) {}

  const std::filesystem::path* file_;
  const Json* value_;
  std::string name_;
};

}  // namespace preamar::io
