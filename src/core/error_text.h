// Error messages from their parts: text("reconstruct: connectivity ", 4, " is not one of 1 to ", rank).
#pragma once

#include <preamar/error.h>

#include <sstream>
#include <string>

namespace preamar {

template <class... Parts>
[[nodiscard]] std::string text(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

}  // namespace preamar
