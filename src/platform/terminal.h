// The terminal behind standard error, if there is one.
#pragma once

namespace preamar {

[[nodiscard]] bool os_error_is_terminal() noexcept;
// Its width now, in columns; 80 where unknown.
[[nodiscard]] int os_error_columns() noexcept;

}  // namespace preamar
