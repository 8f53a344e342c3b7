// Headers made of lines of text.
#pragma once

#include <preamar/image.h>

#include "platform/file.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace preamar::io {

// The lines of a file's begin, one at a time, without their ends.
class HeaderLines {
 public:
  // Keeps the first megabyte; no header is longer.
  explicit HeaderLines(const InFile& file);
  // False where there is no further line; throws Error (io) where the header goes on for too long.
  bool next(std::string_view& line);
  // The byte after the last line that was read.
  [[nodiscard]] std::int64_t offset() const noexcept { return at_; }

 private:
  const InFile& file_;
  std::string text_;
  std::int64_t at_ = 0;
};

// The fields of a header. Names are told apart without regard to case and blanks.
class HeaderFields {
 public:
  explicit HeaderFields(const std::filesystem::path& file) : file_(file) {}
  void set(std::string_view name, std::string_view value);
  [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }
  [[nodiscard]] std::string_view get(std::string_view name, std::string_view fallback) const;
  // Throws Error (io) where it is missing.
  [[nodiscard]] std::string_view need(std::string_view name) const;
  // Throws Error (io) where it is not an integer.
  [[nodiscard]] std::int64_t number(std::string_view name, std::string_view fallback) const;

 private:
  std::filesystem::path file_;
  std::map<std::string, std::string, std::less<>> values_;
};

[[nodiscard]] std::string_view trimmed(std::string_view words);
[[nodiscard]] std::string lower_case(std::string_view words);
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view words);

// An integer; throws Error (io), naming the file and the field, for anything else.
[[nodiscard]] std::int64_t whole_number(const std::filesystem::path& file, std::string_view field,
                                        std::string_view digits);
// The shape from the fields that hold the rank and the extents, fastest axis first. Throws Error (io) where they are
// not as many positive numbers, Error (input) for a rank that no operator takes.
[[nodiscard]] Shape shape_from_fastest(const HeaderFields& header, std::string_view rank_field,
                                       std::string_view extents_field);
// The same, the other way: "640 480".
[[nodiscard]] std::string fastest_first(const Shape& shape);

// A dtype as a format names it.
struct TypeName {
  std::string_view name;
  DType dtype;
};

// The dtype that `given` names; throws Error (input), saying which are `read`, where it names none of them.
[[nodiscard]] DType dtype_named(const HeaderFields& header, std::string_view given, std::span<const TypeName> names,
                                std::string_view read);

// The data file that a field of the header names, as named_file() has it. Throws Error (input) for several files.
[[nodiscard]] std::filesystem::path data_file(const HeaderFields& header, std::string_view field);

}  // namespace preamar::io
