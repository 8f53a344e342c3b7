// Products of sizes; throws if the product exceeds 64 bits.
#pragma once

#include "core/error_text.h"

#include <cstdint>
#include <string_view>

namespace preamar {

// a * b for a, b >= 0.
inline std::int64_t checked_product(std::int64_t a, std::int64_t b, std::string_view what) {
  if (b != 0 && a > INT64_MAX / b)
    throw Error(ErrorKind::resource, text(what, ": ", a, " times ", b, " does not fit 64 bits"));
  return a * b;
}

}  // namespace preamar
