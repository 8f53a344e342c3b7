// The keywords that differ between targets in text from the source.
#pragma once

#include "program.h"

#include <string>
#include <string_view>

namespace preamar::convert {

struct Dialect {
  std::string_view function;      // before a function
  std::string_view constant;      // before a constant of the file
  std::string_view window_begin;  // before the type of a window's pixel
  bool has_window_pitch;          // the extents of the tile follow the name
  std::string_view counters;      // before the name of counters, after their type if that is kept
  bool keeps_counter_type;
  bool is_c_plus_plus;
  bool has_static_locals;
  bool makes_vectors;  // its compiler vectorises the loop over pixels
};

[[nodiscard]] inline const Dialect& dialect_of(Target target) {
  static constexpr Dialect dialects[] = {
      {"inline ", "", "", false, "std::int64_t* ", false, true, true, true},
      {"", "__constant ", "__local const ", true, "BINS ", true, false, false, false},
      {"__device__ inline ", "__constant__ ", "const ", true, "", true, true, false, false},
  };
  return dialects[static_cast<std::size_t>(target)];
}

}  // namespace preamar::convert
