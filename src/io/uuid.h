// Identifiers made from names (RFC 9562, version 5).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace preamar::io {

// SHA-1, for identifiers only: it does not protect against forgery.
[[nodiscard]] std::array<std::uint8_t, 20> sha1(std::string_view bytes);

// The UUID of version 5 of a name in the namespace of URLs.
[[nodiscard]] std::string uuid_of(std::string_view name);

}  // namespace preamar::io
