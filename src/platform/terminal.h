// The terminal behind standard error, if there is one.
#pragma once

namespace preamar {

[[nodiscard]] bool os_error_is_terminal() noexcept;
// Its current width in columns; 80 if unknown.
[[nodiscard]] int os_error_columns() noexcept;

}  // namespace preamar
