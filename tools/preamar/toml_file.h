// A TOML file with the positions of its keys and values, for messages.
#pragma once

#include "core/error_text.h"
#include "core/nearest.h"
#include "request.h"

#define TOML_HEADER_ONLY 1
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::cli {

using Names = std::vector<std::string_view>;

inline std::string list_text(const Names& names) {
  std::string list;
  for (const std::string_view name : names) list += text(list.empty() ? "" : ", ", name);
  return list;
}

// A key of a table and its value.
struct Entry {
  const toml::key* key;
  const toml::node* value;
  [[nodiscard]] std::string_view name() const { return key->str(); }
};

// In the order of the file.
inline std::vector<Entry> entries_of(const toml::table& table) {
  std::vector<Entry> entries;
  for (const auto& [key, value] : table) entries.push_back({&key, &value});
  std::ranges::sort(entries,
                    [](const Entry& a, const Entry& b) { return a.key->source().begin < b.key->source().begin; });
  return entries;
}

inline std::string type_name(const toml::node& node) {
  std::ostringstream name;
  name << node.type();
  return name.str();
}

class TomlFile {
 public:
  explicit TomlFile(const Path& file) : file_(file) {}

  // Throws Error (call) if the text is not TOML, and Error (io) if there is none.
  [[nodiscard]] toml::table parsed() const {
    const std::string content = content_of();
    try {
      return toml::parse(content);
    } catch (const toml::parse_error& error) {
      refuse(error.source(), error.description());
    }
  }

  // Throws Error (call) "FILE:LINE:COLUMN: what".
  [[noreturn]] void refuse(const toml::source_region& at, std::string_view what) const {
    throw Error(ErrorKind::call, text(file_.string(), ":", at.begin.line, ":", at.begin.column, ": ", what));
  }

  void require_known(const toml::table& table, const Names& known, std::string_view owner) const {
    for (const Entry& entry : entries_of(table)) {
      if (std::ranges::find(known, entry.name()) != known.end()) continue;
      refuse(entry.key->source(), text(owner, owner.empty() ? "" : ": ", "key '", entry.name(), "' is unknown; ",
                                       nearest_text(entry.name(), known, text("the keys are ", list_text(known)))));
    }
  }

  [[nodiscard]] const toml::table& table_of(const toml::node& node, std::string_view what) const {
    if (!node.is_table()) refuse(node.source(), text(what, " must be a table; it is of type ", type_name(node)));
    return *node.as_table();
  }

  [[nodiscard]] std::string text_of(const toml::node& node, std::string_view what) const {
    const auto found = node.value_exact<std::string>();
    if (!found || found->empty()) refuse(node.source(), text(what, " must be a text in quotes"));
    return *found;
  }

  [[nodiscard]] std::vector<Entry> section(const toml::table& root, std::string_view name) const {
    const toml::node* node = root.get(name);
    return node ? entries_of(table_of(*node, text("[", name, "]"))) : std::vector<Entry>{};
  }

 private:
  [[nodiscard]] std::string content_of() const {
    std::ifstream stream(file_, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file_))
      throw Error(ErrorKind::io, text(file_.string(), ": the file cannot be read"));
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  const Path& file_;
};

}  // namespace preamar::cli
